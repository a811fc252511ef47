#!/usr/bin/env bash
# Makes target/paper/hidden-decks.pdf from paper.md and redraws the figures of the docs: bash docs/research/paper.sh
# Needs Python 3; installs the rest into target/. The notebooks draw runs in results/, or the published summaries in
# results/reference/ where there is no run; notebooks/figures.py always draws the published summaries.
set -euo pipefail
cd "$(dirname "$0")/../.."

made=target/paper figures=docs/research/figures
python=$made/venv/bin/python
[ -x "$python" ] || python3 -m venv "$made/venv"
"$python" -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes \
    --requirement notebooks/requirements-locked.txt --requirement docs/research/requirements-locked.txt
"$python" -c 'import hidden_decks' 2>/dev/null || "$python" -m pip install --quiet --disable-pip-version-check ./python

# Keeps only the figures that the reports and the guide show. Each comes from a notebook or from notebooks/figures.py.
shown=$(grep --no-filename --only-matching 'figures/[a-z0-9-]*\.svg' docs/research/*.md docs/guide/*.md | sort -u)
notebooks=$(for name in $shown; do
    grep --files-with-matches "charts.save(.*$(basename "$name" .svg)" notebooks/*.ipynb || true
done | sort -u)
rm -rf "$made/figures"
"$python" notebooks/check.py --figures "$made/figures" $notebooks
"$python" notebooks/figures.py "$made/figures"
mkdir -p "$figures"
for name in $shown; do cp "$made/$name" "$figures/"; done

version=$(sed -n '/^\[workspace.package\]/,/^version/s/^version = "\(.*\)"/\1/p' Cargo.toml)
date=$(git log -1 --format=%cs 2>/dev/null || date +%F)
"$python" - "$made/paper.typ" "$version" "$date" <<'PANDOC'
import sys

import pypandoc

target, version, date = sys.argv[1:]
pypandoc.convert_file(
    "docs/research/paper.md",
    "typst",
    format="gfm+smart",
    outputfile=target,
    extra_args=["--standalone", "--template=docs/research/paper.typ", "--lua-filter=docs/research/paper.lua",
                "--metadata=author:The Hidden Decks maintainers", f"--metadata=version:{version}", f"--metadata=date:{date}"],
)
PANDOC
rm -rf "$made/figures" && cp -r "$figures" "$made/figures"
fonts=$("$python" -c 'import matplotlib; print(matplotlib.get_data_path())')/fonts/ttf
"$python" -c 'import sys, typst; typst.compile(sys.argv[1], output=sys.argv[2], font_paths=[sys.argv[3]])' \
    "$made/paper.typ" "$made/hidden-decks.pdf" "$fonts"
echo "$made/hidden-decks.pdf"
