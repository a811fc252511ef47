"""Renders the reference of the Python package, which must be installed, with pdoc: python api.py FOLDER."""

import sys
from pathlib import Path

import pdoc
from pdoc import doc, doc_pyi

MODULES = ["hidden_decks", *(f"hidden_decks.{name}" for name in ("runs", "gymnasium", "pettingzoo", "widgets", "bot"))]

# The classes of the package have their types in the stub of the compiled module.
find = doc_pyi.find_stub_file
doc_pyi.find_stub_file = lambda module: find("hidden_decks._core" if module == "hidden_decks" else module)

# Properties of compiled classes have no fixed order.
members = doc.Class.own_members.func
doc.Class.own_members = property(
    lambda self: sorted(members(self), key=lambda member: member.name if member.kind == "variable" else "")
)
pdoc.render.configure(docformat="numpy", show_source=False)
pdoc.pdoc(*MODULES, output_directory=Path(sys.argv[1]))
