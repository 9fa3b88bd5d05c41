"""Waits for child processes in the ways that its arguments name, and says when each was over: WAY:KIND ...

A thread places orders meanwhile, so that the ledger shows when time passed. Source: decision 0064.
"""

import asyncio
import http.client
import json
import os
import select
import shlex
import subprocess
import sys
import threading
import time

PIPE = subprocess.PIPE
# One write, also of a Python that does not buffer.
HELD = "import os, time; time.sleep(3); os.write(1, b'word\\n'); time.sleep(2)"
NODE = "setTimeout(() => { console.log('word'); setTimeout(() => {}, 2000); }, 3000)"
MIXED = f"sleep 0.02; {shlex.quote(sys.executable)} -c {shlex.quote(HELD)} | cat; sleep 0.02"
# Kinds of children: what is run, and how many seconds of simulated time pass until its word and until its end.
KINDS = {
    "outside": (["sh", "-c", "sleep 0.05; echo word; sleep 0.02"], 0, 0),
    "python": ([sys.executable, "-c", HELD], 3, 5),
    "node": (["node", "-e", NODE], 3, 5),
    "mixed": (["sh", "-c", MIXED], 3, 5),
}


# Each thread keeps its connection.
kept = threading.local()


def order():
    if not hasattr(kept, "connection"):
        kept.connection = http.client.HTTPSConnection("api-fxpractice.oanda.com")
    connection = kept.connection
    body = json.dumps({"order": {"type": "MARKET", "instrument": "EUR_USD", "units": "10"}})
    headers = {"Authorization": "Bearer x", "Content-Type": "application/json"}
    connection.request("POST", f"/v3/accounts/{os.environ['ORRERY_ACCOUNT']}/orders", body, headers)
    connection.getresponse().read()


def order_again_and_again():
    while True:
        time.sleep(0.7)
        order()


def run(words):
    return subprocess.run(words, capture_output=True).stdout


def check_output(words):
    return subprocess.check_output(words)


def call(words):
    subprocess.call(words, stdout=subprocess.DEVNULL)


def wait_for(words):
    child = subprocess.Popen(words, stdout=PIPE)
    child.wait(60)
    return child.stdout.read()


def poll(words):
    child = subprocess.Popen(words, stdout=PIPE)
    while child.poll() is None:
        time.sleep(0.999999)
    return child.stdout.read()


def lines(words):
    child = subprocess.Popen(words, stdout=PIPE)
    word = child.stdout.readline()
    print("word", round(time.time() - before, 3), end="; ")
    child.wait()
    return word


def communicate(words):
    child = subprocess.Popen(words, stdin=PIPE, stdout=PIPE, stderr=PIPE)
    return child.communicate(b"x" * 200_000, timeout=60)[0]


def popen(words):
    return os.popen(shlex.join(words)).read().encode()


def system(words):
    os.system(shlex.join(words) + " >/dev/null")


def with_asyncio(words):
    async def main():
        child = await asyncio.create_subprocess_exec(*words, stdout=PIPE, stderr=PIPE)
        return (await child.communicate())[0]

    return asyncio.run(main())


def in_thread(words):
    found = []
    thread = threading.Thread(target=lambda: found.append(run(words)))
    thread.start()
    thread.join()
    return found[0]


def inherited(wait):
    """A pipe that is waited for by `wait`, and whose end this process keeps open."""

    def way(words):
        reader, writer = os.pipe()
        child = subprocess.Popen(words, stdout=writer)
        wait(reader)
        word = os.read(reader, 100)
        os.wait4(child.pid, 0)
        os.close(reader), os.close(writer)
        return word

    return way


def with_poll(reader):
    poll = select.poll()
    poll.register(reader, select.POLLIN)
    poll.poll()


def with_epoll(reader):
    epoll = select.epoll()
    epoll.register(reader, select.EPOLLIN)
    epoll.poll()


def forked(words):
    reader, writer = os.pipe()
    if os.fork() == 0:
        os.dup2(writer, 1)
        os.execvp(words[0], words)
    os.close(writer)
    with os.fdopen(reader, "rb") as file:
        word = file.read()
    os.wait()
    return word


WAYS = {
    **{"run": run, "check_output": check_output, "call": call, "wait": wait_for, "poll": poll, "lines": lines},
    **{"communicate": communicate, "popen": popen, "system": system, "asyncio": with_asyncio, "thread": in_thread},
    "select": inherited(lambda reader: select.select([reader], [], [])),
    "pollfd": inherited(with_poll),
    "epoll": inherited(with_epoll),
    "read": inherited(lambda reader: None),
    "fork": forked,
}

threading.Thread(target=order_again_and_again, daemon=True).start()
for each in sys.argv[1:]:
    way, kind = each.split(":")
    before = time.time()
    said = WAYS[way](KINDS[kind][0])
    print(each, said in (b"word\n", None), round(time.time() - before, 3), flush=True)
    order()
    time.sleep(1)
