import { describe, expect, it } from 'vitest';
import { hasPython, runPython, START } from '../../support/python/run-python.js';

/** Threads, their locks, queues and timers: one order of events, whatever the machine does. */

const SECOND = 1_000_000;

/** The interpreter offers to change threads all the time, so that only the turns keep them in order. */
const RESTLESS = 'import sys; sys.setswitchinterval(1e-6)\n';

const FIVE_THREADS = `
import threading, queue, time, http.client, random, uuid
from concurrent.futures import ThreadPoolExecutor
began = time.time(); trace = []; done = threading.Event(); lines = queue.Queue(); simple = queue.SimpleQueue()
lock = threading.RLock(); full = threading.Condition(lock)
def say(*words):
    with lock:
        trace.append((round(time.time() - began, 6), threading.current_thread().name) + words)
        full.notify_all()
def stream():
    connection = http.client.HTTPSConnection('stream-fxpractice.oanda.com')
    connection.request('GET', '/stream')
    for line in connection.getresponse():
        lines.put(line.strip().decode())
def work():
    connection = http.client.HTTPSConnection('api-fxpractice.oanda.com')
    while not done.is_set():
        try: line = lines.get(timeout=2.5)
        except queue.Empty: line = 'none'
        connection.request('POST', '/orders', body=line)
        say('order', connection.getresponse().read().decode(), line)
def sleep():
    for turn in range(8):
        time.sleep(1.25); simple.put(turn); say('slept', turn)
def take():
    while True:
        try: say('took', simple.get(timeout=3))
        except queue.Empty: return say('nothing')
def wait_full():
    with full:
        if not full.wait_for(lambda: len(trace) > 30, timeout=14): trace.append('not full')
threads = [threading.Thread(target=t, name=t.__name__, daemon=t is stream) for t in (stream, work, sleep, take, wait_full)]
for thread in threads: thread.start()
timer = threading.Timer(9.0, lambda: say('timer')); timer.name = 'timer'; timer.start()
with ThreadPoolExecutor(2, 'pool') as pool:
    say('mapped', list(pool.map(lambda n: (time.sleep(n), n)[1], (3, 1, 2))), random.random(), str(uuid.uuid4()))
threads[2].join(1); say('alive', threads[2].is_alive())
threads[2].join(); say('alive', threads[2].is_alive())
done.set()
for thread in threads[1:]: thread.join()
for row in trace: print(row)
`;

const LEFT_BEHIND = `
import threading, time, atexit
def late():
    time.sleep(3); print('late', threading.main_thread().is_alive())
def waits_for_main():
    threading.main_thread().join(); print('main has ended')
threading.Thread(target=late).start(); threading.Thread(target=waits_for_main).start()
threading.Thread(target=lambda: time.sleep(10**6), daemon=True).start()
atexit.register(lambda: print('exit', time.time()))
print('end')
`;

const HANDLED = `
import signal, threading, time
asked = threading.Event()
def handle(number, frame):
    time.sleep(0.5); print('handled', number, time.time()); asked.set()
signal.signal(signal.SIGTERM, handle)
print(signal.getsignal(signal.SIGTERM) is handle)
def tick():
    while not asked.is_set(): time.sleep(1)
thread = threading.Thread(target=tick); thread.start()
MAIN
thread.join(); print('ended', asked.is_set())
`;

const streamLines = () => ({
  lines: [1, 2, 2.1, 6, 6].map((second, row) => ({ at: START + second * SECOND, text: `l${row}` })),
});

describe.skipIf(!hasPython())('threads of a Python program [needs python3]', () => {
  it('run in one order, with queues, timers, pools, conditions and streams', async () => {
    const run = async () => {
      const { stdout, stderr, code } = await runPython(RESTLESS + FIVE_THREADS, {
        answer: ({ path }, now) =>
          path === '/stream'
            ? streamLines()
            : { status: 200, body: String((now - START) / SECOND) },
      });
      expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
      return stdout;
    };
    const first = await run();
    expect(first).toContain("(9.0, 'timer', 'timer')");
    expect(first).toContain("(1.0, 'work', 'order', '1', 'l0')");
    expect(first).toContain("(4.6, 'work', 'order', '4.6', 'none')");
    expect(await run()).toBe(first);
  });

  it('are waited for at the end, but for daemons', async () => {
    const { stdout, stderr, code } = await runPython(LEFT_BEHIND);
    expect(stderr).toBe('');
    expect(stdout).toBe('end\nmain has ended\nlate False\nexit 1704672003.0\n');
    expect(code).toBe(0);
  });

  it.each([
    ['sleeps', 'time.sleep(10 ** 6) if not asked.wait(10 ** 5) else None'],
    ['waits for a thread', 'thread.join()'],
  ])('stop in order when a signal comes while the main one %s', async (_, main) => {
    const { stdout, stderr, code } = await runPython(HANDLED.replace('MAIN', main), {
      seconds: 60,
    });
    expect(stderr).toBe('');
    expect(stdout.split('\n')[0]).toBe('True');
    expect(stdout).toContain('handled 15');
    expect(stdout).toContain('ended True');
    expect(code).toBe(0);
  });
});
