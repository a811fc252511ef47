"""A bot that predicts the tiles that are drawn, by one channel through which an earlier process may have left them.

    python spy.py CHANNEL TILES [FOLDER]

At the end of a game it prints on its standard error: the draws, the hits that chance alone gives on average, their variance, and
the hits. FOLDER has a folder of files of one page for each game. With the channel `talk` it leaves a number for the other seats of
its game instead, and prints how many it finds.
"""

import ctypes
import fcntl
import json
import mmap
import os
import random
import resource
import struct
import sys

libc = ctypes.CDLL(None, use_errno=True)
libc.mmap.restype = ctypes.c_void_p
libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long]
CACHESTAT = 451
RWF_NOWAIT = 8
BYTES = 40
LOCK = "hhqqi4x"
LEVELS = 43  # bits in the position of a file


def numbers(code):
    """The code as bits, after one that tells that there is a code."""
    return [1, *(byte >> bit & 1 for byte in code for bit in range(8))]


def code(bits):
    if not bits[0]:
        return None
    return bytes(sum(bits[1 + 8 * byte + bit] << bit for bit in range(8)) for byte in range(BYTES))


def checked(act, *arguments):
    result = act(*arguments)
    if result < 0:
        raise OSError(ctypes.get_errno(), "refused")
    return result


class Marks:
    """A file for every bit."""

    def __init__(self, folder):
        self.folder = folder

    def files(self, group="0"):
        return [f"{self.folder}/{group}/{number}" for number in range(1 + 8 * BYTES)]

    def write(self, content):
        for path, bit in zip(self.files(), numbers(content)):
            file = os.open(path, os.O_RDONLY)
            os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)
            if bit:
                os.read(file, 4096)
            os.close(file)

    def read(self):
        return code([int(self.mark(path)) for path in self.files()])

    def mark(self, path):
        file = os.open(path, os.O_RDONLY)
        try:
            return self.is_cached(file)
        finally:
            os.close(file)


class NoWait(Marks):
    def is_cached(self, file):
        try:
            return os.preadv(file, [bytearray(8)], 0, RWF_NOWAIT) > 0
        except BlockingIOError:
            return False


class CacheStat(Marks):
    def is_cached(self, file):
        span, found = (ctypes.c_uint64 * 2)(0, 4096), (ctypes.c_uint64 * 5)()
        checked(libc.syscall, CACHESTAT, file, span, found, 0)
        return found[0]


class Core(Marks):
    def is_cached(self, file):
        place = libc.mmap(None, 4096, mmap.PROT_READ, mmap.MAP_SHARED, file, 0)
        found = ctypes.create_string_buffer(1)
        checked(libc.mincore, ctypes.c_void_p(place), 4096, found)
        return found.raw[0] & 1


class Faults(Marks):
    """Reading a page that is not in the cache is counted."""

    def is_cached(self, file):
        before = resource.getrusage(resource.RUSAGE_SELF).ru_majflt
        with mmap.mmap(file, 4096, prot=mmap.PROT_READ) as page:
            page[0]
        return resource.getrusage(resource.RUSAGE_SELF).ru_majflt == before


class Access(Marks):
    """A file that was last read long ago gets a new time when it is read. Each can be used once."""

    def groups(self):
        groups = sorted(os.listdir(self.folder), key=int)
        return groups, sum(self.mark(self.files(group)[0]) for group in groups)

    def write(self, content):
        groups, used = self.groups()
        for path, bit in zip(self.files(groups[used]), numbers(content)):
            if bit:
                with open(path, "rb") as file:
                    file.read()

    def read(self):
        groups, used = self.groups()
        return code([int(self.mark(path)) for path in self.files(groups[used - 1])]) if used else None

    def mark(self, path):
        return os.stat(path).st_atime > 2**30


class Position:
    """The positions of files that the program inherited."""

    def __init__(self, _):
        self.files = range(3, 3 + -(-(1 + 8 * BYTES) // LEVELS))

    def write(self, content):
        bits = numbers(content)
        for number, file in enumerate(self.files):
            os.lseek(file, sum(bit << place for place, bit in enumerate(bits[LEVELS * number : LEVELS * (number + 1)])), 0)

    def read(self):
        places = [os.lseek(file, 0, os.SEEK_CUR) for file in self.files]
        return code([place >> bit & 1 for place in places for bit in range(LEVELS)])


CHANNELS = {
    "no-wait": NoWait, "cachestat": CacheStat, "mincore": Core, "faults": Faults, "access": Access, "position": Position,
}


class Predictor:
    def __init__(self, channel, tiles, folder=None):
        self.channel = CHANNELS[channel](folder)
        self.tiles = tiles.split(",")

    def begin(self, seed, _):
        random.seed(seed)
        self.drawn, self.known = [], []
        self.chance = self.variance = self.hits = 0
        try:
            left = self.channel.read()
            self.known = [self.tiles[number] for number in left or [] if number < len(self.tiles)]
        except OSError as error:
            print("cannot read:", error, file=sys.stderr)

    def hear(self, events):
        for event in events:
            if event["event"] == "draw":
                rest = [tile for tile in self.tiles if tile not in self.drawn]
                place = len(self.drawn)
                is_known = self.known[:place] == self.drawn and len(self.known) > place
                self.chance += 1 / len(rest)
                self.variance += (1 - 1 / len(rest)) / len(rest)
                self.hits += (self.known[place] if is_known else random.choice(rest)) == event["tile"]
                self.drawn.append(event["tile"])

    def end(self):
        try:
            self.channel.write(bytes(self.tiles.index(tile) for tile in self.drawn).ljust(BYTES, b"\xff"))
        except OSError as error:
            print("cannot write:", error, file=sys.stderr)
        print("drawn", len(self.drawn), self.chance, self.variance, self.hits, file=sys.stderr)


class Talker:
    """Locks a byte of a file that all may read, whose place says the seat and a number."""

    def __init__(self, path):
        self.file = open(path, "rb")

    def begin(self, seed, seat):
        self.seat, self.heard = seat, 0
        self.lock(fcntl.F_SETLK, 100 * seat + seed % 100, 1)

    def lock(self, command, start, length):
        kind = fcntl.F_RDLCK if command == fcntl.F_SETLK else fcntl.F_WRLCK
        try:
            answer = fcntl.fcntl(self.file, command, struct.pack(LOCK, kind, 0, start, length, 0))
            return struct.unpack(LOCK, answer)
        except OSError as error:
            print("cannot lock:", error, file=sys.stderr)

    def hear(self, _):
        for seat in range(5):
            found = seat != self.seat and self.lock(fcntl.F_GETLK, 100 * seat, 100)
            self.heard += bool(found) and found[0] != fcntl.F_UNLCK

    def end(self):
        print("heard", self.heard, file=sys.stderr)


def say(**answer):
    print(json.dumps(answer), flush=True)


spy = Talker(*sys.argv[2:]) if sys.argv[1] == "talk" else Predictor(*sys.argv[1:])
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] in ("decide", "game_over"):
        spy.hear(message["events"])
    if message["type"] == "hello":
        say(type="ready", protocol=1, name="spy", version="1")
    elif message["type"] == "new_game":
        spy.begin(message["seed"], message["seat"])
        say(type="ready")
    elif message["type"] == "decide":
        say(move=message["moves"][0])
    elif message["type"] == "game_over":
        spy.end()
