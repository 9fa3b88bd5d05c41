import { describe, expect, it } from 'vitest';
import { hasPython, runPython, START } from '../../support/python/run-python.js';

/** Waits for files and for several things at once. */

const SELECTED = `
import select, selectors, socket, threading, time
began = time.time(); a, b = socket.socketpair(); a.settimeout(2)
def at(): return round(time.time() - began, 6)
def say(*words): print(at(), *words)
say(select.select([a], [], [], 1.5)); say(select.select([a], [b], [], 9)[1] == [b])
poll = select.poll(); poll.register(a, select.POLLIN); say(poll.poll(250)); say(poll.poll(0))
epoll = select.epoll(); epoll.register(a, select.EPOLLIN); say(epoll.poll(0.25))
with selectors.DefaultSelector() as chosen:
    chosen.register(a, selectors.EVENT_READ, 'it'); say(chosen.select(1))
    threading.Timer(3, b.send, (b'x',)).start()
    say([key.data for key, _ in chosen.select(60)])
say(a.recv(1), select.select([a], [], [], 0)[0])
try: a.recv(1)
except socket.timeout as error: say(error)
threading.Timer(1, b.close).start(); say(a.recv(1), poll.poll(60)[0][0] == a.fileno())
server = socket.create_server(('127.0.0.1', 0)); server.settimeout(4)
try: server.accept()
except socket.timeout: say('nobody')
threading.Timer(1, lambda: socket.create_connection(server.getsockname())).start(); server.accept(); say('somebody')
time.sleep(0.999998)
while at() < 15.000002: time.sleep(0)
say('spun')
`;

const AT_ONCE = `
import http.client, threading, time
def stream():
    connection = http.client.HTTPSConnection('stream-fxpractice.oanda.com')
    connection.request('GET', '/stream')
    for line in connection.getresponse(): print(time.time(), 'line', flush=True)
threading.Thread(target=stream, daemon=True).start()
for turn in range(3): time.sleep(1); print(time.time(), 'timer', flush=True)
`;

const GUARDED = `
import asyncio, queue, socket, threading, time, urllib.request
def ask(): urllib.request.urlopen('https://api-fxpractice.oanda.com/v3', timeout=7).read()
items, event, lock = queue.Queue(), threading.Event(), threading.Lock()
async def quick():
    for turn in range(20): await asyncio.wait_for(asyncio.sleep(0), 11)
    asyncio.get_running_loop().call_later(13, print).cancel()
    await asyncio.sleep(600)
for turn in range(5):
    ask(); items.put(turn); items.get(timeout=17); lock.acquire(timeout=19); lock.release()
event.set(); event.wait(23); threading.Timer(29, print).cancel()
a, b = socket.socketpair(); a.settimeout(31); b.send(b'x'); a.recv(1)
asyncio.run(quick())
time.sleep(3600)
print(time.time() - 1704672000)
`;

describe.skipIf(!hasPython())('waits of a Python program [needs python3]', () => {
  it('for files end in simulated time, and a sleep of nothing does not spin (T5)', async () => {
    const { stdout, stderr } = await runPython(SELECTED);
    expect(stderr).toBe('');
    expect(stdout.split('\n')).toEqual([
      '1.5 ([], [], [])',
      '1.5 True',
      '1.75 []',
      '1.75 []',
      '2.0 []',
      '3.0 []',
      "6.0 ['it']",
      "6.0 b'x' []",
      '8.0 timed out',
      "9.0 b'' True",
      '13.0 nobody',
      '14.0 somebody',
      '15.000002 spun',
      '',
    ]);
  });

  it('whose time-outs were not needed cost no advance: each sleep costs one (T10)', async () => {
    const { stdout, stderr, advances } = await runPython(GUARDED, {
      seconds: 7_200,
      answer: () => ({ status: 200, body: 'x' }),
    });
    expect({ stdout, stderr }).toEqual({ stdout: '4200.0\n', stderr: '' });
    expect(advances).toBe(2);
  });

  it('for a timer end before those for a line of the same instant (T2)', async () => {
    const lines = [1, 2, 3].map(second => ({ at: START + second * 1_000_000, text: 'x' }));
    const { stdout } = await runPython(AT_ONCE, { answer: () => ({ lines }) });
    expect(stdout).toBe(
      [1, 2].map(second => `170467200${second}.0 timer\n170467200${second}.0 line\n`).join('') +
        '1704672003.0 timer\n',
    );
  });
});
