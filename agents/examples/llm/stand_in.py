#!/usr/bin/env python3
"""A scripted stand-in for a language model: a local endpoint for the tests of bot.py, which plays 20 games against it.

    python3 agents/examples/llm/stand_in.py TOURNAMENT

It chooses one of the listed moves by a checksum of the question. One question in 16 gets an illegal move first, and one
in 512 never gets a legal one. Every tenth answer is faulty until each fault has occurred once.
"""

import itertools
import json
import subprocess
import sys
import tempfile
import threading
import zlib
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

BOT = Path(__file__).with_name("bot.py")
GAMES = 20
RULES = BOT.parents[3] / "engine/games/tongiaki/README.md"
#: Faulty answers, and the status of HTTP that they come with.
FAULTS = [(200, answer) for answer in ({}, [], {"choices": []}, {"choices": [{"message": None}]}, "unfinished")]
FAULTS += [(429, {}), (503, {}), (500, {})]

numbers = itertools.count(1)


def reply(messages):
    """Returns the answer to a conversation."""
    assert [message["role"] for message in messages[:2]] == ["system", "user"]
    assert "Seats are numbered" in messages[0]["content"] and messages[0]["content"].endswith(RULES.read_text())
    question = messages[1]["content"]
    moves = question.split("The legal moves:\n")[1].splitlines()
    dice = zlib.crc32(question.encode())
    attempt = len(messages) // 2
    if dice % 512 == 0 or (dice % 16 == 0 and attempt == 1):
        return 'I {think} that this is best: {"moves": ["checkmate"]}'
    # A second move that is rarely legal: then the bot has to ask again.
    plan = [moves[dice // 512 % len(moves)], moves[0]]
    return f"Here is my plan.\n```json\n{json.dumps({'moves': plan})}\n```"


class Endpoint(BaseHTTPRequestHandler):
    """Chat completions."""

    def do_POST(self):
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        assert self.headers["Authorization"] == "Bearer open sesame" and request["model"] == "stand-in"
        number = next(numbers)
        content = reply(request["messages"])
        words = sum(len(message["content"].split()) for message in request["messages"])
        usage = {"prompt_tokens": words, "completion_tokens": len(content.split()) if number % 2 else None}
        choice = {"message": {"role": "assistant", "content": content}}
        status, answer = 200, {"choices": [choice], "usage": usage}
        if number % 10 == 0 and FAULTS:
            status, answer = FAULTS.pop()
        missing = 1000 if answer == "unfinished" else 0
        answer = json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(answer) + missing))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_):
        pass


def check_missing_rules():
    """Checks that the bot refuses a game without a page."""
    begin = {"type": "new_game", "game": "kuhn", "players": 2, "seat": 0, "seed": "1", "table": {}}
    command = [sys.executable, str(BOT), "--endpoint", "http://127.0.0.1:1"]
    ended = subprocess.run(command, input=json.dumps(begin), capture_output=True, text=True)
    assert ended.returncode == 2 and "--rules" in ended.stderr and ended.stderr.count("\n") == 1, ended


def main():
    check_missing_rules()
    server = ThreadingHTTPServer(("127.0.0.1", 0), Endpoint)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory() as folder:
        key, stats, run = (Path(folder) / name for name in ("key.txt", "stats.jsonl", "run"))
        key.write_text("open sesame\n")
        endpoint = f"http://127.0.0.1:{server.server_port}/v1/chat/completions"
        command = f"python3 '{BOT}' --endpoint {endpoint} --model stand-in --key-file {key} --stats {stats}"
        agents = f'llm=external:cmd="{command}":sandbox=off:move_ms=60000,random'
        arguments = ["--agents", agents, "--games", str(GAMES), "--players", "2", "--luck", "--seed", "3", "--threads", "1", "--quiet"]
        secret = ["--secret", "00112233445566778899aabbccddeeff", "--out", str(run)]
        subprocess.run([sys.argv[1], *arguments, *secret], check=True)
        games = [json.loads(line) for line in stats.read_text().splitlines()]
        forfeits = sum("illegal move" in line for line in (run / "games.csv").read_text().splitlines())
    totals = {key: sum(game[key] for game in games) for key in games[0] if isinstance(games[0][key], int)}
    print(totals)
    assert not FAULTS and len(games) == GAMES and totals["forfeits"] == forfeits > 0
    assert totals["retries"] >= totals["forfeits"] * 2 + 10
    assert totals["decisions"] > totals["questions"] > 0
    assert totals["prompt_tokens"] > 1000 * totals["questions"] and totals["completion_tokens"] > 0


if __name__ == "__main__":
    main()
