"""The stubs say what the compiled module has, and strict type checkers are content."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).parent.parent

needs = {
    tool: pytest.mark.skipif(importlib.util.find_spec(tool) is None, reason=f"needs {tool}")
    for tool in ("mypy", "pyright")
}


def check(*command: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", *command], cwd=PROJECT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


@needs["mypy"]
def test_mypy_is_content() -> None:
    check("mypy")


@needs["mypy"]
def test_the_stubs_fit_the_module() -> None:
    check("mypy.stubtest", "hidden_decks._core", "--ignore-disjoint-bases")


@needs["pyright"]
def test_pyright_is_content() -> None:
    check("pyright", "--pythonpath", sys.executable)
