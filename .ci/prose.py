"""Reports habits of style that .ci/prose.toml lists, in the texts that people read.

    python .ci/prose.py [PATH...]             the hits in all tracked files, or in those under the paths
    python .ci/prose.py --count [PATH...]     the number of hits by rule and by folder

Checked are Markdown pages, text and comments of notebooks, comments and string literals of Rust, docstrings of the Python package and of the
notebooks' modules, comments of scripts, and the English texts of the page. A comment with `prose: ok` on a line, or on the line above, allows its hits.

Pages have at most two numbers in a sentence and six in a paragraph, because more belong in a table or a plot. Without a path,
the subjects of the last commits are also checked.

Why no ready-made linter: textlint with the rule prh reads Markdown, but neither Rust nor TypeScript, and installs 140
packages. Vale reads comments of Rust, but its packages on PyPI and npm download the program when they are run or installed.
"""

import ast
import json
import re
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SKIPPED = ("results/", "docs/reference/", "LICENSE")
# Comments, characters and strings in one expression, so that a quote in one of them opens no string.
RUST = re.compile(r"""(?P<doc>(?:^[ \t]*//[/!](?!/).*\n?)+)|(?P<note>(?:^[ \t]*//(?![/!]).*\n?)+|//.*)|r(#+)"(?s:.*?)"\2|'(?:\\.|[^\\'])'|"(?P<text>(?s:[^"\\]|\\.)*)\"""", re.M)
SCRIPT = re.compile(r"""//.*|/\*(?s:.*?)\*/|"(?P<text>(?:[^"\\\n]|\\.)*)"|`(?P<more>(?:[^`\\]|\\.)*)`""")
HOLE = re.compile(r"\$?\{[^{}]*\}")  # In a text with values to fill in.
# A number with its interval, or a range, is one. It has two digits, a fraction or a percent sign: 3 players are not counted.
VALUE = r"[-+−]?\d[\d,]*(?:\.\d+)*%?"
NO_NUMBER = re.compile(
    rf"\d{{4}}-\d\d-\d\d|\b(?:19|20)\d\d\b|95%|\([^()]*{VALUE} (?:to|and) {VALUE}[^()]*\)|±? ?{VALUE}(?= to {VALUE})|± {VALUE}"
    rf"|!\[[^\]]*\]|(?:Figures?|seeds?|versions?|Python|p [<=]) {VALUE}"
)
NUMBER = re.compile(r"(?<![\w.])(?:\d[\d,]*(?:\.\d+|\d)%?|\d%)(?!\w)")
# The area, and a verb in the imperative: no third person, past or gerund.
SUBJECT = re.compile(r"[\w*./, -]+: (?!\w+(?:[^suai]s|(?<!e)(?<!emb)ed|(?<!br)ing)\b)[a-z]\S* .+")
COMMITS = 100  # Clones may have fewer.
INSTEAD = {
    "numbers in a sentence": "at most two: drop some, split the sentence, or add a table",
    "numbers in a paragraph": "at most six: drop some, or add a table",
    "subject": "area: imperative object, in at most 60 characters",
}
EDGE = re.compile(r"\n\s*\n|\n(?=\s*(?:[*#-]|\d+\.)\s)|\||$(?!\n)")


def markdown(text: str, line: int = 1) -> Iterator[tuple[int, str]]:
    """Paragraphs, headings, list items and table cells with their lines; without code, comments and targets of links."""
    text = re.sub(r"^ *(```+|~~~+).*?^ *\1|<!--.*?-->", lambda code: "\n" * code[0].count("\n"), text, flags=re.S | re.M)
    text = re.sub(r"(`+)[^`].*?\1", "code", text)
    text = re.sub(r"(?<=\])\([^)\n]*\)", "", text)
    start = 0
    for edge in EDGE.finditer(text):
        block = text[start : edge.start()].lstrip(" \t\n*#>-")
        yield line + text.count("\n", 0, edge.start() - len(block)), block.rstrip()
        start = edge.end()


def rust(name: str, text: str) -> Iterator[tuple[int, str, bool]]:
    """Comments, and strings of three words or more outside tests."""
    tests = 0 if "/tests/" in name or name.endswith("tests.rs") else (text + "#[cfg(test)]").index("#[cfg(test)]")
    for found in RUST.finditer(text):
        line = text.count("\n", 0, found.start()) + 1
        if found["doc"]:
            bare = re.sub(r"^[ \t]*//[/!] ?", "", found["doc"], flags=re.M)
            yield from ((at, block, True) for at, block in markdown(bare, line))
        elif found["note"]:
            yield line, re.sub(r"^[ \t]*// ?", "", found["note"], flags=re.M).rstrip(), True
        elif found["text"] and found["text"].count(" ") > 1 and found.start() < tests:
            yield line, HOLE.sub("x", found["text"].replace("\\\n", "\n")), False


def texts(name: str, source: str) -> Iterator[tuple[int, str, bool]]:
    """The texts of a file with their lines, and whether they are comments on code."""
    if name.endswith(".md"):
        # The entries of older releases stay as they are.
        source = "\n## ".join(source.split("\n## ")[:2]) if name == "CHANGELOG.md" else source
        yield from ((line, block, False) for line, block in markdown(source))
    elif name.endswith(".ipynb"):
        for cell in re.finditer(r'"cell_type": "(markdown|code)".*?"source": \[\n(.*?)\n *\]', source, re.S):
            words, at = "".join(json.loads(f"[{cell[2]}]")), source.count("\n", 0, cell.start(2)) + 1
            if cell[1] == "markdown":
                yield from ((line, block, False) for line, block in markdown(words, at))
            else:
                notes = re.finditer(r"(?:^|  )# (.*)", words, re.M)
                yield from ((at + words.count("\n", 0, note.start()), note[1], True) for note in notes)
    elif name.endswith(".rs"):
        yield from rust(name, source)
    elif name.endswith(".sh") or name.startswith(".ci/"):
        for found in re.finditer(r"^ *# (.*)", source, re.M):
            yield source.count("\n", 0, found.start()) + 1, found[1], True
    elif name.startswith(("python/hidden_decks/", "notebooks/")):
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node):
                at = node.body[0].value
                yield from ((line, block, True) for line, block in markdown(at.value, at.lineno))
    elif name == "web/app/texts/en.ts":
        for found in SCRIPT.finditer(source):
            yield source.count("\n", 0, found.start()) + 1, HOLE.sub("x", found["text"] or found["more"] or ""), False


def dense(source: str) -> Iterator[tuple[str, int, str]]:
    """The sentences and paragraphs of a page, outside tables, that have too many numbers: the rule, the line and the words."""
    for line, block in markdown(re.sub(r"^ *\|.*", "", source, flags=re.M)):
        numbers = 0
        for sentence in re.split(r"(?<=[.!?])\W* (?=\W*[A-Z]|code\b)", block):
            count = len(NUMBER.findall(NO_NUMBER.sub("", sentence)))
            numbers += count
            if count > 2:
                yield "numbers in a sentence", line, sentence
        if numbers > 6:
            yield "numbers in a paragraph", line, block


def commits() -> Iterator[tuple[str, str, str]]:
    """The hits in the subjects of the last commits, of which a source archive has none."""
    log = subprocess.run(["git", "log", "--no-merges", f"-{COMMITS}", "--format=%h %s"], cwd=ROOT, capture_output=True, text=True)
    for line in log.stdout.splitlines():
        commit, subject = line.split(" ", 1)
        if len(subject) > 60 or not SUBJECT.fullmatch(subject):
            yield "subject", f"commit {commit}", subject


def tracked(*paths: str) -> list[str]:
    """The files that git lists, or all files of a source archive."""
    listed = subprocess.run(["git", "ls-files", "-z", "--", *paths], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode == 0:
        return [name for name in listed.stdout.split("\0") if name]
    names = [path.relative_to(ROOT).as_posix() for path in ROOT.rglob("*") if path.is_file()]
    return [name for name in names if not {"target", "node_modules"} & set(name.split("/")) and name.startswith(paths or ("",))]


def hits(name: str, rules: list[dict]) -> Iterator[tuple[str, str, str]]:
    """The hits in a file: the rule, the place and the words."""
    source = (ROOT / name).read_text()
    allowed = {line + more for line, words in enumerate(source.split("\n"), 1) if "prose: ok" in words for more in (0, 1)}
    for line, words, is_comment in texts(name, source):
        for rule in rules:
            for found in rule["find"].finditer(words) if is_comment or rule.get("where") != "comment" else ():
                at = line + words.count("\n", 0, found.end() - len(found[0].lstrip()))
                if at not in allowed:
                    yield rule["name"], f"{name}:{at}", " ".join(found[0].split())[:80]
    for rule, line, words in dense(source) if name.endswith(".md") and name != "CHANGELOG.md" else ():
        if line not in allowed:
            yield rule, f"{name}:{line}", " ".join(words.split())[:80]


def main(*words: str) -> int:
    rules = tomllib.loads((ROOT / ".ci/prose.toml").read_text())["rule"]
    for rule in rules:
        rule["find"] = re.compile(rule["find"].replace(" ", r"\s+"), re.IGNORECASE)
    instead = {rule["name"]: rule["instead"] for rule in rules} | INSTEAD
    paths = [word for word in words if word != "--count"]
    names = [name for name in tracked(*paths) if not name.startswith(SKIPPED)]
    kinds = (".md", ".ipynb", ".rs", ".py", ".pyi", ".ts", ".sh")
    found = [hit for name in names if name.endswith(kinds) or name.startswith(".ci/") for hit in hits(name, rules)]
    found += commits() if not paths else ()
    if "--count" in words:
        folders = Counter("/".join(Path(place.split(":")[0]).parts[:2]) for _, place, _ in found)
        for title, counts in (("rule", Counter(rule for rule, _, _ in found)), ("folder", folders)):
            print(f"{title:>40}  hits", *(f"{name:>40}  {count:4}" for name, count in counts.most_common()), sep="\n")
    else:
        print(*(f"{place}: {rule}: \"{quote}\": write {instead[rule]}" for rule, place, quote in found), sep="\n")
    print(f"{len(found)} hits")
    return 1 if found else 0


sys.exit(main(*sys.argv[1:]))
