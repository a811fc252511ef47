"""Runs the code cells of all notebooks, without Jupyter, and says which of them fail.

    RUNS=… python notebooks/check.py [--figures FOLDER] [NOTEBOOK.ipynb ...]

`--figures` keeps their figures as SVG files. Takes seconds where executing them in kernels takes a minute. Notebooks stay as they are: `reference.sh --publish` executes them.
"""

import argparse
import ast
import contextlib
import io
import json
import multiprocessing
import os
import sys
import tempfile
import time
import traceback
from pathlib import Path

HERE = Path(__file__).resolve().parent


def check(path: Path) -> tuple[str, float, str]:
    """Runs a notebook. Returns its name, its duration in seconds, and the error, if any."""
    start = time.perf_counter()
    # Each notebook has a separate namespace, but all share modules: starting a process takes longer than running the cells.
    import charts
    import matplotlib.pyplot as plt
    from hidden_decks.runs import MissingRunError

    charts.FORMATS = ["svg"]
    cells = [cell for cell in json.loads(path.read_text())["cells"] if cell["cell_type"] == "code"]
    names, error = {"__name__": "__main__"}, ""
    for cell in cells:
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                show(run("".join(cell["source"]), f"{path.name}, cell {cell['id']}", names))
        except MissingRunError as missing:
            error = f"cell {cell['id']}: {missing}"
            break
        except Exception:
            error = f"cell {cell['id']}: {traceback.format_exc()}"
            break
        finally:
            plt.close("all")
    return path.name, time.perf_counter() - start, error


def run(source: str, place: str, names: dict):
    """Runs a cell and returns the value of its last expression."""
    tree = ast.parse(source, place)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, place, "exec"), names)
    return eval(compile(ast.Expression(last.value), place, "eval"), names) if last else None


def show(value):
    """Renders the value of a cell, as a notebook does."""
    for form in ("_repr_html_", "_repr_svg_", "_repr_markdown_"):
        if hasattr(value, form):
            getattr(value, form)()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--figures", metavar="FOLDER", type=Path, help="keep the figures in this folder")
    parser.add_argument("notebooks", metavar="NOTEBOOK", nargs="*", type=Path, help="these alone, instead of all")
    arguments = parser.parse_args()
    paths = [path.resolve() for path in arguments.notebooks] or sorted(HERE.glob("*.ipynb"))
    sys.path.insert(0, str(HERE))
    if "RUNS" in os.environ:
        os.environ["RUNS"] = str(Path(os.environ["RUNS"]).resolve())
    os.environ["MPLBACKEND"] = "agg"
    failed = 0
    with tempfile.TemporaryDirectory() as passing:
        os.environ["FIGURES"] = str(arguments.figures.resolve() if arguments.figures else passing)
        os.chdir(HERE)
        with multiprocessing.Pool(min(2, os.cpu_count() or 1, len(paths))) as pool:
            for name, seconds, error in pool.imap_unordered(check, paths):
                print(f"{name}: {error or f'ran to its end in {seconds:.1f} s'}", flush=True)
                failed += bool(error)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
