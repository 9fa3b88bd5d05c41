"""Processes of one program that share locks, queues, pipes, memory and a server, and ask the broker."""

import http.client
import multiprocessing
import random
import sys
import time
import uuid
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import shared_memory


def ask():
    connection = http.client.HTTPSConnection("api-fxpractice.oanda.com")
    connection.request("GET", "/v3/accounts", headers={"Authorization": "Bearer of-the-program"})
    return connection.getresponse().status


def work(number, queue, lock, begin):
    begin.wait()
    for turn in range(2):
        time.sleep(0.5 * (1 + number % 2))
        with lock:
            time.sleep(0.1)
            queue.put((number, turn, round(time.time() - 1709510400, 3), ask(), random.random(), str(uuid.uuid4())))


def square(number):
    time.sleep(number % 2)
    return number * number, round(time.time() - 1709510400, 2)


def echo(connection):
    for seconds in iter(connection.recv, None):
        time.sleep(seconds)
        connection.send(seconds)


def fill(name):
    memory = shared_memory.SharedMemory(name=name)
    memory.buf[0] = 7
    memory.close()


def serve(queue):
    time.sleep(2)
    queue.put("served")


if __name__ == "__main__":
    context = multiprocessing.get_context(sys.argv[1])
    queue, lock, begin = context.Queue(), context.Lock(), context.Event()
    workers = [context.Process(target=work, args=(number, queue, lock, begin)) for number in range(3)]
    for worker in workers:
        worker.start()
    begin.set()
    for _ in range(6):
        print(*queue.get(timeout=30))
    for worker in workers:
        worker.join()
    print([worker.exitcode for worker in workers])
    with ProcessPoolExecutor(2, mp_context=context) as executor:
        print(list(executor.map(square, range(4))))
    ours, theirs = context.Pipe()
    echoing = context.Process(target=echo, args=(theirs,))
    echoing.start()
    ours.send(1.5)
    print(ours.poll(1), ours.recv(), round(time.time() - 1709510400, 2))
    ours.send(None)
    memory = shared_memory.SharedMemory(create=True, size=1)
    filling = context.Process(target=fill, args=(memory.name,))
    filling.start()
    filling.join()
    print(memory.buf[0])
    memory.close()
    memory.unlink()
    with context.Manager() as manager:
        proxy = manager.Queue()
        context.Process(target=serve, args=(proxy,)).start()
        print(proxy.get(), round(time.time() - 1709510400, 2))
