"""Runs the code cells of all notebooks, without Jupyter, and reports which of them fail or show other results than published.

    python notebooks/check.py [--figures FOLDER] [NOTEBOOK.ipynb ...]     on the published runs, or those in RUNS, or the one in RUN
    python notebooks/check.py --publish                                   executes them in kernels and stores their outputs

On the published runs, what a notebook prints, its figures' headlines and its answer must equal the stored outputs. This takes
seconds, where executing the notebooks in kernels takes a minute. `--figures` keeps the figures as SVG files.
"""

import argparse
import ast
import contextlib
import io
import json
import multiprocessing
import os
import subprocess
import sys
import tempfile
import time
import traceback
from pathlib import Path

HERE = Path(__file__).resolve().parent
REFERENCE = HERE.parent / "results/reference"

# The notebooks that show a reader's newest run, and the published run that their stored outputs show.
SHOWN = {"agents": "agents", "seats": "main", "king_islands": "main"}


def check(job: tuple[Path, str]) -> tuple[str, float, str]:
    """Runs a notebook on a run. Returns its name, its duration in seconds, and the error, if any."""
    start = time.perf_counter()
    path, os.environ["RUN"] = job
    # Each notebook has a separate namespace, but all share modules: starting a process takes longer than running the cells.
    import charts
    import matplotlib.pyplot as plt
    import pandas as pd
    from hidden_decks.runs import MissingRunError

    charts.FORMATS = ["svg"]
    pd.set_option("display.max_columns", 20)  # as in a notebook: elsewhere, it depends on the width of the terminal
    cells = [cell for cell in json.loads(path.read_text())["cells"] if cell["cell_type"] == "code"]
    names, error = {"__name__": "__main__"}, ""
    is_published = Path(os.environ["RUNS"]) == REFERENCE and os.environ["RUN"] == shown(path)
    for cell in cells:
        printed = io.StringIO()
        try:
            with contextlib.redirect_stdout(printed):
                value = run("".join(cell["source"]), f"{path.name}, cell {cell['id']}", names)
            headlines = [charts.headline(plt.figure(number)) for number in plt.get_fignums()]
            texts = [text for text in (printed.getvalue(), text_of(value), *headlines) if text]
        except MissingRunError as missing:
            error = f"cell {cell['id']}: {missing}"
            break
        except Exception:
            error = f"cell {cell['id']}: {traceback.format_exc()}"
            break
        finally:
            plt.close("all")
        if is_published and (differing := [text for text in texts if text not in stored(cell)]):
            error = f"cell {cell['id']} does not store what the published runs show: {differing[0]!r}; stored: {stored(cell)!r}"
            break
    return path.name, time.perf_counter() - start, error


def shown(path: Path) -> str:
    """Returns the folder of the run for a notebook that shows one, unless the reader chose it."""
    return str(Path(os.environ["RUNS"]) / SHOWN.get(path.stem, ""))


def run(source: str, place: str, names: dict):
    """Runs a cell and returns the value of its last expression."""
    tree = ast.parse(source, place)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, place, "exec"), names)
    return eval(compile(ast.Expression(last.value), place, "eval"), names) if last else None


def text_of(value) -> str:
    """Renders the value of a cell, as a notebook does, and returns its text, or nothing if the text changes from one execution to the next."""
    for form in ("_repr_html_", "_repr_svg_"):
        if hasattr(value, form):
            getattr(value, form)()
    if hasattr(value, "_repr_markdown_"):
        return value._repr_markdown_()
    return "" if value is None or " at 0x" in repr(value) else repr(value)


def stored(cell: dict) -> list[str]:
    """Returns the texts among the stored outputs of a cell."""
    found = []
    for output in cell["outputs"]:
        data = output.get("data", {})
        text = output.get("text") or data.get("text/markdown") or data.get("text/plain") or []
        found.append("".join(text))
    return found


def publish(paths: list[Path]) -> int:
    """Executes notebooks in kernels, on the published runs alone."""
    os.environ["RUNS"] = str(REFERENCE)
    command = [sys.executable, "-m", "jupyter", "nbconvert", "--to", "notebook", "--execute", "--inplace", "--log-level", "WARN"]
    for path in paths:
        environment = os.environ | {"RUN": shown(path)}
        subprocess.run([*command, "--ExecutePreprocessor.record_timing=False", path], check=True, env=environment)
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--publish", action="store_true", help="execute the notebooks on the published runs, and store their outputs")
    parser.add_argument("--figures", metavar="FOLDER", type=Path, help="keep the figures in this folder")
    parser.add_argument("notebooks", metavar="NOTEBOOK", nargs="*", type=Path, help="these alone, instead of all")
    arguments = parser.parse_args()
    paths = [path.resolve() for path in arguments.notebooks] or sorted(HERE.glob("*.ipynb"))
    if arguments.publish:
        return publish(paths)
    sys.path.insert(0, str(HERE))
    for name in ("RUNS", "RUN"):
        if name in os.environ:
            os.environ[name] = str(Path(os.environ[name]).resolve())
    os.environ.setdefault("RUNS", str(REFERENCE))
    os.environ["MPLBACKEND"] = "agg"
    jobs = [(path, os.environ.get("RUN") or shown(path)) for path in paths]
    failed = 0
    with tempfile.TemporaryDirectory() as passing:
        os.environ["FIGURES"] = str(arguments.figures.resolve() if arguments.figures else passing)
        os.chdir(HERE)
        with multiprocessing.Pool(min(2, os.cpu_count() or 1, len(jobs))) as pool:
            for name, seconds, error in pool.imap_unordered(check, jobs):
                print(f"{name}: {error or f'ran to its end in {seconds:.1f} s'}", flush=True)
                failed += bool(error)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
