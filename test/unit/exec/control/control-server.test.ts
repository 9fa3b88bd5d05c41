import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { ControlServer } from '../../../../src/exec/control/control-server.js';
import { Tally } from '../../../../src/exec/exchange/tally.js';
import { temporaryFolder } from '../../../support/files/temporary.js';

const HELLO = { say: 'hello', pid: 12, kind: 'python', version: '3.11.7', program: 'bot.py' };
const IDLE = { say: 'idle', epoch: 1, until: null, connections: [[40000, 10, 20]] };

/** A control server, what it has heard, and its address. */
async function open(path?: string) {
  const heard: string[] = [];
  const server = new ControlServer({
    times: () => ({ now: 5, last: 9 }),
    onHello: ({ pid }) => heard.push(`hello ${pid}`),
    onLine: ({ pid }, line) => heard.push(`${pid} ${JSON.stringify(line)}`),
    onGone: ({ pid }) => heard.push(`gone ${pid}`),
    onCutOff: (who, why) => heard.push(`${who} ${why}`),
  });
  closing.push(server);
  return { server, heard, address: await server.listen(path) };
}

const closing: ControlServer[] = [];
afterEach(async () => {
  for (const server of closing.splice(0)) await server.close();
});

const socketPath = () => join(temporaryFolder(), 'control');

/** A process that connects and says these lines. */
function processThat(path: string, ...lines: object[]): Socket {
  const socket = connect(path);
  socket.on('error', () => undefined);
  for (const line of lines) socket.write(`${JSON.stringify(line)}\n`);
  return socket;
}

/** Resolves when the other end has cut the connection; what comes before is read. */
function closed(socket: Socket): Promise<void> {
  socket.resume();
  return new Promise(resolve => socket.once('close', () => resolve()));
}

describe('the control socket', () => {
  it('asks a process that is seen by its threads, which guards nothing', async () => {
    const path = socketPath();
    const { server, heard } = await open(path);
    const socket = processThat(path, { ...HELLO, kind: 'java', idleBy: 'threads' });
    expect(String((await once(socket, 'data'))[0])).toBe('{"now":5,"last":9}\n');
    await expect.poll(() => heard).toEqual(['hello 12']);
    expect([server.holds(12), server.guards(12)]).toEqual([true, false]);
    for (const process of server.held) process.ask(3);
    expect(String((await once(socket, 'data'))[0])).toBe('{"ask":3}\n');
    const other = processThat(path, { ...HELLO, pid: 13, idleBy: 'word' });
    await expect.poll(() => server.guards(13)).toBe(true);
    for (const each of [socket, other]) each.end();
  });

  it('answers a hello with the time, holds the process, and sends it the time later', async () => {
    const path = socketPath();
    const { server, heard } = await open(path);
    const socket = processThat(path, HELLO, IDLE);
    expect(String((await once(socket, 'data'))[0])).toBe('{"now":5,"last":9}\n');
    await expect.poll(() => heard.length).toBe(2);
    expect(heard[0]).toBe('hello 12');
    expect(JSON.parse(heard[1]?.slice(3) ?? '')).toMatchObject(IDLE);
    expect([server.holds(12), server.holds(13)]).toEqual([true, false]);
    for (const process of server.held) process.tellNow(6);
    expect(String((await once(socket, 'data'))[0])).toBe('{"now":6}\n');
    socket.end();
    await expect.poll(() => heard.at(-1)).toBe('gone 12');
    expect(server.holds(12)).toBe(false);
  });

  it('takes a line in pieces, and several in one piece', async () => {
    const path = socketPath();
    const { heard } = await open(path);
    const text = [HELLO, IDLE, IDLE].map(line => `${JSON.stringify(line)}\n`).join('');
    const socket = connect(path);
    for (const piece of [text.slice(0, 9), text.slice(9, 200), text.slice(200)]) {
      await new Promise(resolve => socket.write(piece, resolve));
    }
    await expect.poll(() => heard.length).toBe(3);
    socket.destroy();
  });

  it.each([
    ['no JSON', 'hello'],
    ['a line of another kind', JSON.stringify(IDLE)],
    ['no process id', JSON.stringify({ ...HELLO, pid: 'twelve' })],
    ['a wrong token', JSON.stringify({ ...HELLO, token: 'wrong' })],
  ])('cuts off a process that begins with %s', async (_what, text) => {
    const path = socketPath();
    const { server, heard } = await open(path);
    const socket = connect(path);
    socket.on('error', () => undefined);
    socket.write(`${text}\n`);
    await closed(socket);
    expect(heard).toEqual(['a process on the control socket did not begin with a right hello']);
    expect(server.held.size).toBe(0);
  });

  it.each([
    ['no JSON', 'null\n'],
    ['a second hello', `${JSON.stringify(HELLO)}\n`],
    ['an unknown word', '{"say":"toString"}\n'],
    ['an idle without connections', '{"say":"idle","epoch":1,"until":null}\n'],
    ['an idle in fractions', `${JSON.stringify({ ...IDLE, until: 0.5 })}\n`],
    ['a connection of two numbers', `${JSON.stringify({ ...IDLE, connections: [[1, 2]] })}\n`],
    ['a line that does not end', 'x'.repeat(1_100_000)],
  ])('cuts off a held process that says %s', async (_what, text) => {
    const path = socketPath();
    const { heard } = await open(path);
    const socket = processThat(path, HELLO);
    socket.write(text);
    await closed(socket);
    await expect.poll(() => heard.at(-1)).toBe('gone 12');
    expect(heard[1]).toMatch(/^bot\.py \(python, process 12\) said a line/);
  });

  it('is not overwhelmed by a process that says the same without end', async () => {
    const path = socketPath();
    const tally = new Tally();
    const server = new ControlServer({
      times: () => ({ now: 5, last: 9 }),
      onHello: () => undefined,
      onLine: (_process, line) => line.say === 'refused' && tally.add(line.what),
      onGone: () => undefined,
      onCutOff: () => undefined,
    });
    closing.push(server);
    await server.listen(path);
    const lines = Array.from({ length: 5_000 }, (_, at) => ({ say: 'refused', what: `h${at}` }));
    const socket = processThat(path, HELLO, ...lines);
    const total = () => tally.list().reduce((sum, { count }) => sum + count, 0);
    await expect.poll(total).toBe(5_000);
    expect(tally.list()).toHaveLength(1_001);
    expect(tally.list().at(-1)).toEqual({ what: 'others', count: 4_000 });
    socket.destroy();
  });

  it('keeps texts short and without control characters', async () => {
    const path = socketPath();
    const { heard } = await open(path);
    const what = `a\u001b[2J${'x'.repeat(500)}`;
    const socket = processThat(path, HELLO, { say: 'refused', what, how: 7 });
    await expect.poll(() => heard.length).toBe(2);
    const line = JSON.parse(heard[1]?.slice(3) ?? '') as { what: string; how: string };
    expect([line.what.length, line.what.slice(0, 5), line.how]).toEqual([300, 'a [2J', '']);
    socket.destroy();
  });

  it('asks for a token where it is a port', async () => {
    const { heard, address } = await open();
    const [, port, token] = /^tcp:(\d+):([\w-]{32})$/.exec(address) ?? [];
    for (const given of [
      { ...HELLO, pid: 1 },
      { ...HELLO, pid: 2, token },
    ]) {
      const socket = connect(Number(port), '127.0.0.1');
      socket.write(`${JSON.stringify(given)}\n`);
      await Promise.race([once(socket, 'data'), once(socket, 'close')]);
      socket.destroy();
    }
    expect(heard.filter(each => each.startsWith('hello'))).toEqual(['hello 2']);
  });
});
