"""Follows the links of the docs, or of the book made of them.

    python links.py             the Markdown files of the repository, and the list of the book's pages
    python links.py FOLDER      the HTML files of a folder
"""

import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

ROOT = Path(__file__).resolve().parents[1]
SUMMARY = ROOT / "docs/SUMMARY.md"
PARTS = ["docs/guide", "docs/reference", "docs/research"]


def main(folder: str | None = None) -> int:
    troubles = of_book(Path(folder).resolve()) if folder else of_repository()
    print(*troubles, sep="\n", end="\n" if troubles else "")
    return 1 if troubles else 0


def of_repository() -> list[str]:
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z", "*.md"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )
    pages = [ROOT / name for name in listed.stdout.split("\0") if name and (ROOT / name).exists()]
    troubles, links = [], 0
    for page in pages:
        for target in markdown_links(page.read_text()):
            links += 1
            if trouble := broken(page, target, markdown_anchors):
                troubles.append(f"{page.relative_to(ROOT)}: {target}: {trouble}")
        for file, anchor in re.findall(r"\{\{#include ([^:}\s]+):([\w-]+)\}\}", page.read_text()):
            source = page.parent / file
            text = source.read_text() if source.exists() else ""
            part = re.search(rf"ANCHOR: {anchor}\b(.*)ANCHOR_END: {anchor}\b", text, flags=re.DOTALL)
            if not part:
                troubles.append(f"{page.relative_to(ROOT)}: {file} has no anchor {anchor} to include")
            elif source.suffix == ".md":
                # A page in another folder includes it, where such a link leads to another place.
                far = [target for target in markdown_links(part[1]) if not is_outside(target) and not target.startswith("#")]
                troubles += [f"{file}: {target}: write the path as code, because {page.name} includes it" for target in far]
    if SUMMARY.exists():
        told = {(SUMMARY.parent / target).resolve() for target in markdown_links(SUMMARY.read_text())}
        missing = [page for part in PARTS for page in (ROOT / part).rglob("*.md") if page not in told]
        troubles += [f"{SUMMARY.relative_to(ROOT)} leaves out {page.relative_to(ROOT)}" for page in missing]
    print(f"{len(pages)} pages with {links} links")
    return troubles


def of_book(folder: Path) -> list[str]:
    pages = sorted(folder.rglob("*.html"))
    troubles, links = [], 0
    # The links in these two pages start from other folders.
    for page in (page for page in pages if page.name not in ("404.html", "toc.html")):
        for target in Page.of(page).links:
            links += 1
            place = (page.parent / unquote(urlsplit(target).path)).resolve()
            trouble = broken(page, target, lambda other: Page.of(other).anchors)
            if not is_outside(target) and not place.is_relative_to(folder):
                trouble = "it leads out of the book"
            if trouble:
                troubles.append(f"{page.relative_to(folder)}: {target}: {trouble}")
    if not list(folder.glob("searchindex*.js")):
        troubles.append("the book has no search")
    print(f"{len(pages)} pages with {links} links")
    return troubles


def broken(page: Path, target: str, anchors) -> str | None:
    """What is wrong with a link on a page."""
    if is_outside(target):
        return None
    link = urlsplit(target)
    place = (page.parent / unquote(link.path)).resolve() if link.path else page
    if not place.exists():
        return "there is no such file"
    if link.fragment and place.suffix in (".md", ".html") and unquote(link.fragment) not in anchors(place):
        return "there is no such place in it"
    return None


def is_outside(target: str) -> bool:
    return bool(urlsplit(target).scheme or urlsplit(target).netloc)


def prose(text: str) -> str:
    """The text without code."""
    text = re.sub(r"^( *)(```+|~~~+).*?^ *\2", "", text, flags=re.DOTALL | re.MULTILINE)
    return re.sub(r"(`+)[^`].*?\1", lambda code: "x" * len(code[0]), text)


def markdown_links(text: str) -> list[str]:
    text = prose(text)
    inline = re.findall(r"\]\(<?([^()\s<>]+(?:\([^()\s]*\)[^()\s]*)?)>?(?:\s+\"[^\"]*\")?\)", text)
    references = re.findall(r"^ {0,3}\[[^]]+\]:\s+<?([^\s>]+)", text, flags=re.MULTILINE)
    return inline + references


def markdown_anchors(page: Path) -> set[str]:
    """The names of the headings, as GitHub and mdBook make them."""
    anchors: set[str] = set()
    text = re.sub(r"^( *)(```+|~~~+).*?^ *\2", "", page.read_text(), flags=re.DOTALL | re.MULTILINE)
    for heading in re.findall(r"^#{1,6} +(.+?) *#*$", text, flags=re.MULTILINE):
        words = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).lower()
        name = re.sub(r"[^\w\- ]", "", words).strip().replace(" ", "-")
        same = [name, *(f"{name}-{number}" for number in range(1, 100))]
        anchors.add(next(one for one in same if one not in anchors))
    return anchors | set(re.findall(r"(?:id|name)=\"([^\"]+)\"", text))


class Page(HTMLParser):
    """The links of an HTML page and the places that links may lead to."""

    known: dict[Path, "Page"] = {}

    def __init__(self):
        super().__init__()
        self.links: list[str] = []
        self.anchors: set[str] = set()

    @classmethod
    def of(cls, path: Path) -> "Page":
        if path not in cls.known:
            cls.known[path] = page = cls()
            page.feed(path.read_text())
        return cls.known[path]

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("href", "src") and value and tag != "base":
                self.links.append(value)
            elif name in ("id", "name") and value:
                self.anchors.add(value)


sys.exit(main(*sys.argv[1:]))
