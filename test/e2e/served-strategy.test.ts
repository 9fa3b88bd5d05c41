import { join } from 'node:path';
import { expect, it } from 'vitest';
import { filesOf } from '../support/files/files-of.js';
import { strategyScenario } from '../support/files/strategy-scenario.js';
import { temporaryFolder } from '../support/files/temporary.js';
import { printedBy } from '../support/process/in-process.js';
import { scenario } from '../support/process/orrery.js';
import { control } from '../support/process/over-control.js';
import { serve } from '../support/process/served.js';

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
