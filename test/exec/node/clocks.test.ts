/** Clocks, timers and entropy of a Node program under virtual time. */

import { describe, expect, it } from 'vitest';
import { MONDAY, SECOND } from '../../support/exec/fake-exec.js';
import { runHeldUp, runVirtually } from '../../support/exec/node-program.js';

/** Runs code that fills the object `seen`, which is returned. */
async function seenBy(code: string, name?: string) {
  const body = name?.endsWith('.cjs') ? `(async () => {${code}\nfinish()})()` : `${code}\nfinish()`;
  const ran = await runVirtually(
    `const seen = {};
     const finish = () => process.stdout.write(JSON.stringify(seen));
     ${body}`,
    {},
    name,
  );
  expect(ran).toMatchObject({ stderr: '', code: 0 });
  return JSON.parse(ran.stdout) as Record<string, unknown>;
}

describe('every clock', () => {
  it('stands still while the program computes, and follows the sandbox', async () => {
    const seen = await seenBy(`
      import { setTimeout as sleep } from 'node:timers/promises';
      import { performance as imported } from 'node:perf_hooks';
      import { statSync } from 'node:fs';
      const format = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', timeStyle: 'medium' });
      const text = Date();
      const began = process.hrtime();
      const beganBig = process.hrtime.bigint();
      performance.mark('a');
      await sleep(90_000.9);
      Object.assign(seen, {
        now: Date.now(), date: new Date(), text, isDate: new Date(0) instanceof Date,
        isStatDate: statSync('/').mtime instanceof Date, constructor: new Date().constructor === Date,
        given: new Date(2020, 1, 3).getMonth(), parsed: Date.parse('2020-01-01'), utc: Date.UTC(2020),
        performance: performance.now(), imported: imported.now(), origin: performance.timeOrigin,
        mark: performance.mark('b').startTime, measure: performance.measure('c', 'a').duration,
        hrtime: process.hrtime(began), hrtimeBig: Number(process.hrtime.bigint() - beganBig),
        uptime: process.uptime(), format: format.format(), parts: format.formatToParts()[2].value,
        other: format.format(0),
      });
      class Own extends Date {}
      seen.own = new Own().getTime();`);
    const now = MONDAY / 1000 + 90_000;
    expect(seen).toMatchObject({
      ...{ now, date: new Date(now).toISOString(), isDate: true, isStatDate: true },
      ...{ constructor: true, given: 1, parsed: Date.UTC(2020), utc: Date.UTC(2020), own: now },
      ...{ performance: 90_000, imported: 90_000, origin: MONDAY / 1000, mark: 90_000 },
      ...{ measure: 90_000, hrtime: [90, 0], hrtimeBig: 90e9, uptime: 90 },
      ...{ format: '00:01:30', parts: '01', other: '00:00:00' },
    });
    expect(new Date(seen['text'] as string).getTime()).toBe(MONDAY / 1000);
  });
});

/** Uses every form of a timer, and notes when each fired. */
const EVERY_FORM = `const timers = require('node:timers');
       const promises = require('node:timers/promises');
       const { promisify } = require('node:util');
       const { AsyncLocalStorage } = require('node:async_hooks');
       process.removeAllListeners('warning').on('warning', ({ name }) => { seen.warning = name; });
       const start = Date.now();
       const at = async (name, wait) => { const value = await wait; seen[name] = [Date.now() - start, value]; };
       const called = set => new Promise(resolve => set(resolve));
       const storage = new AsyncLocalStorage();
       const ticks = async () => {
         const all = [];
         for await (const value of promises.setInterval(40, 'tick')) if (all.push(value) === 3) return all;
       };
       const code = promise => promise.then(() => 'none', error => [error.name, error.code]);
       const aborted = AbortSignal.timeout(70);
       const number = +setTimeout(() => { seen.cleared = true; }, 5);
       clearTimeout(String(number));
       const interval = setInterval(() => { seen.ticks = (seen.ticks ?? 0) + 1; if (seen.ticks === 4) clearInterval(interval); }, 10);
       const refreshed = setTimeout(() => { seen.refreshed = Date.now() - start; }, 30);
       setTimeout(() => refreshed.refresh(), 20);
       setTimeout(() => { seen.unrefd = true; }, 10_000_000).unref();
       await Promise.all([
         at('global', called(done => setTimeout(done, 100, 'argument'))),
         at('module', called(done => timers.setTimeout(done, '20', 1))),
         at('none', called(done => setTimeout(done))),
         at('endless', called(done => setTimeout(done, Infinity))),
         at('promisified', promisify(setTimeout)(15, 'value')),
         at('promised', promises.setTimeout(25, 'value', { ref: true })),
         at('scheduler', promises.scheduler.wait(35)),
         at('ticks of', ticks()),
         at('aborted', code(promises.setTimeout(500, 0, { signal: aborted }))),
         at('aborted ticks', code((async () => { for await (const _ of promises.setInterval(500, 0, { signal: aborted })); })())),
         at('fetch', code(new Promise((_, reject) => aborted.addEventListener('abort', () => reject(aborted.reason))))),
         at('bad', code(promises.setTimeout(1, 0, { ref: 'yes' }))),
         at('storage', storage.run('kept', () => called(done => setTimeout(() => done(storage.getStore()), 60)))),
       ]);
       seen.wrong = [() => setTimeout('text'), () => AbortSignal.timeout(-1)].map(call => {
         try { call(); return 'nothing'; } catch (error) { return error.code; }
       });
       const timer = setTimeout(() => undefined, 7);
       seen.timer = [timer.hasRef(), timer.unref().hasRef(), timer.ref() === timer, timer.constructor.name];`;

describe('timers', () => {
  it('fire at their instants, in every form', async () => {
    const seen = await seenBy(EVERY_FORM, 'bot.cjs');
    expect(seen).toEqual({
      ...{ global: [100, 'argument'], module: [20, 1], none: [1, null], endless: [1, null] },
      ...{ promisified: [15, 'value'], promised: [25, 'value'], scheduler: [35, null] },
      ...{ 'ticks of': [120, ['tick', 'tick', 'tick']], ticks: 4, refreshed: 50 },
      ...{ aborted: [70, ['AbortError', 'ABORT_ERR']], fetch: [70, ['TimeoutError', 23]] },
      ...{ 'aborted ticks': [70, ['AbortError', 'ABORT_ERR']] },
      ...{ bad: [0, ['TypeError', 'ERR_INVALID_ARG_TYPE']], storage: [60, 'kept'] },
      ...{ wrong: ['ERR_INVALID_ARG_TYPE', 'ERR_OUT_OF_RANGE'] },
      ...{ timer: [true, false, true, 'Timeout'], warning: 'TimeoutOverflowWarning' },
    });
  });
});

describe('timeouts of sockets', () => {
  it('are simulated, and begin anew with what passes', async () => {
    const seen = await seenBy(`
      import net from 'node:net';
      const server = net.createServer(socket => socket.pipe(socket)).listen(0, '127.0.0.1');
      await new Promise(resolve => server.once('listening', resolve));
      const socket = net.connect(server.address().port, '127.0.0.1');
      await new Promise(resolve => socket.once('connect', resolve));
      socket.resume();
      const start = Date.now();
      socket.setTimeout(60_000);
      await new Promise(resolve => setTimeout(resolve, 45_000));
      await new Promise(resolve => { socket.once('data', resolve); socket.write('x'); });
      await new Promise(resolve => socket.once('timeout', resolve));
      seen.after = Date.now() - start;
      socket.setTimeout(0);
      socket.destroy();
      server.close();`);
    expect(seen).toEqual({ after: 105_000 });
  });
});

describe('a loop that waits for time to pass', () => {
  it('is named', async () => {
    const { said, code } = await runVirtually(
      `const end = Date.now() + 10;
       while (Date.now() < end) {
       }`,
      {
        onHello: ({ said, processes }) => {
          const look = () => {
            if (!said.some(({ say }) => say === 'spin')) return void setTimeout(look, 20);
            for (const { hello } of processes) process.kill(hello.pid as number, 'SIGKILL');
          };
          look();
        },
      },
    );
    expect(code).toBe('SIGKILL');
    expect(said.filter(({ say }) => say === 'spin')).toEqual([
      { say: 'spin', thread: 'main', where: 'bot.mjs:2' },
    ]);
  });
});

describe('T6: entropy', () => {
  const DRAW = `
    import crypto, { randomBytes, randomFillSync, randomInt } from 'node:crypto';
    import { promisify } from 'node:util';
    const bytes = new Uint16Array(4);
    const drawn = [
      Math.random(), randomBytes(8).toString('hex'), crypto.randomUUID(), globalThis.crypto.randomUUID(),
      randomInt(1000), randomInt(5, 9), randomFillSync(Buffer.alloc(6), 2, 3).toString('hex'),
      [...crypto.getRandomValues(bytes)], [...globalThis.crypto.getRandomValues(bytes)],
      (await promisify(crypto.randomBytes)(4)).toString('hex'), await promisify(crypto.randomInt)(99),
      (await promisify(crypto.randomFill)(Buffer.alloc(4))).toString('hex'),
    ];
    process.stdout.write(JSON.stringify(drawn));`;

  it('is drawn from the seed: the same each time, another for another seed', async () => {
    const [one, same, other] = await Promise.all(
      [1, 1, 2].map(async seed => (await runVirtually(DRAW, { seed })).stdout),
    );
    expect(same).toBe(one);
    const values = JSON.parse(one as string) as unknown[];
    const others = JSON.parse(other as string) as unknown[];
    expect(values).toHaveLength(12);
    expect(values[2]).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    expect(values[6]).toMatch(/^0000[0-9a-f]{6}00$/);
    expect(values[5]).toBeOneOf([5, 6, 7, 8]);
    for (const place of [0, 1, 2, 3, 7, 8, 9, 11]) expect(others[place]).not.toEqual(values[place]);
  });
});

describe('programs that a program starts', () => {
  it('are waited for until they have said hello or ended, and share the time', async () => {
    const child = `
      setTimeout(async () => {
        const response = await fetch('https://api-fxpractice.oanda.com/child');
        console.log(await response.text(), Date.now());
      }, 5000)`;
    const { stdout, served } = await runVirtually(
      `import { execFile, exec } from 'node:child_process';
       import { promisify } from 'node:util';
       const node = JSON.stringify(process.execPath);
       const { stdout } = await promisify(exec)('true; ' + node + ' -e "$CODE"; true', { env: { CODE: ${JSON.stringify(child)} } });
       const { stdout: foreign } = await promisify(execFile)('/bin/sh', ['-c', 'read line </proc/self/stat; echo foreign']);
       console.log(stdout.trim(), foreign.trim(), Date.now());`,
      { answer: path => path },
    );
    const now = MONDAY / 1000 + 5000;
    expect({ served, stdout }).toEqual({
      served: ['5000 /child'],
      stdout: `/child ${now} foreign ${now}\n`,
    });
  });
});

describe('the end of a program', () => {
  it('comes when nothing holds it, and time does not run on', async () => {
    const { code, advances } = await runVirtually(`
      setTimeout(() => undefined, 1000).unref();
      process.on('beforeExit', () => { process.exitCode = 4; });`);
    expect({ code, advances }).toEqual({ code: 4, advances: 0 });
  });

  it('is no wait for its timers on a machine that holds it up', async () => {
    const { code, advances } = await runHeldUp('setTimeout(() => undefined, 1000).unref();');
    expect({ code, advances }).toEqual({ code: 0, advances: 0 });
  });

  it('comes by a signal at the end of the window', async () => {
    const { code, stdout } = await runVirtually(
      `process.on('SIGTERM', () => { console.log(Date.now()); process.exit(9); });
       setInterval(() => undefined, 60_000);`,
      { last: MONDAY + 3600 * SECOND },
    );
    expect({ code, stdout }).toEqual({ code: 9, stdout: `${MONDAY / 1000 + 3_600_000}\n` });
  });
});
