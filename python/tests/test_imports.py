"""Tests of imports without optional packages, and of the module as a program."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from hidden_decks import _frames


@pytest.mark.parametrize(
    ("module", "library", "package"),
    [("gymnasium", "gymnasium", "gymnasium"), ("pettingzoo", "pettingzoo", "pettingzoo"), ("openspiel", "pyspiel", "open_spiel")],
)
def test_a_missing_library_is_named_with_its_installation(module: str, library: str, package: str) -> None:
    code = f"import sys; sys.modules[{library!r}] = None; import hidden_decks.{module}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr.splitlines()[-1] == f"ModuleNotFoundError: {package} is not installed: run 'pip install {package}'"


def test_a_missing_part_of_a_package_is_named_by_the_package() -> None:
    with pytest.raises(ModuleNotFoundError, match="no_package is not installed: run 'pip install no_package'"):
        _frames.optional("no_package.part")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such pipes")
def test_a_reader_may_leave_early() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run([sys.executable, "-m", "hidden_decks", "kuhn"], stdout=writer, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, "")
