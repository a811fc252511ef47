"""A bot that does something it must not do, which its first argument names, and else plays the first move.

Files beside it say what it knows: it tries to keep `memory` there. What it finds out goes to standard error.
"""

import ctypes
import fcntl
import json
import mmap
import os
import resource
import signal
import socket
import subprocess
import sys
import threading
import time

kind = sys.argv[1]
targets = sys.argv[2:]


def say(answer):
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


def tell(what):
    print(what, file=sys.stderr, flush=True)


def attempt(what, act):
    """Says whether something that must not succeed did."""
    try:
        act()
    except BaseException as error:
        tell(f"{what} failed: {type(error).__name__}")
    else:
        tell(f"{what} SUCCEEDED")


SLEEPER = [sys.executable, "-c", "import time; time.sleep(600)", *targets]


def sleeper(**options):
    """A process that outlives its parent and keeps what it inherited."""
    subprocess.Popen(SLEEPER, **options)


def read(path):
    with open(path) as file:
        return file.read()


def connect():
    with socket.create_connection(("127.0.0.1", int(targets[0])), timeout=1):
        pass


def write(path):
    with open(path, "w") as file:
        file.write("mine")


def fill():
    with open("big", "wb") as file:
        for _ in range(2000):
            file.write(bytes(1 << 20))


def hog():
    held = [bytearray(1 << 28) for _ in range(200)]
    for block in held:
        block[:: 1 << 12] = b"x" * (len(block) >> 12)


def bomb():
    while True:
        try:
            os.fork()
        except OSError:
            pass


def crowd():
    for _ in range(200):
        os.fork() or time.sleep(600)
    time.sleep(600)


def hold():
    held = bytearray(1 << 27)
    held[:: 1 << 12] = b"x" * (len(held) >> 12)
    time.sleep(600)


def hogs(act=hold):
    """Processes that together use more memory than a bot may, each of them little."""
    for _ in range(40):
        if os.fork() == 0:
            act()
    time.sleep(600)


def hold_without_the_first_thread():
    """The system shows no memory for a process whose first thread has ended."""
    threading.Thread(target=hold).start()
    leave = 60 if os.uname().machine == "x86_64" else 93
    ctypes.CDLL(None).syscall(leave, 0)


def shared_memory():
    """Memory that would belong to no process once it is unmapped there."""
    for act in (
        lambda: mmap.mmap(-1, 1 << 20),
        lambda: os.memfd_create("held"),
        lambda: mmap.mmap(os.open("/dev/zero", os.O_RDWR), 1 << 20),
        lambda: ctypes.CDLL(None).syscall(447, 0) >= 0 or 1 / 0,
        lambda: ctypes.CDLL(None).shmget(0, 1 << 20, 0o1600) >= 0 or 1 / 0,
    ):
        attempt("sharing", act)


def enlarged():
    """Whether the buffer of a socket, which no process shows as its memory, can grow."""
    one = socket.socketpair()[0]
    before = one.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF)
    one.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 22)
    return one.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF) > before


def counted():
    """Things that the system counts for the user, or for the whole machine."""
    libc = ctypes.CDLL(None, use_errno=True)
    number = ctypes.c_int()
    size = ctypes.c_uint(4)
    for act in (
        lambda: libc.semget(0, 1, 0o1600) >= 0 or 1 / 0,
        lambda: libc.msgget(0, 0o1600) >= 0 or 1 / 0,
        lambda: ctypes.CDLL("librt.so.1").mq_open(b"/hostile", 0o102, 0o600, None) >= 0 or 1 / 0,
        lambda: libc.getsockopt(0, 1, 77, ctypes.byref(number), ctypes.byref(size)) == 0 or 1 / 0,
        lambda: libc.setsockopt(0, 1, 76, ctypes.byref(ctypes.c_int(1)), 4) == 0 or 1 / 0,
        lambda: enlarged() or 1 / 0,
    ):
        attempt("counting", act)
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGRTMIN])
    queued = 0
    while queued < 5000 and libc.sigqueue(os.getpid(), int(signal.SIGRTMIN), None) == 0:
        queued += 1
    tell(f"queued {queued}")


def watch():
    """Ways to see what the other seat does with a file that both can read."""
    file = os.open("/usr/bin/env", os.O_RDONLY)
    for act in (
        lambda: ctypes.CDLL(None).inotify_init() >= 0 or 1 / 0,
        lambda: fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_RDLCK),
        lambda: fcntl.fcntl(os.open("/usr/bin", os.O_RDONLY), fcntl.F_NOTIFY, 1),
        lambda: fcntl.fcntl(file, fcntl.F_GETLK, bytes(32)),
    ):
        attempt("watching", act)


def descriptors():
    for _ in range(100_000):
        os.dup(0)


def through_a_link():
    os.symlink(targets[0] + "/stolen", "link")
    write("link")


def files():
    """Empty files take none of the space of a folder, but memory of the system."""
    for folder in range(100):
        os.mkdir(str(folder))
        for number in range(1000):
            os.close(os.open(f"{folder}/{number}", os.O_CREAT))
    time.sleep(600)


def user():
    """The user in the sandbox, and how many processes it may have."""
    limit = resource.getrlimit(resource.RLIMIT_NPROC)[1]
    tell(f"user {os.getuid()}, group {os.getgid()}, groups {os.getgroups()}, limit {limit}")


def threads():
    """More threads than a bot may have, in several processes, because a process may not have as many."""
    threading.stack_size(1 << 16)
    os.fork()
    os.fork()
    try:
        for _ in range(300):
            threading.Thread(target=time.sleep, args=(600,), daemon=True).start()
    except RuntimeError:
        pass  # The system allows no more.
    time.sleep(600)


def trickle():
    for _ in range(600):
        sys.stdout.write(" ")
        sys.stdout.flush()
        time.sleep(0.1)


def shut_down():
    socket.socket(fileno=os.dup(0)).shutdown(socket.SHUT_RDWR)


def command_by_socket():
    """Sends a request to the socket at a path, by a connection or by a datagram."""
    path = targets[0] + "socket"
    for act in (
        lambda: socket.socket(socket.AF_UNIX).connect(path),
        lambda: socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)[0].sendto(b"touch stolen", path),
        lambda: socket.socketpair()[0].connect(path),
        lambda: socket.socket(socket.AF_VSOCK).connect((2, 1)),
    ):
        attempt("commanding", act)


def nest():
    """Folders in folders, too deep for a program that calls itself for each."""
    top = os.open(".", os.O_RDONLY)
    for _ in range(20_000):
        os.mkdir("d")
        os.chdir("d")
    os.fchdir(top)


def lock_out():
    for name in ("a", "b"):
        os.mkdir(name, 0)
        os.mkdir(name + "/c", 0)


def trace():
    """Process 1 of the namespace could be made to let go of the tournament."""
    seize = 0x4206
    if ctypes.CDLL(None, use_errno=True).ptrace(seize, 1, 0, 0) < 0:
        raise PermissionError


def keep_a_key():
    add_key = 248 if os.uname().machine == "x86_64" else 217
    for ring in (-3, -4, -5):
        if ctypes.CDLL(None).syscall(add_key, b"user", b"hostile", b"known", 5, ring) > 0:
            return
    raise PermissionError


def keep_a_time():
    os.utime(__file__, ns=(os.stat(__file__).st_atime_ns, 12345))


def keep_a_flag():
    with open(__file__) as file:
        fcntl.ioctl(file, 0x40086602, bytes(8))


DEEDS = {
    "parent-command": lambda: attempt("reading", lambda: read(f"/proc/{os.getppid()}/cmdline")),
    "parent-memory": lambda: attempt("reading", lambda: read(f"/proc/{os.getppid()}/mem")),
    "processes": lambda: attempt("looking", lambda: next(name for name in os.listdir("/proc") if name.isdigit())),
    "manifest": lambda: attempt("reading", lambda: read(targets[0] + "et")),
    "home": lambda: attempt("looking", lambda: os.listdir(targets[0] + "/.")),
    "write": lambda: attempt("writing", lambda: write(targets[0] + "/stolen")),
    "temporary": lambda: attempt("writing", lambda: write("/tmp/hidden-decks-hostile")),
    "network": lambda: attempt("connecting", connect),
    "environment": lambda: attempt("knowing", lambda: os.environ["SECRET_OF_THE_USER"]),
    "signal-parent": lambda: attempt("killing", lambda: os.kill(int(targets[0]), signal.SIGTERM)),
    "fill-disk": lambda: attempt("filling", fill),
    "memory": lambda: attempt("hogging", hog),
    "bomb": bomb,
    "crowd": crowd,
    "hogs": hogs,
    "headless": lambda: hogs(hold_without_the_first_thread),
    "shared-memory": shared_memory,
    "watch": watch,
    "counted": counted,
    "descriptors": lambda: attempt("opening", descriptors),
    "daemon": lambda: sleeper(),
    "daemon-in-a-session": lambda: sleeper(start_new_session=True),
    "daemons": lambda: [sleeper(start_new_session=True) for _ in range(30)],
    "stop-group": lambda: os.killpg(0, signal.SIGSTOP),
    "kill-group": lambda: os.killpg(0, signal.SIGKILL),
    "death-signal": lambda: (ctypes.CDLL(None).prctl(1, 0, 0, 0, 0), time.sleep(600)),
    "exec-from-thread": lambda: (threading.Thread(target=lambda: os.execv(sys.executable, SLEEPER)).start(), time.sleep(600)),
    "ignore-signals": lambda: [signal.signal(number, signal.SIG_IGN) for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)],
    "closed-input": lambda: os.close(0),
    "closed-output": lambda: os.close(1),
    "closed-errors": lambda: os.close(2),
    "exit": lambda: os._exit(3),
    "abort": os.abort,
    "noise": lambda: sys.stdout.write("x" * 1_000_000),
    "lines": lambda: sys.stdout.write("{}\n" * 100_000),
    "zeros": lambda: sys.stdout.buffer.write(bytes(200_000)),
    "deep": lambda: sys.stdout.write("[" * 60_000 + "\n"),
    "errors": lambda: sys.stderr.write("x" * 1_000_000),
    "hang": lambda: time.sleep(600),
    "busy": lambda: [None for _ in iter(int, 1)],
    "link": lambda: attempt("writing", through_a_link),
    "threads": threads,
    "files": files,
    "user": user,
    "fork": os.fork,
    "trickle": trickle,
    "no-line-end": lambda: (sys.stdout.write('{"move":'), sys.stdout.flush(), time.sleep(600)),
    "nul": lambda: say({"move": "\0"}),
    "list": lambda: say({"move": [1]}),
    "null": lambda: say({"move": None}),
    "number": lambda: sys.stdout.write('{"move": 1e999}\n'),
    "bidi": lambda: say({"move": "\u202e\x1b[2J"}),
    "input": lambda: os.write(0, b"x" * 10_000),
    "shut-down": shut_down,
    "key": lambda: attempt("keeping", keep_a_key),
    "attribute": lambda: attempt("keeping", lambda: os.setxattr(__file__, "user.known", b"it")),
    "mode": lambda: attempt("keeping", lambda: os.chmod(__file__, 0o600)),
    "time": lambda: attempt("keeping", keep_a_time),
    "flag": lambda: attempt("keeping", keep_a_flag),
    "kernel": lambda: attempt("writing", lambda: open("/proc/sys/kernel/core_pattern", "r+").close()),
    "host-name": lambda: attempt("naming", lambda: socket.sethostname(socket.gethostname())),
    "mount": lambda: attempt("mounting", lambda: subprocess.run(["mount", "-t", "tmpfs", "none", "."], check=True)),
    "shared-errors": lambda: attempt("measuring", lambda: os.lseek(2, 7, os.SEEK_SET)),
    "unix-socket": command_by_socket,
    "nested": nest,
    "locked": lambda: attempt("locking out", lock_out),
    "trace": lambda: attempt("tracing", trace),
    "memory-of-the-first": lambda: attempt("opening", lambda: open("/proc/1/mem", "r+b")),
    "shadow": lambda: attempt("reading", lambda: read("/etc/shadow")),
    "own-folder": lambda: (write("memory"), tell(read("memory"))),
}


def remember():
    """Keeps what it is told in every place that it can write."""
    for path in ("memory", "/tmp/memory-of-a-bot", "/dev/shm/memory-of-another-bot", os.path.dirname(__file__) + "/memory"):
        try:
            known = os.path.exists(path) and read(path)
            write(path)
            tell(f"remembers {known}")
        except OSError as error:
            tell(f"forgets: {type(error).__name__}")


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say({"type": "ready", "protocol": 1, "name": "\u202ehostile\x1b[2J" + "x" * 60_000, "version": kind})
    elif message["type"] == "new_game":
        if kind == "remember":
            remember()
        say({"type": "ready"})
    elif message["type"] == "decide":
        if message["decision"] == 2 and kind in DEEDS:
            DEEDS[kind]()
            sys.stdout.flush()
        say({"move": message["moves"][0]})
    elif message["type"] == "quit":
        break
