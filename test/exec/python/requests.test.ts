import { describe, expect, it } from 'vitest';
import { hasPython, runPython, START } from '../../support/python/run-python.js';

/** Requests and streams of one thread, over TLS to hosts that the program hard-codes. */

const SECOND = 1_000_000;

const POLLER = `
import time, datetime, urllib.request, json
for turn in range(3):
    request = urllib.request.Request('https://api-fxpractice.oanda.com/v3/prices', data=b'%d' % turn, method='POST')
    with urllib.request.urlopen(request, timeout=5) as answer:
        print(answer.status, len(answer.read()), datetime.datetime.now(datetime.timezone.utc).time())
    time.sleep(60)
`;

const READER = `
import http.client, time
connection = http.client.HTTPSConnection('stream-fxpractice.oanda.com', timeout=TIMEOUT)
connection.request('GET', '/stream')
response = connection.getresponse()
try:
    for line in response:
        print(len(line), time.time() - 1704672000, flush=True)
        time.sleep(PAUSE)
except OSError as error: print(error, round(time.time() - 1704672000, 6))
`;

const reader = (timeout: string, pause: number) =>
  READER.replace('TIMEOUT', timeout).replace('PAUSE', String(pause));

describe.skipIf(!hasPython())('requests of a Python program [needs python3]', () => {
  it('are answered in the instant in which they are asked, however long the answer', async () => {
    const { stdout, stderr, code, served } = await runPython(POLLER, {
      answer: () => ({ status: 200, body: 'x'.repeat(300_000) }),
    });
    expect(stderr).toBe('');
    expect(stdout).toBe('200 300000 00:00:00\n200 300000 00:01:00\n200 300000 00:02:00\n');
    expect(code).toBe(0);
    expect(served).toEqual(
      [0, 1, 2].map(turn => ({
        at: START + turn * 60 * SECOND,
        request: 'POST /v3/prices',
        body: String(turn),
      })),
    );
  });

  it('end by their own time-out in simulated time when a stream is silent', async () => {
    const lines = [{ at: START + SECOND, text: 'a' }];
    const { stdout, stderr } = await runPython(reader('7', 0.000001), {
      answer: () => ({ lines }),
    });
    expect(stderr).toBe('');
    expect(stdout).toBe('2 1.0\ntimed out 8.000001\n');
  });

  it('leave a stream without a reader unread, and time goes on', async () => {
    const lines = Array.from({ length: 40 }, (_, second) => ({
      at: START + (second + 1) * SECOND,
      text: 'x'.repeat(3_000),
    }));
    const { stdout, stderr } = await runPython(reader('60', 10), { answer: () => ({ lines }) });
    expect(stderr).toBe('');
    const instants = stdout
      .trim()
      .split('\n')
      .map(line => Number(line.split(' ').at(-1)));
    expect(instants.slice(0, 40)).toEqual(Array.from({ length: 40 }, (_, turn) => 1 + turn * 10));
  });
});
