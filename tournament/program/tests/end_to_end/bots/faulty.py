"""A bot that keeps to the protocol but for one thing, which its first argument names.

Whatever it is told goes into the file that its second argument names, if there is one.
"""

import json
import os
import random
import sys
import time

fault = sys.argv[1]
diary = open(sys.argv[2], "a") if len(sys.argv) > 2 else None


def write(text):
    sys.stdout.write(text)
    sys.stdout.flush()


def say(answer):
    write(json.dumps(answer) + "\n")


def decide(message):
    late = message["decision"] == 3
    if fault == "slow":
        time.sleep(0.15)
    if fault == "dice":
        say({"move": random.choice(message["moves"])})
    elif not late:
        say({"move": message["moves"][0]})
    elif fault == "end":
        sys.exit(7)
    elif fault == "hang":
        time.sleep(600)
    elif fault == "rubbish":
        write("I would rather | not\n")
    elif fault == "list":
        say([message["moves"][0]])
    elif fault == "number":
        say({"move": 4})
    elif fault == "illegal":
        say({"move": "sail nowhere>7"})
    elif fault == "giant":
        write("x" * 100_000 + "\n")
    elif fault == "endless":
        while True:
            write("x" * 1000)
    elif fault == "bytes":
        sys.stdout.buffer.write(b"\xff\xfe\n")
        sys.stdout.flush()
    elif fault == "close":
        os.close(1)
        time.sleep(600)
    else:
        times = 2 if fault == "twice" else 1
        write(times * (json.dumps({"move": message["moves"][0]}) + "\n"))


for line in sys.stdin:
    if diary:
        diary.write(line)
        diary.flush()
    message = json.loads(line)
    kind = message["type"]
    if kind == "hello":
        if fault == "silent" or fault == "late" and open(diary.name).read().count('"hello"') > 2:
            time.sleep(600)
        version = 2 if fault == "version" else 1
        say({"type": "ready", "protocol": version, "name": "faulty", "version": fault})
    elif kind == "new_game":
        if fault == "strict":
            assert len(message) == 7, "an unknown field"
        say({"type": "ready"})
    elif kind == "decide":
        decide(message)
    elif kind == "game_over":
        if fault == "chatty":
            say("that was a good game")
        if fault == "once":
            sys.exit(0)
    elif kind == "quit":
        if fault == "stubborn":
            time.sleep(600)
        break
