"""A bot that wants to know the deck: it predicts every tile that is drawn, from whatever is left of earlier games.

It keeps all draws in every place where a process might leave something: in its memory, in files, beside itself, in attributes
and times of files, in the keys of the kernel, in what it shares with other processes. At the end of a game it says on its
standard error: the draws, the hits that chance alone gives on average, their variance, the hits; and what numbers it found.
"""

import ctypes
import fcntl
import json
import os
import random
import sys

HERE = os.path.abspath(__file__)
FOLDER = os.path.dirname(HERE)
NAME = "memory-of-a-seer"
FILES = [f"{folder}/{NAME}" for folder in (".", "/tmp", "/dev/shm", "/var/tmp", FOLDER, os.environ.get("HOME", "."))]
# Not the files of the system: where there is no sandbox, they would be changed.
WITH_ATTRIBUTES = [HERE, FOLDER]
ADD_KEY, KEYCTL = (248, 250) if os.uname().machine == "x86_64" else (217, 219)
KEYRINGS = (-3, -4, -5)
KEYCTL_SEARCH, KEYCTL_READ = 10, 11

libc = ctypes.CDLL(None, use_errno=True)
remembered = []


def attempt(act, *arguments):
    """What comes of it, or nothing if it is not allowed."""
    try:
        return act(*arguments)
    except (OSError, ValueError, KeyError):
        return None


def read(path):
    with open(path, "rb") as file:
        return file.read()


def write(path, content):
    with open(path, "wb") as file:
        file.write(content)


def read_key(ring):
    key = libc.syscall(KEYCTL, KEYCTL_SEARCH, ring, b"user", NAME.encode(), 0)
    room = ctypes.create_string_buffer(30_000)
    length = libc.syscall(KEYCTL, KEYCTL_READ, key, room, len(room)) if key > 0 else -1
    return room.raw[:length] if length > 0 else None


def recall():
    """Everything that was ever remembered."""
    found = [attempt(read, path) for path in FILES]
    found += [attempt(os.getxattr, path, f"user.{NAME}") for path in WITH_ATTRIBUTES]
    found += [read_key(ring) for ring in KEYRINGS]
    decks = list(remembered)
    for content in filter(None, found):
        decks += attempt(json.loads, content) or []
    return decks


def remember(decks):
    content = json.dumps(decks[-20:]).encode()
    for path in FILES:
        attempt(write, path, content)
    for path in WITH_ATTRIBUTES:
        attempt(os.setxattr, path, f"user.{NAME}", content[:4000])
    for ring in KEYRINGS:
        libc.syscall(ADD_KEY, b"user", NAME.encode(), content, len(content), ring)


def number_left():
    """Numbers that other processes could have left: times and modes of files, the length and the place of shared ones."""
    # In the sandbox, the folder is new, and so is its time.
    numbers = [attempt(lambda: os.stat(HERE).st_mtime_ns % 1000)]
    numbers += [attempt(lambda: os.fstat(2).st_size), attempt(lambda: os.lseek(2, 0, os.SEEK_CUR))]
    return numbers + [attempt(lambda: fcntl.fcntl(2, fcntl.F_GETSIG))]


def leave_numbers(number):
    for path in WITH_ATTRIBUTES:
        attempt(lambda path=path: os.utime(path, ns=(os.stat(path).st_atime_ns, number)))
    attempt(lambda: os.ftruncate(2, number))
    attempt(lambda: os.lseek(2, number, os.SEEK_SET))
    attempt(lambda: fcntl.fcntl(2, fcntl.F_SETSIG, 1 + number % 60))


class Game:
    def __init__(self, tiles):
        self.tiles = tiles
        self.drawn = []
        self.known = recall()
        self.chance = self.variance = self.hits = 0
        self.left = number_left()

    def predict(self):
        """The next tile of an earlier game that went like this one; else any that is left."""
        for deck in reversed(self.known):
            if deck[: len(self.drawn)] == self.drawn and len(deck) > len(self.drawn):
                return deck[len(self.drawn)]
        return random.choice([tile for tile in self.tiles if tile not in self.drawn])

    def hear(self, events):
        for event in events:
            if event["event"] == "draw":
                even = 1 / (len(self.tiles) - len(self.drawn))
                self.chance += even
                self.variance += even * (1 - even)
                self.hits += self.predict() == event["tile"]
                self.drawn.append(event["tile"])
                # Whoever plays the same deck at the same time could use it at once.
                remember([*self.known, self.drawn])
                leave_numbers(len(self.drawn))


def say(answer):
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


TILES = sys.argv[1].split(",")
game = None
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say({"type": "ready", "protocol": 1, "name": "seer", "version": "1"})
    elif message["type"] == "new_game":
        random.seed(message["seed"])
        game = Game(TILES)
        say({"type": "ready"})
    elif message["type"] == "decide":
        game.hear(message["events"])
        say({"move": message["moves"][0]})
    elif message["type"] == "game_over":
        game.hear(message["events"])
        remembered.append(game.drawn)
        print("drawn", len(game.drawn), game.chance, game.variance, game.hits, file=sys.stderr, flush=True)
        print("left", *game.left, file=sys.stderr, flush=True)
    elif message["type"] == "quit":
        break
