import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { filesOf } from '../support/files/files-of.js';
import { strategyScenario } from '../support/files/strategy-scenario.js';
import { temporaryFolder } from '../support/files/temporary.js';
import { patience } from '../support/patience.js';
import { printedBy } from '../support/process/in-process.js';
import { orrery, scenario } from '../support/process/orrery.js';
import { control } from '../support/process/over-control.js';
import { serve } from '../support/process/served.js';
import { IS_NIGHTLY } from '../support/random/nightly.js';

const BUYER = `
export const parameters = { units: { type: 'integer', default: 1, describe: 'size' } };
export function strategy({ units }) {
  return {
    candles: [{ instrument: 'EUR_USD', granularity: 'H1' }],
    onCandle(context, candle) {
      context.plot('close', Number(candle.mid.c));
      context.createOrder({ type: 'MARKET', instrument: 'EUR_USD', units: String(units) });
    },
  };
}
`;

it('serve --strategy writes the ledger, the drawings and the manifest of run', async () => {
  const [served = '', ran = ''] = ['served', 'ran'].map(name => join(temporaryFolder(), name));
  const values = ['--param', 'units=25', '--balance', '20000'];
  const own = [await strategyScenario(BUYER, '{ units: 10 }'), ...values];
  const flags = ['--strategy', '--clock', 'manual', '--out', served];
  const server = await serve([...own, ...flags]);
  const { body: clock } = await control(server, 'GET', 'clock');
  await control(server, 'POST', 'clock/advance', { to: clock.to });
  expect(await server.end('SIGTERM')).toBe(0);
  expect(server.log()).toContain('run with units 25, balance 20000');
  await printedBy('run', ...own, '--out', ran);
  const [files, expected] = [filesOf(served), filesOf(ran)];
  expect(Object.keys(files)).toEqual(Object.keys(expected));
  for (const name of ['ledger.ndjson', 'manifest.json', 'drawings.json', 'trades.csv']) {
    expect(files[name]).toBe(expected[name]);
  }
  expect(await printedBy('verify', served)).toMatch(/^identical sha256:/);
});

it('serve refuses what does not go together', async () => {
  const file = await strategyScenario('export const strategy = () => ({});');
  const refused = [
    [['--strategy', '--store', join(temporaryFolder(), 'store')], /--strategy.*--store/],
    [['--param', 'fast=1'], /--param.*needs --strategy/],
  ] as const;
  for (const [flags, rule] of refused) {
    await expect(printedBy('serve', file, ...flags)).rejects.toThrow(rule);
  }
  await expect(printedBy('serve', scenario('take-profit'), '--strategy')).rejects.toThrow(
    /has no strategy to run/,
  );
});

it('a strategy that alters its own run of the market ends the server, and the message names the place', async () => {
  const altered = `const pad = String.prototype.padStart;
String.prototype.padStart = function (length, fill) {
  return this.length === 6 && length === 6 ? this.slice(0, 5) + '9' : pad.call(this, length, fill);
};`;
  const file = await strategyScenario(`${altered}${BUYER}`, '{ units: 10 }');
  const server = await serve([file, '--strategy', '--clock', 'manual']);
  await control(server, 'POST', 'clock/advance', { by: '12h' }).catch(() => undefined);
  expect(await server.ended).toBe(70);
  expect(server.log()).toMatch(
    /run of the strategies and that of the server are one; they differ at 2024-03-05T\S+Z, transaction \d+: /,
  );
});

it('what keeps the module of a refused strategy alive does not keep the server alive', async () => {
  const source = `setInterval(() => undefined, 1_000);
export const strategy = () => { throw new Error('no'); };`;
  const { status, stderr } = orrery(['serve', await strategyScenario(source), '--strategy']);
  expect(stderr).toContain('refused by strategy.ts: no');
  expect(status).toBe(2);
});

it('a hook that throws is logged once, as one line, however often the market is rewound', async () => {
  const source = `const fail = () => { throw new Error('enough'); };
export const strategy = () => ({
  candles: [{ instrument: 'EUR_USD', granularity: 'H1' }],
  onCandle(context) { fail(); },
});`;
  const server = await serve([await strategyScenario(source), '--strategy', '--clock', 'manual']);
  const stopped = { strategies: [{ state: 'stopped' }] };
  for (let turn = 0; turn < 3; turn++) {
    const { body } = await control(server, 'POST', 'clock/advance', { by: '2h' });
    expect(body).toMatchObject(stopped);
    const rewound = await control(server, 'POST', 'rewind', { to: '2024-03-05T10:30:00Z' });
    expect(rewound.status).toBe(200);
  }
  await control(server, 'POST', 'clock/advance', { by: '2h' });
  // The place in the source is found a moment after the strategy was stopped.
  await expect
    .poll(async () => (await control(server, 'GET', 'clock')).body)
    .toMatchObject({ strategies: [{ place: expect.stringMatching(/\.\w+:1:\d+$/) }] });
  expect(await server.end('SIGTERM')).toBe(0);
  const lines = server
    .log()
    .split('\n')
    .filter(line => line.includes('enough'));
  expect(lines).toHaveLength(1);
  const { msg, more } = JSON.parse(lines[0] ?? '');
  expect(msg).toMatch(
    /is stopped: \S*strategy\.ts:1:\d+: onCandle at 2024-03-05T11:00:00.0+Z: enough$/,
  );
  expect(more).toEqual([
    expect.stringMatching(/^at fail \(.*strategy\.ts:1:\d+\)$/),
    expect.stringMatching(/^at .*onCandle \(.*strategy\.ts:4:\d+\)$/),
  ]);
});

/** Trades at each hour, and does not return at that of 13:00. */
const HANGING = `
export const strategy = () => ({
  candles: [{ instrument: 'EUR_USD', granularity: 'H1' }],
  onCandle(context) {
    context.createOrder({ type: 'MARKET', instrument: 'EUR_USD', units: '1' });
    if (context.time.includes('T13')) for (;;);
  },
});
`;

/** The same in a hook that waits in the system, and leaves the processor to others. */
const WAITING = HANGING.replace(
  'for (;;);',
  'for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);',
);

const SIGNALS = [
  ['SIGINT', 'manual', 'loops', HANGING],
  ['SIGTERM', 'paced', 'waits', WAITING],
  ['SIGHUP', 'paced', 'waits', WAITING],
] as const;

// They mostly wait, so that they run side by side.
it.concurrent.each(IS_NIGHTLY ? SIGNALS : SIGNALS.slice(0, 2))(
  'a hook that does not return leaves reads, and %s ends the server (%s; the hook %s)',
  async (signal, mode, _does, source) => {
    const file = await strategyScenario(source);
    const pace = mode === 'paced' ? ['--speed', '100000'] : [];
    const server = await serve([file, '--strategy', '--clock', mode, ...pace]);
    const [{ id = '', token = '' } = {}] = server.accounts;
    const bearer = { authorization: `Bearer ${token}` };
    const account = async () => {
      const response = await fetch(`${server.url}/v3/accounts/${id}/summary`, { headers: bearer });
      return (await response.json()) as { readonly lastTransactionID: string };
    };
    const advancing =
      mode === 'manual' ? control(server, 'POST', 'clock/advance', { by: '6h' }) : undefined;
    await vi.waitFor(() => expect(server.log()).toContain('has not returned for'), {
      timeout: patience(30_000),
    });
    expect(server.log()).toMatch(
      /strategy\.ts:6:\d+: onCandle at 2024-03-05T13:00:00.0+Z: has not returned for \d+ s; time/,
    );
    expect((await fetch(`${server.url}/health`)).status).toBe(200);
    const { lastTransactionID } = await account();
    expect(await account()).toMatchObject({ lastTransactionID });
    const { body: clock } = await control(server, 'GET', 'clock');
    expect(String(clock.now) < '2024-03-05T13:00:00Z').toBe(true);
    const hook = { name: 'onCandle', time: '2024-03-05T13:00:00.000000000Z' };
    expect(clock.strategies).toMatchObject([{ state: 'running', hook }]);
    expect(clock.strategies[0]?.hook.seconds).toBeGreaterThan(3);
    const order = async (units: string) => {
      const response = await fetch(`${server.url}/v3/accounts/${id}/orders`, {
        method: 'POST',
        headers: { ...bearer, 'content-type': 'application/json' },
        body: JSON.stringify({ order: { type: 'MARKET', instrument: 'EUR_USD', units } }),
      });
      const { errorMessage } = (await response.json()) as { readonly errorMessage: string };
      return [response.status, errorMessage];
    };
    expect(await order('many')).toEqual([400, "Invalid value specified for 'order.units'"]);
    const ordering = order('1');
    await vi.waitFor(async () => {
      expect((await fetch(`${server.url}/health`)).status).toBe(200);
    });
    expect(await server.end(signal)).toBe(0);
    expect(await ordering).toEqual([503, 'The server stopped before the request took effect']);
    expect(server.log()).toContain('onCandle at 2024-03-05T13:00:00.000000000Z: was ended');
    const cut = { errorMessage: 'The server stopped before time had moved as far as was asked' };
    if (advancing !== undefined) expect(await advancing).toMatchObject({ status: 503, body: cut });
  },
);

it('a strategy that runs out of memory is named and stopped, and the server goes on', async () => {
  const file = await strategyScenario(
    HANGING.replace('for (;;);', 'for (const all = [];;) all.push(new Array(100_000).fill(0.5));'),
  );
  // Enough for the server itself, which has the same limit.
  const few = { NODE_OPTIONS: '--max-old-space-size=160' };
  const server = await serve([file, '--strategy', '--clock', 'manual'], few);
  const { body } = await control(server, 'POST', 'clock/advance', { by: '6h' });
  expect(body.now).toBe('2024-03-05T16:00:00.000000000Z');
  expect(body).toMatchObject({ strategies: [{ state: 'stopped' }] });
  expect(await server.end('SIGTERM')).toBe(0);
  // The answer may come before what the server wrote; at its end all of that has come.
  await expect
    .poll(() => server.log())
    .toMatch(
      /strategy\.ts: onCandle at 2024-03-05T13:00:00.0+Z: ran out of memory: it may keep .* NODE_OPTIONS/,
    );
});
