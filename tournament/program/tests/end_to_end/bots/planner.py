"""A bot that answers in one of the ways that the protocol offers; its first argument names the way.

"single" answers with one move, "plans" with the rest of the moves of a game from the file that the second argument names,
and "tensors" with the number of an action. "boasts" adds an illegal move to each answer, and "leaves" ends at its second
decision.
"""

import json
import sys
import zlib

way = sys.argv[1]
plans = json.load(open(sys.argv[2])) if way == "plans" else {}
seed = None

for line in sys.stdin:
    message = json.loads(line)
    answer = None
    if message["type"] == "hello":
        answer = {"type": "ready", "protocol": 1, "name": "planner", "version": "1", "tensors": way == "tensors"}
    elif message["type"] == "new_game":
        seed = str(message["seed"])
        answer = {"type": "ready"}
    elif message["type"] == "decide":
        number = message["decision"]
        choice = zlib.crc32(f"{seed} {number}".encode()) % len(message["moves"])
        if way == "single":
            answer = {"move": message["moves"][choice]}
        elif way == "plans":
            answer = {"moves": plans[seed][number - 1 :]}
        elif way == "boasts":
            answer = {"moves": [message["moves"][choice], "checkmate"]}
        elif number > 1 and way == "leaves":
            sys.exit(1)
        elif way == "leaves":
            answer = {"move": message["moves"][choice]}
        else:
            assert any(message["observation"]) and len(message["actions"]) == len(message["moves"])
            answer = {"action": message["actions"][choice]}
    elif message["type"] == "quit":
        break
    if answer:
        print(json.dumps(answer), flush=True)
