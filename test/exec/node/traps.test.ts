/**
 * The traps of virtual time, as Node programs meet them. T4 (session tickets) is the front's, T8
 * (quotes before the first tick) the sandbox's. Source: decision 0032.
 */

import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { MONDAY, type Script, SECOND } from '../../support/exec/fake-exec.js';
import { runVirtually } from '../../support/exec/node-program.js';

const API = 'https://api-fxpractice.oanda.com';
const STREAM = 'https://stream-fxpractice.oanda.com/stream';
const isStream = (path: string) => path.startsWith('/stream');

/** A broker that answers with the path and opens streams. */
const BROKER: Script = { answer: path => (isStream(path) ? undefined : path) };

/** Lines `line\n` each `every` seconds from Monday on. */
function linesEach(every: number, count: number) {
  return Array.from({ length: count }, (_, index) => ({
    at: MONDAY + (index + 1) * every * SECOND,
    text: `line ${index + 1}\n`,
  }));
}

describe('T1: several requests in one instant', () => {
  it('are served in the order in which the program asked, whatever opens first', async () => {
    const { served } = await runVirtually(
      `import https from 'node:https';
       const agent = new https.Agent({ keepAlive: true });
       const get = path => new Promise(resolve =>
         https.get('${API}' + path, { agent }, response => response.resume().on('end', resolve)));
       const ask = path => fetch('${API}' + path).then(response => response.text());
       for (const round of [1, 2, 3, 4]) {
         const paths = ['/a', '/b', '/c', '/d', '/e', '/f'].map(path => path + round);
         await Promise.all(paths.map(path => (round > 2 ? get : ask)(path)));
         await new Promise(resolve => setTimeout(resolve, 1000));
       }`,
      BROKER,
    );
    expect(served).toEqual(
      [1, 2, 3, 4].flatMap(round =>
        ['a', 'b', 'c', 'd', 'e', 'f'].map(name => `${(round - 1) * 1000} /${name}${round}`),
      ),
    );
  });
});

describe('T2: a timer and a line of a stream in one instant', () => {
  it('come one after the other, the timer first', async () => {
    const { stdout } = await runVirtually(
      `const { body } = await fetch('${STREAM}');
       const start = Date.now();
       const say = what => console.log((Date.now() - start) / 1000, what);
       setInterval(() => say('timer'), 20_000);
       for await (const piece of body) {
         say(Buffer.from(piece).toString().trim());
         Promise.resolve().then(() => say('then'));
       }`,
      { ...BROKER, lines: linesEach(10, 4), last: MONDAY + 45 * SECOND },
    );
    expect(stdout.split('\n')).toEqual([
      ...['10 line 1', '10 then', '20 timer', '20 line 2', '20 then', '30 line 3', '30 then'],
      ...['40 timer', '40 line 4', '40 then', ''],
    ]);
  });
});

describe('T3: a handshake', () => {
  it('takes no time, while other timers wait', async () => {
    const { served, stdout } = await runVirtually(
      `let ticks = 0;
       const interval = setInterval(() => { ticks++; }, 1);
       await Promise.all(['/a', '/b'].map(path => fetch('${API}' + path).then(response => response.text())));
       clearInterval(interval);
       console.log(ticks);`,
      BROKER,
    );
    expect({ served, stdout }).toEqual({ served: ['0 /a', '0 /b'], stdout: '0\n' });
  });
});

describe('T5: waits that are no whole milliseconds', () => {
  it('cost one advance each', async () => {
    const { advances, stdout } = await runVirtually(
      `import { setTimeout as sleep } from 'node:timers/promises';
       const start = performance.now();
       for (let count = 0; count < 50; count++) await sleep(100 / 3);
       console.log(performance.now() - start);`,
    );
    expect(stdout).toBe(`${50 * 33}\n`);
    expect(advances).toBe(50);
  });
});

describe('T7: a quiet market', () => {
  const WITH_TIMEOUT = `
    import https from 'node:https';
    const start = Date.now();
    const request = https.get('${STREAM}', { timeout: 20_000 }, response => response.on('data', () => undefined));
    request.on('timeout', () => { console.log((Date.now() - start) / 1000); process.exit(); });`;

  it('fires no read timeout while heartbeats come, and the right one when they end', async () => {
    const { stdout } = await runVirtually(WITH_TIMEOUT, { ...BROKER, lines: linesEach(5, 720) });
    expect(stdout).toBe('3620\n');
  });
});

describe('T9: what is still on its way', () => {
  it('takes no time: long answers, and those that threads decompress', async () => {
    const body = JSON.stringify(Array.from({ length: 60_000 }, (_, index) => index));
    const packed = gzipSync(body);
    const { stdout } = await runVirtually(
      `import crypto from 'node:crypto';
       import zlib from 'node:zlib';
       import { promisify } from 'node:util';
       import { readFile } from 'node:fs/promises';
       let ticks = 0;
       const interval = setInterval(() => { ticks++; }, 1);
       const response = await fetch('${API}/long');
       const packed = Buffer.from(await response.text(), 'base64');
       const text = await promisify(zlib.gunzip)(packed);
       await promisify(crypto.pbkdf2)('password', 'salt', 20_000, 32, 'sha256');
       const digest = await globalThis.crypto.subtle.digest('SHA-256', Buffer.alloc(4_000_000));
       crypto.pbkdf2Sync('password', 'salt', 1, 32, 'sha256');
       await readFile(process.execPath);
       await WebAssembly.compile(Buffer.from('0061736d01000000', 'hex'));
       clearInterval(interval);
       console.log(text.length, digest.byteLength, ticks);`,
      { answer: () => packed.toString('base64') },
    );
    expect(stdout).toBe(`${body.length} 32 0\n`);
  });
});

describe('T10: timers within a client', () => {
  it('run on simulated time', async () => {
    const { stdout } = await runVirtually(
      `const { body } = await fetch('${STREAM}');
       const start = Date.now();
       try {
         for await (const _ of body);
       } catch (error) {
         console.log((Date.now() - start) / 1000, error.cause.code);
       }`,
      { ...BROKER, lines: linesEach(5, 120) },
    );
    expect(stdout).toMatch(/^90\d(?:\.\d+)? UND_ERR_BODY_TIMEOUT\n$/);
  });
});
