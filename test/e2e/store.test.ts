import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ENDED_BY, ExitCode } from '../../src/cli/exit/exit-codes.js';
import { EMPTY_MARKET } from '../support/api/control.js';
import { temporaryFolder } from '../support/files/temporary.js';
import { printedBy } from '../support/process/in-process.js';
import { orrery, scenario } from '../support/process/orrery.js';
import {
  control,
  order,
  readAccount,
  type ServedAccount,
} from '../support/process/over-control.js';
import { type Served, serve } from '../support/process/served.js';

/** `serve --store`, in real processes. Invariants F1, F12, F13, F15, A4. */

const start = (folder: string, ...flags: readonly string[]) =>
  serve([scenario('quickstart'), '--clock', 'manual', '--store', folder, ...flags]);

async function killed(served: Served): Promise<void> {
  served.process.kill('SIGKILL');
  await served.ended;
}

/** A simulation as its maker is told of it. */
interface Made {
  readonly id: string;
  readonly accounts: readonly ServedAccount[];
}

/** Makes a simulation. @param path - of the verb. */
async function make(served: Served, path: string, body: object): Promise<Made> {
  const { status, text, body: made } = await control(served, 'POST', path, body);
  expect(status, text).toBe(201);
  return made;
}

/** Does something with the simulation, which must succeed. */
async function done(served: Served, made: Made, verb: string, body: object): Promise<void> {
  const { status, text } = await control(served, 'POST', `simulations/${made.id}/${verb}`, body);
  expect([200, 201], text).toContain(status);
}

/** A market order for the first account of a simulation. */
async function buy(served: Served, { accounts: [account] }: Made): Promise<void> {
  const { status, text } = await order(served, account as ServedAccount);
  expect(status, text).toBe(201);
}

/** Makes simulations in every way, trades in each of them, and deletes one. */
async function fill(served: Served) {
  const market = { EUR_USD: EMPTY_MARKET.market.EUR_USD };
  const named = await make(served, 'simulations', { scenario: 'market-order.yaml', seed: 5 });
  const inline = await make(served, 'simulations', {
    scenario: { ...EMPTY_MARKET, market, accounts: [{ currency: 'USD', balance: '5000' }] },
    name: 'by hand',
  });
  await done(served, named, 'clock/advance', { ticks: 3 });
  await buy(served, named);
  const gone = await make(served, `simulations/${named.id}/fork`, { name: 'gone' });
  await buy(served, gone);
  const orphan = await make(served, `simulations/${gone.id}/fork`, { at: '5' });
  await buy(served, orphan);
  const tick = { instrument: 'EUR_USD', time: '2024-03-05T10:20:00Z' };
  await done(served, inline, 'ticks', { ...tick, bid: '1.09000', ask: '1.09020' });
  await done(served, inline, 'clock/advance', { by: '30m' });
  const opened = `simulations/${inline.id}/accounts`;
  const { body: account } = await control(served, 'POST', opened, { balance: '70' });
  await buy(served, inline);
  await done(served, inline, 'faults', {
    operation: 'createOrder',
    count: 1,
    error: { status: 503 },
  });
  expect((await order(served, inline.accounts[0] as ServedAccount)).status).toBe(503);
  await buy(served, named);
  await done(served, named, 'rewind', { before: '6' });
  await done(served, named, 'clock/advance', { ticks: 2 });
  await buy(served, named);
  const kept = await make(served, `fork`, {});
  await buy(served, kept);
  expect((await control(served, 'DELETE', `simulations/${gone.id}`)).status).toBe(204);
  return {
    made: [named, { ...inline, accounts: [...inline.accounts, account] }, orphan, kept],
    gone,
  };
}

type Filled = Awaited<ReturnType<typeof fill>>;

/** Where the simulations stand, and what their tokens open. */
async function standing(served: Served, { made, gone }: Filled): Promise<unknown> {
  const { body: all } = await control(served, 'GET', 'simulations');
  const ids = all.simulations.map(({ id }) => id);
  expect(ids).toEqual(['main', ...made.map(({ id }) => id)]);
  const each = ids.map(async id => [
    await control(served, 'GET', `simulations/${id}/ledger`),
    await control(served, 'GET', `simulations/${id}/clock`),
    await control(served, 'GET', `simulations/${id}/faults`),
  ]);
  const accounts = [...served.accounts, ...made.flatMap(made => made.accounts)];
  const read = await Promise.all(accounts.map(account => readAccount(served, account)));
  expect(new Set(read.map(({ status }) => status))).toEqual(new Set([200]));
  const [lost] = gone.accounts;
  expect((await readAccount(served, lost as ServedAccount)).status).toBe(401);
  expect((await control(served, 'GET', `simulations/${gone.id}`)).status).toBe(404);
  return [all, await Promise.all(each), read, served.accounts, served.controlToken];
}

const MARKET = { type: 'MARKET', instrument: 'EUR_USD' };
const logOf = (folder: string) => join(folder, 'store.ndjson');

describe('serve --store', () => {
  it('after kill -9 stands where it stood, with the same tokens, and no token is in a file', async () => {
    const folder = temporaryFolder();
    const first = await start(folder);
    const [account] = first.accounts as [ServedAccount];
    await control(first, 'POST', 'clock/advance', { by: '2h' });
    const answers = await Promise.all(Array.from({ length: 20 }, () => order(first, account)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    await control(first, 'POST', 'clock/advance', { ticks: 7 });
    const filled = await fill(first);
    const before = await standing(first, filled);
    await killed(first);

    const again = await start(folder);
    expect(await standing(again, filled)).toEqual(before);
    const refused = orrery(['serve', scenario('quickstart'), '--port', '0', '--store', folder]);
    expect(refused.stderr).toContain(`process ${again.process.pid}, uses this store`);
    expect(refused.status).toBe(2);
    expect((await order(again, account)).status).toBe(201);
    const next = await make(again, 'fork', {});
    expect(filled.made.map(({ id }) => id)).not.toContain(next.id);
    expect(next.id).not.toBe(filled.gone.id);
    const { body: last } = await control(again, 'GET', 'ledger');
    expect(await again.end('SIGHUP')).toBe(0);

    const verified = orrery(['verify', folder]);
    expect(verified.status, verified.stderr).toBe(0);
    expect(verified.stdout).toContain(last.sha256);
    const names = ['ended-sessions', 'last-uses', 'length', 'secret', 'store.ndjson'];
    expect(readdirSync(folder).sort()).toEqual(names);
    for (const name of names) {
      expect(statSync(join(folder, name)).mode & 0o777, name).toBe(0o600);
    }
    const texts = readdirSync(folder).map(name => readFileSync(join(folder, name), 'utf8'));
    const accounts = [...again.accounts, ...[...filled.made, next].flatMap(made => made.accounts)];
    for (const { token } of [{ token: again.controlToken }, ...accounts]) {
      expect(texts.join('')).not.toContain(token);
    }
  });

  it('after kill -9 in the middle of steps has every step that was answered', async () => {
    const folder = temporaryFolder();
    const first = await start(folder);
    const [account] = first.accounts as [ServedAccount];
    const fork = await make(first, 'fork', {});
    const buying = { operation: 'createOrder', order: { ...MARKET, units: '10' } };
    const step = { commands: [buying, buying], advance: { ticks: 1 }, accounts: [] };
    let answered = 0;
    const stepping = async () => {
      for (;;) {
        const { status, text } = await control(first, 'POST', 'step', step);
        expect(status, text).toBe(200);
        answered += 1;
        if (answered === 5) await done(first, fork, 'step', { ...step, advance: { by: '1h' } });
        if (answered === 25) first.process.kill('SIGKILL');
      }
    };
    await expect(stepping()).rejects.toThrow('fetch failed');
    await first.ended;

    const again = await start(folder);
    const { body: clock } = await control(again, 'GET', 'clock');
    // Of the step that was not answered there may be the beginning: two transactions an order, then a tick.
    const [ticks, more] = [clock.ticks - answered, clock.transactions - 3 - 4 * answered];
    expect([
      [0, 0],
      [0, 2],
      [0, 4],
      [1, 4],
    ]).toContainEqual([ticks, more]);
    const { body: forked } = await control(again, 'GET', `simulations/${fork.id}/clock`);
    expect([forked.now, forked.transactions]).toEqual(['2024-03-04T01:00:00.000000000Z', 7]);
    expect((await control(again, 'POST', 'rewind', { before: '8' })).status).toBe(200);
    expect((await control(again, 'POST', 'step', step)).status).toBe(200);
    const before = await readAccount(again, account);
    expect(await again.end('SIGTERM')).toBe(0);
    const third = await start(folder);
    expect(await readAccount(third, account)).toEqual(before);
    await killed(third);
    expect(await printedBy('verify', folder)).toMatch(/^whole: \d+ records\n/);
  });

  it('refuses another scenario and damage, and leaves the file as it was', async () => {
    const folder = temporaryFolder();
    expect(await (await start(folder)).end('SIGINT')).toBe(0);
    const file = logOf(folder);
    const whole = readFileSync(file, 'utf8');
    const serveAgain = (...flags: string[]) => {
      const before = readFileSync(file);
      const { status, stderr } = orrery(['serve', ...flags, '--port', '0', '--store', folder]);
      expect(readFileSync(file).equals(before)).toBe(true);
      return { status, stderr };
    };

    const other = serveAgain(scenario('quickstart'), '--seed', '99');
    expect(other.stderr).toContain('was made with another seed');
    expect(other.status).toBe(2);

    writeFileSync(file, whole.replace('quickstart', 'Quickstart'));
    const damaged = serveAgain(scenario('quickstart'));
    expect(damaged.stderr).toBe(`${file}: record 0 at byte 0 is damaged\n`);
    expect(damaged.status).toBe(3);
  });

  it('ends at once at a second signal, while a request is open, and has kept what it answered', async () => {
    const folder = temporaryFolder();
    const served = await start(folder);
    const [account] = served.accounts as [ServedAccount];
    expect((await order(served, account)).status).toBe(201);
    const { hostname, port } = new URL(served.url);
    // A body that never comes: the server waits for it before it ends.
    const open = connect(Number(port), hostname).on('error', () => undefined);
    const headers = `Host: ${hostname}\r\nAuthorization: Bearer ${account.token}\r\nContent-Length: 9`;
    open.write(
      `POST /v3/accounts/${account.id}/orders HTTP/1.1\r\n${headers}\r\nExpect: 100-continue\r\n\r\n`,
    );
    await once(open, 'data');
    // A process that is stopped gets both signals at once when it goes on, in either order.
    for (const signal of ['SIGSTOP', 'SIGTERM', 'SIGINT', 'SIGCONT'] as const) {
      served.process.kill(signal);
    }
    expect([ENDED_BY.SIGINT, ENDED_BY.SIGTERM]).toContain(await served.ended);
    open.destroy();
    const inputs = (text: string) =>
      text.split('\n').filter(line => line.includes('"kind":"input"'));
    expect(inputs(readFileSync(logOf(folder), 'utf8'))).toHaveLength(1);
    expect(await printedBy('verify', folder)).toMatch(
      /^whole: \d+ records\nmain at .*: \d+ transactions/,
    );
  });

  it('on a disk that is full acknowledges nothing more, says so and ends; the rest is whole', async () => {
    const folder = temporaryFolder();
    const flags = [scenario('quickstart'), '--clock', 'manual', '--store', folder];
    // 512 bytes each: the write that crosses the limit is short, the next one fails.
    const limited = ['/bin/sh', '-c', 'ulimit -f 10; exec "$@"', 'sh'];
    const served = await serve(flags, {}, limited);
    const [account] = served.accounts as [ServedAccount];
    let acknowledged = 0;
    await expect(async () => {
      for (;;) {
        expect((await order(served, account)).status).toBe(201);
        acknowledged += 1;
      }
    }).rejects.toThrow('fetch failed');
    expect(await served.ended).toBe(ExitCode.NOT_KEPT);
    expect(served.log()).toBe(
      `${folder}: nothing more can be kept, so the server stops: EFBIG: file too large, write\n`,
    );
    expect(statSync(logOf(folder)).size).toBe(10 * 512);
    expect(acknowledged).toBeGreaterThan(3);
    const said = await printedBy('verify', folder);
    // The limit may fall on the end of a record; nothing is cut off then.
    const [, records] =
      /^(?:the last write was cut off: [1-9]\d* bytes are no record\n)?whole: (\d+)/.exec(said) ??
      [];
    expect(Number(records)).toBeGreaterThan(3);
    const kept = readFileSync(logOf(folder), 'utf8').split('\n').slice(0, Number(records));
    expect(kept.filter(line => line.includes('"kind":"input"')).length).toBeGreaterThanOrEqual(
      acknowledged,
    );
  });

  it('is not acknowledged to after its folder was removed: the server says so and ends', async () => {
    const folder = join(temporaryFolder(), 'store');
    const served = await start(folder);
    const account = served.accounts[0] as ServedAccount;
    expect((await order(served, account)).status).toBe(201);
    rmSync(folder, { recursive: true });
    await expect(order(served, account)).rejects.toThrow();
    expect(await served.ended).toBe(ExitCode.NOT_KEPT);
    expect(served.log()).toBe(
      `${folder}: nothing more can be kept, so the server stops: ${logOf(folder)}: is not there any more\n`,
    );
  });
});
