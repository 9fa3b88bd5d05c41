/** Connections that a Node program keeps between its requests, under virtual time. Source: decision 0079. */

import { describe, expect, it } from 'vitest';
import type { Script } from '../../support/exec/fake-exec.js';
import { runVirtually } from '../../support/exec/node-program.js';

const API = 'https://api-fxpractice.oanda.com';
const BROKER: Script = { answer: path => (path === '/stream' ? undefined : path) };

/** Asks once a minute with `options`, and prints the ports of its connections. */
const asksEachMinute = (options: string, paths: readonly string[]) => `
  import https from 'node:https';
  import { setTimeout as sleep } from 'node:timers/promises';
  const options = ${options};
  const ports = new Set();
  const ask = path => new Promise(resolve => {
    const asked = https.get('${API}' + path, options, answer => answer.resume().on('end', resolve));
    asked.on('socket', socket => socket.once('close', () => console.log('closed')));
    asked.on('timeout', () => { console.log('timeout after', process.uptime(), 's'); process.exit(); });
    asked.on('response', ({ socket }) => {
      ports.add(socket.localPort);
      console.log('connections:', ports.size);
    });
  });
  for (const path of ${JSON.stringify(paths)}) {
    await ask(path);
    await sleep(60_000);
  }
  process.exit();`;

describe("a connection of Node's own agent", () => {
  it('is kept for the next poll, whatever time passes until then', async () => {
    const { stdout } = await runVirtually(asksEachMinute('{}', ['/a', '/b', '/c']), BROKER);
    expect(stdout).toBe('connections: 1\n'.repeat(3));
  });

  it('has its time-out again while a request is on it', async () => {
    const agent = '{ agent: new https.Agent({ keepAlive: true, timeout: 7_000 }) }';
    const { stdout } = await runVirtually(asksEachMinute(agent, ['/a', '/stream']), BROKER);
    expect(stdout).toBe('connections: 1\nconnections: 1\ntimeout after 67 s\n');
  });

  it('is closed after each answer if the program wants it so', async () => {
    const { stdout } = await runVirtually(asksEachMinute('{ agent: false }', ['/a', '/b']), BROKER);
    expect(stdout).toBe('connections: 1\nclosed\nconnections: 2\nclosed\n');
  });
});
