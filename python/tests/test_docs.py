"""Runs the Python code of the README and the guide, and reads their JSON."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from conftest import program

pytest.importorskip("pandas")
pytest.importorskip("pyarrow")

ROOT = Path(__file__).parents[2]
PAGES = ["README.md", "python/README.md", *(f"docs/guide/{page}.md" for page in ("python", "test-a-rule-change", "tutorial", "write-a-bot"))]


def blocks(page: Path) -> list[tuple[str, str]]:
    """The fenced blocks of a page: the language and the text of each."""
    return re.findall(r"^```(\w+)\n(.*?)^```", page.read_text(), flags=re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", PAGES)
def test_python_code_runs_and_prints_what_the_page_shows(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("results").mkdir()
    Path("results/reference").symlink_to(ROOT / "results/reference")
    program("--agents", "greedy,random", "--games", "2", "--records", "--out", "results/taught")
    program("--agents", "random", "--players", "2", "--games", "8", "--vary", "ships=13,15", "--out", "results/ships")
    names: dict[str, Any] = {}
    found = blocks(ROOT / page)
    for (language, code), following in zip(found, [*found[1:], ("", "")]):
        if language == "python":
            capsys.readouterr()
            exec(compile(code, page, "exec"), names)  # noqa: S102
            assert following[0] != "text" or capsys.readouterr().out == following[1]
    assert names


def test_json_can_be_read() -> None:
    pages = [*(ROOT / "docs/guide").glob("*.md"), *(ROOT / "engine/games").glob("*/README.md")]
    texts = [text for page in pages for language, text in blocks(page) if language == "json"]
    assert len(texts) >= 4
    for text in texts:
        json.loads(text)
