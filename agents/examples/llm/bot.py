#!/usr/bin/env python3
"""A bot that asks a language model for its moves, over any endpoint with the usual format of chat completions.

    python3 agents/examples/llm/bot.py --endpoint https://HOST/v1/chat/completions --model NAME --key-file key.txt

The model gets the rules, the view of its seat and the legal moves as text, and answers with the moves of a whole turn.
README.md in this folder has the commands. Nothing but the standard library is needed.
"""

import argparse
import http.client
import json
import sys
import time
import urllib.request
from pathlib import Path

GAMES = Path(__file__).parents[3] / "engine/games"

#: Statuses of HTTP after which a question is repeated only after a pause: too many requests, and overload.
BUSY = (429, 503)

TASK = """You play seat {seat} of a game of {game} with {players} players. Seats are numbered from 0 in turn order.
Plan your whole turn. Reply with a JSON object: {{"moves": ["first move", "second move"]}}. Write every move in the \
notation of the game. You are asked again as soon as the list ends or another player moves or chance decides \
something."""


def options():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--endpoint", required=True, help="URL of the chat completions")
    parser.add_argument("--model", default="", help="name of the model")
    parser.add_argument("--key-file", type=Path, help="file with the key for the endpoint")
    parser.add_argument("--rules", type=Path, help="file with the rules; by default, the page of the game")
    parser.add_argument("--no-moves", action="store_true", help="do not list the legal moves")
    parser.add_argument("--retries", type=int, default=2, help="further questions after an answer that cannot be played")
    parser.add_argument("--stats", type=Path, help="append a line of JSON to this file for each game")
    return parser.parse_args()


def plain(value, indent=""):
    """Returns a value of JSON as indented lines."""
    if isinstance(value, dict) and value:
        return "".join(f"\n{indent}{key}: {plain(inner, indent + '  ')}" for key, inner in value.items())
    if isinstance(value, list) and any(isinstance(inner, dict) for inner in value):
        return "".join(f"\n{indent}-{plain(inner, indent + '  ')}" for inner in value)
    return json.dumps(value, ensure_ascii=False)


def planned(reply):
    """Returns the moves in a reply: the last JSON object in it that lists some."""
    decoder, moves, at = json.JSONDecoder(), [], reply.find("{")
    while at >= 0:
        try:
            found, end = decoder.raw_decode(reply, at)
            listed = found.get("moves", [])
            if listed and isinstance(listed, list) and all(isinstance(move, str) for move in listed):
                moves = listed
        except json.JSONDecodeError:
            end = at + 1
        at = reply.find("{", end)
    return moves


class Model:
    """A language model behind an endpoint."""

    def __init__(self, options):
        self.options = options
        self.headers = {"Content-Type": "application/json"}
        if options.key_file:
            self.headers["Authorization"] = f"Bearer {options.key_file.read_text().strip()}"

    def ask(self, messages, seconds, counts):
        """Returns the reply to the messages, and counts its tokens."""
        body = json.dumps({"model": self.options.model, "messages": messages}).encode()
        request = urllib.request.Request(self.options.endpoint, body, self.headers)
        with urllib.request.urlopen(request, timeout=seconds) as response:
            answer = json.load(response)
        for kind, tokens in (answer.get("usage") or {}).items():
            if kind in counts:
                counts[kind] += tokens or 0
        return str(answer["choices"][0]["message"]["content"] or "")


class Player:
    """A seat in one game."""

    def __init__(self, model, begin):
        self.model, self.begin, self.plan = model, begin, []
        rules = model.options.rules or GAMES / begin["game"] / "README.md"
        if not rules.is_file():
            print(f"error: {rules} does not exist: name a file with the rules of the game with --rules", file=sys.stderr)
            sys.exit(2)
        text = rules.read_text()
        self.task = TASK.format(**begin) + f"\n\nThe table:{plain(begin['table'])}\n\nThe rules:\n\n{text}"
        self.counts = {"decisions": 0, "questions": 0, "retries": 0, "forfeits": 0}
        self.counts |= {"prompt_tokens": 0, "completion_tokens": 0}

    def choose(self, message):
        """Returns a legal move, or an empty text if the model does not find one."""
        self.counts["decisions"] += 1
        moves = message["moves"]
        if any(event.get("p") != self.begin["seat"] for event in message["events"]):
            self.plan = []
        if not self.plan or self.plan[0] not in moves:
            self.plan = self.question(message)
        return self.plan.pop(0) if self.plan else ""

    def question(self, message):
        """Asks the model until its first move is legal, or the retries or the time are used up."""
        until = time.monotonic() + 0.9 * message["limit_ms"] / 1000
        listed = "" if self.model.options.no_moves else "\n\nThe legal moves:\n" + "\n".join(message["moves"])
        happened = plain(message["events"]) or " nothing"
        text = f"Since your last decision:{happened}\n\nYour view:{plain(message['view'])}{listed}"
        messages = [{"role": "system", "content": self.task}, {"role": "user", "content": text}]
        self.counts["questions"] += 1
        for attempt in range(self.model.options.retries + 1):
            left = until - time.monotonic()
            if left <= 0:
                break
            self.counts["retries"] += attempt > 0
            try:
                reply = self.model.ask(messages, left, self.counts)
            except (OSError, ValueError, LookupError, TypeError, AttributeError, http.client.HTTPException) as error:
                print(f"the endpoint failed: {error!r}", file=sys.stderr)
                if getattr(error, "code", None) in BUSY:
                    time.sleep(max(0, min(2.0**attempt, until - time.monotonic())))
                continue
            plan = planned(reply)
            if plan and plan[0] in message["moves"]:
                return plan
            wrong = f"{plan[0]!r} is not a legal move." if plan else "The reply has no JSON object with a list of moves."
            messages += [{"role": "assistant", "content": reply}, {"role": "user", "content": wrong + " Try again."}]
        return []

    def end(self, **result):
        """Appends the counts of the game to the file of statistics."""
        if path := self.model.options.stats:
            line = {key: self.begin[key] for key in ("game", "players", "seat", "seed")}
            with path.open("a") as stats:
                stats.write(json.dumps(line | self.counts | result) + "\n")


def main():
    model, player = Model(options()), None

    def say(answer):
        print(json.dumps(answer), flush=True)

    for line in sys.stdin:
        message = json.loads(line)
        kind = message["type"]
        if kind == "hello":
            say({"type": "ready", "protocol": 1, "name": f"llm {model.options.model}".strip(), "version": "1"})
        elif kind == "new_game":
            player = Player(model, message)
            say({"type": "ready"})
        elif kind == "decide":
            move = player.choose(message)
            if not move:
                # The tournament ends this process after an illegal move, so the game is counted first.
                player.counts["forfeits"] += 1
                player.end()
            say({"move": move})
        elif kind == "game_over":
            player.end(win_share=message["win_shares"][player.begin["seat"]])
        elif kind == "quit":
            return


if __name__ == "__main__":
    main()
