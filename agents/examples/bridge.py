#!/usr/bin/env python3
"""Lets a tournament play with a bot on another machine: the same lines, over TCP.

    bridge.py serve [HOST:]PORT -- COMMAND...    beside the bot, which starts anew for each connection
    bridge.py connect HOST:PORT                  beside the tournament, as the command of the bot

It neither encrypts nor asks who connects, so it listens only to its own machine unless HOST says otherwise.
"""

import contextlib
import os
import socket
import subprocess
import sys
import threading

QUIT_LIMIT = 5  # seconds to end once the input has ended, as for any bot


def copy(read, write, end):
    """Passes bytes on until there are no more, or nobody takes them."""
    with contextlib.suppress(OSError):
        while some := read(65536):
            write(some)
    with contextlib.suppress(OSError):
        end()


def beside(act, *arguments):
    thread = threading.Thread(target=act, args=arguments, daemon=True)
    thread.start()
    return thread


def connect(there):
    beside(copy, lambda most: os.read(0, most), there.sendall, lambda: there.shutdown(socket.SHUT_WR))
    copy(there.recv, lambda some: os.write(1, some), there.close)


def play(there, command):
    with there, subprocess.Popen(command, bufsize=0, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as bot:
        there.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        answers = beside(copy, bot.stdout.read, there.sendall, lambda: there.shutdown(socket.SHUT_RDWR))
        copy(there.recv, bot.stdin.write, bot.stdin.close)
        answers.join(QUIT_LIMIT)
        bot.kill()


match sys.argv[1:]:
    case ["serve", place, "--", *command] if command:
        host, _, port = place.rpartition(":")
        server = socket.create_server((host or "127.0.0.1", int(port)))
        print("listening at {}:{}".format(*server.getsockname()), flush=True)
        while True:
            beside(play, server.accept()[0], command)
    case ["connect", place]:
        host, _, port = place.rpartition(":")
        connect(socket.create_connection((host, port)))
    case _:
        sys.exit(__doc__)
