import { describe, expect, it } from 'vitest';
import { hasPython, runPython, START } from '../../support/python/run-python.js';

/** Event loops: timers, tasks, executors and TLS that works on memory. */

const SECOND = 1_000_000;

const TASKS = `
import sys; sys.setswitchinterval(1e-6)
import asyncio, ssl, time
context = ssl.create_default_context(cafile=__import__('os').environ['ORRERY_CA'])
began = time.time(); trace = []
def say(*words): trace.append((round(time.time() - began, 6),) + words)
async def open_to(host, method, path, body=''):
    reader, writer = await asyncio.open_connection(host, 443, ssl=context)
    writer.write(f'{method} {path} HTTP/1.1\\r\\nHost: {host}\\r\\nContent-Length: {len(body)}\\r\\n\\r\\n{body}'.encode())
    head = await reader.readuntil(b'\\r\\n\\r\\n')
    return reader, writer, head
async def ask(name):
    reader, writer, head = await open_to('api-fxpractice.oanda.com', 'POST', '/' + name, name)
    length = int(head.lower().split(b'content-length: ')[1].split(b'\\r')[0])
    answer = await reader.readexactly(length); writer.close()
    say('answer', name, len(answer))
async def stream():
    reader, writer, head = await open_to('stream-fxpractice.oanda.com', 'GET', '/stream')
    try:
        while True:
            await reader.readline(); line = (await reader.readline()).strip().decode(); await reader.readline()
            say('line', line)
            asyncio.create_task(ask(line))
    finally: writer.close()
async def tick():
    for turn in range(4):
        await asyncio.sleep(1.5); say('tick', turn)
async def main():
    streaming = asyncio.create_task(stream())
    try: await asyncio.wait_for(asyncio.Event().wait(), 0.25)
    except asyncio.TimeoutError: say('timed out')
    await asyncio.gather(tick(), ask('a'), ask('b'), ask('c'))
    say('thread', await asyncio.get_running_loop().run_in_executor(None, lambda: (time.sleep(0.5), 'done')[1]))
    time.sleep(2)
    await asyncio.sleep(0); say('awake')
    await asyncio.sleep(2)
    streaming.cancel()
    await asyncio.sleep(1)
asyncio.run(main())
for row in trace: print(row)
`;

/** More questions without waiting than a spinning program may ask in a row, but waits between them. */
const PATIENT = `
import asyncio, select, time
began = time.time()
async def main():
    for turn in range(220):
        for quick in range(10): await asyncio.sleep(0)
        await asyncio.sleep(1)
asyncio.run(main())
poll = select.poll()
for turn in range(220):
    for quick in range(10): poll.poll(0)
    time.sleep(1)
print(time.time() - began)
while time.time() - began < 440.000002: poll.poll(0)
print('spun')
`;

const streamLines = () => ({
  lines: [1, 2, 2.1, 7].map((second, row) => ({ at: START + second * SECOND, text: `l${row}` })),
});

describe.skipIf(!hasPython())('event loops of a Python program [needs python3]', () => {
  it('do everything in one order, and read on after the loop was blocked', async () => {
    const run = async () => {
      const { stdout, stderr, code, served } = await runPython(TASKS, {
        answer: ({ path }) =>
          path === '/stream' ? streamLines() : { status: 200, body: 'x'.repeat(100_000) },
      });
      expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
      return stdout + served.map(({ at, request }) => `${at - START} ${request}\n`).join('');
    };
    const first = await run();
    expect(first).toContain("(0.25, 'timed out')");
    expect(first).toContain("(6.75, 'thread', 'done')");
    expect(first).toContain("(8.75, 'awake')\n(8.75, 'line', 'l3')\n");
    expect(first).toContain('0 GET /stream\n250000 POST /a\n250000 POST /b\n250000 POST /c\n');
    expect(await run()).toBe(first);
  });

  it('take no time for questions without waiting, unless nothing else is done', async () => {
    const { stdout, stderr } = await runPython(PATIENT);
    expect({ stdout, stderr }).toEqual({ stdout: '440.0\nspun\n', stderr: '' });
  });
});
