#!/usr/bin/env python3
"""An example of a bot: plays Tongiaki and Wongar over the protocol of docs/guide/write-a-bot.md.

    cargo run --release -- --agents "external:cmd=python3 agents/examples/bot.py,random" --games 100

It takes the move that promises most under a simple rule, and one of the best at random where several
promise the same. Nothing but the standard library is needed.
"""

import json
import random
import sys


def island_points(table):
    """What every island of Tongiaki is worth."""
    return {island["tile"]: island["points"] for island in table["islands"]}


class Tongiaki:
    """Keeps king islands, spreads over valuable islands, and stays clear of what is worth nothing."""

    KINGS = 2  # founded too early a king island costs more ships than it is worth

    def __init__(self, table):
        self.points = island_points(table)

    def promise(self, move, view):
        word, _, place = move.partition(" ")
        name = place.split(":")[0].split(">")[0]
        points = self.points.get(name, 0)
        if word == "found":
            late = len(view["deck"]) < 12
            return 20 + points if late and points >= 4 else -1
        if word == "spread":
            return place.count("+")  # more ships
        if word in ("expand", "enter"):
            ships = sum(beach[view["seat"]] for beach in self.beaches(view, name))
            return points + ships
        if word == "give-back":
            return 0 if int(place) == view["seat"] else 1  # rather the others' ships
        return 0

    @staticmethod
    def beaches(view, name):
        return next((tile["beaches"] for tile in view["tiles"] if tile["tile"] == name), [])


class Wongar:
    """Goes where ceremonies are due and it is close to a majority."""

    def __init__(self, table):
        self.table = table

    def promise(self, move, view):
        words = move.split(" ")
        if words[0] in ("place", "settle"):
            return self.presence(view, words[-1])
        if words[0] == "take":
            card = view["regions"][words[1]]["open"]
            liked = {"triple": 4, "four-rituals": 3, "cylinder": 3, "cube": 2, "lens": 2}
            return liked.get(card, 0)
        if words[0] == "travel":
            return self.majorities(view, words[1])
        if words[0] in ("play", "play-double"):
            region = view["ceremony"]["region"]
            behind = not self.leads(view, region, words[1])
            return 1 if behind and words[2] == "remove" else -1
        if words[0] == "from":
            return 0 if int(words[1]) == view["seat"] else 1
        return 0

    def presence(self, view, region):
        """Own stones there, where the figures are near."""
        stones = view["regions"][region]["stones"]
        own = sum(by_seat[view["seat"]] for by_seat in stones.values())
        near = set(view["figures"].values())
        near |= {other for figure in near for other in self.table["regions"][figure]["adjacent"]}
        return own + (2 if region in near else 0)

    def majorities(self, view, region):
        return sum(self.leads(view, region, kind) for kind in ("lens", "cube", "cylinder"))

    @staticmethod
    def leads(view, region, kind):
        by_seat = view["regions"][region]["stones"][kind]
        return by_seat[view["seat"]] == max(by_seat) > 0


GAMES = {"tongiaki": Tongiaki, "wongar": Wongar}


def say(answer):
    print(json.dumps(answer), flush=True)


def main():
    player, dice = None, None
    for line in sys.stdin:
        message = json.loads(line)
        kind = message["type"]
        if kind == "hello":
            say({"type": "ready", "protocol": 1, "name": "example", "version": "1.0"})
        elif kind == "new_game":
            player = GAMES[message["game"]](message["table"])
            dice = random.Random(message["seed"])
            say({"type": "ready"})
        elif kind == "decide":
            promises = [player.promise(move, message["view"]) for move in message["moves"]]
            best = max(promises)
            say({"move": dice.choice([m for m, p in zip(message["moves"], promises) if p == best])})
        elif kind == "quit":
            return


if __name__ == "__main__":
    main()
