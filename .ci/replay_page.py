"""Opens a replay page in a headless browser, presses its keys, and checks what comes of it.

Usage: replay_page.py CHROMIUM PAGE
"""

import html
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

WATCH = """<script>
window.troubles = [];
addEventListener("error", (event) => troubles.push(String(event.message)));
const complain = console.error;
console.error = (...words) => { troubles.push(words.join(" ")); complain(...words); };
</script>"""

DRIVE = """<script>
const looks = [];
const text = (selector) => document.querySelector(selector)?.textContent ?? null;
const look = (what) => looks.push({
  what, counter: text("#counter"), told: text("#told"), headline: text("#headline"),
  points: [...document.querySelectorAll("#seats .points")].map((cell) => cell.textContent),
  board: document.getElementById("board").innerHTML.length, play: text("#play"),
  turn: Number(document.getElementById("turn").value),
  current: document.querySelectorAll("#moves .current").length,
  shapes: document.querySelectorAll("#board use").length,
  fresh: document.querySelectorAll("#board .new").length,
  search: document.getElementById("search").hidden ? null : text("#search"),
});
const press = (key) => {
  document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  look(key);
};
look("opened");
for (const key of ["ArrowRight", "ArrowRight", "ArrowLeft", "PageDown", "PageDown", "PageUp", "End", "ArrowRight",
  "Home", "ArrowLeft"]) press(key);
document.getElementById("turn-on").click();
look("turn button");
press("Home");
press("+");
press("+");
press(" ");
setTimeout(() => {
  look("played");
  press(" ");
  const report = document.createElement("pre");
  report.id = "report";
  report.textContent = JSON.stringify({ looks, troubles });
  document.body.append(report);
}, 1000);
</script>"""


def main(chromium: str, page: str) -> None:
    text = Path(page).read_text()
    assert "http://" not in text.replace("http://www.w3.org/", "") and "https://" not in text, "it needs the network"
    assert len(text) < 2_000_000, f"the page has {len(text)} bytes"
    text = with_a_search(text)
    with tempfile.TemporaryDirectory() as folder:
        driven = Path(folder) / "page.html"
        driven.write_text(text.replace("<head>", "<head>" + WATCH, 1).replace("</body>", DRIVE + "</body>", 1))
        finished = subprocess.run(
            [chromium, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-sync",
             "--disable-background-networking", "--disable-component-update", f"--user-data-dir={folder}/profile",
             "--enable-logging=stderr", "--virtual-time-budget=5000", "--dump-dom", driven.as_uri()],
            capture_output=True, text=True, timeout=120,
        )
    console = [line for line in finished.stderr.splitlines() if "CONSOLE" in line]
    assert not console, console
    found = re.search(r'<pre id="report">(.*?)</pre>', finished.stdout, re.DOTALL)
    assert found, f"the page did not come to its end: {finished.stderr[-2000:]}"
    report = json.loads(html.unescape(found[1]))
    assert report["troubles"] == [], report["troubles"]
    check(report["looks"])


def with_a_search(text: str) -> str:
    """The page, its first step with what a search might have thought."""
    head, data, tail = re.split(r'(?<=<script id="data" type="application/json">)(.*?)(?=</script>)', text, flags=re.DOTALL)
    content = json.loads(data)
    moves = [{"move": "<stay>", "visits": 70, "value": 0.61}]
    content["game"]["frames"][1]["search"] = {"agent": "<em>mcts", "lost": 0.125, "verdict": "mistake", "moves": moves}
    return head + json.dumps(content).replace("</", "<\\/") + tail


def check(looks: list[dict]) -> None:
    (opened, _, _, _, turn, next_turn, turn_back, end, _, home, _, button, *_, played, paused) = looks
    steps = [int(re.fullmatch(r"step (\d+) of \d+", look["counter"])[1]) for look in looks]
    last = int(opened["counter"].split()[-1])
    assert steps[:4] == [0, 1, 2, 1], steps
    assert turn["turn"] == turn_back["turn"] == next_turn["turn"] - 1, looks[4:7]
    assert steps[4] == steps[6] == steps[11] and steps[5] > steps[4], steps
    assert steps[7] == steps[8] == last and steps[9] == steps[10] == 0, steps
    assert "wins" in end["headline"] or "share the win" in end["headline"], end
    assert end["points"] != home["points"], "the points never change"
    assert opened["fresh"] == 0 and any(look["fresh"] > 0 for look in looks), "what is new is not marked"
    assert opened["search"] is None and looks[2]["search"] is None, "there is a search that nobody made"
    for words in ("<em>mcts", "mistake: the decision lost 12.5 percentage points", "<stay>", "70", "0.610"):
        assert words in looks[1]["search"], looks[1]["search"]
    assert end["told"].endswith("."), end
    assert end["shapes"] > opened["shapes"], "nothing of the players has come onto the board"
    assert len({look["board"] for look in (opened, next_turn, button, end)}) > 2, "the board never changes"
    assert all(look["current"] == 1 for look in looks), "one line of the list is marked"
    assert played["play"] == "Pause" and paused["play"] == "Play", (played, paused)
    assert 0 < steps[-2] <= last, "it does not play"
    print(f"the page went through {last} steps and their turns, by key and by button")


main(*sys.argv[1:])
