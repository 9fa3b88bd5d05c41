import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { auditBarPath } from '../../../../../src/broker/runtime/audit/bar-path.js';
import { barPathText } from '../../../../../src/cli/output/bar-path-text.js';
import { lines, scratchPath } from '../../../../support/files/tick-files.js';

/** The second bar holds a stop below and a target above; which one comes first, it does not tell. */
const WIDE = lines(
  'time,open,high,low,close',
  '2024-03-05T10:00:00Z,1.10000,1.10010,1.09990,1.10000',
  '2024-03-05T10:01:00Z,1.10000,1.10300,1.09750,1.10000',
  '2024-03-05T10:02:00Z,1.10000,1.10010,1.09990,1.10000',
);
const TICKS = lines('time,bid,ask', '2024-03-05T10:00:00Z,1.1,1.2', '2024-03-05T10:02:00Z,1.1,1.2');
const ORDER =
  'type: MARKET, instrument: EUR_USD, units: 1000, stopLossOnFill: { price: 1.09800 }, takeProfitOnFill: { price: 1.10200 }';

/** A scenario that buys at 10:00:50. */
function scenario(content: string, keys: string, order = ORDER): string {
  const file = scratchPath('scenario.yaml');
  writeFileSync(join(dirname(file), 'EUR_USD.csv'), content);
  const entry = `  - { at: 2024-03-05T10:00:50Z, create: { ${order} } }`;
  const text = `version: 1\nname: wide\nmarket:\n  EUR_USD: { ${keys} }\naccounts: [{ balance: 1000 }]\ntimeline:\n${entry}\n`;
  writeFileSync(file, text);
  return file;
}

const KEYS = 'bars: EUR_USD.csv, granularity: M1, price: bid, spread: 0.00010';

describe('an audit of the path inside bars', () => {
  it('names the trade that ends by its stop or by its target', async () => {
    const runs: number[] = [];
    const report = await auditBarPath(scenario(WIDE, KEYS), { onRun: done => runs.push(done) });
    expect(runs).toEqual([1, 2, 3]);
    expect(report.bars).toEqual([{ instrument: 'EUR_USD', granularity: 'M1' }]);
    expect(report.paths.map(({ path, differing }) => [path, differing])).toEqual([
      ['nearest-first', 0],
      ['low-first', 0],
      ['high-first', 1],
    ]);
    expect(report.paths[2]?.first).toMatchObject({
      was: { closePrice: '1.09800', realizedPL: '-2.1000' },
      now: { closePrice: '1.10200', realizedPL: '1.9000' },
    });
    expect(report.paths[2]?.accounts[0]?.difference).toBe('4.0000');
    expect(report.paths.map(path => path.barsWithBoth)).toEqual(
      [1, 1, 1].map(count => ({ EUR_USD: count })),
    );
    const text = await barPathText('s.yaml', report);
    expect(text).toMatch(/low-first +│ +1 │ +997.9000 USD │ +\+0.0000 │ +0 │ +1 │/);
    expect(text).toMatch(/high-first +│ +1 │ +1001.9000 USD │ +\+4.0000 │ +1 │ +1 │/);
    expect(text).toMatch(
      /\nthe first trade that differs between nearest-first and high-first:\n {2}nearest-first 1000 EUR_USD at 1.10010, .*P\/L -2.1000\n {2}high-first .*P\/L 1.9000\nthe result depends on the path/,
    );
  });

  it('says so when no trade depends on it', async () => {
    const market = 'type: MARKET, instrument: EUR_USD, units: 1000';
    const report = await auditBarPath(scenario(WIDE, KEYS, market), {});
    expect(report.paths.every(({ differing }) => differing === 0)).toBe(true);
    expect(await barPathText('s.yaml', report)).toContain('no trade depends on the path');
  });

  it('counts a trade that only one path opens', async () => {
    const order =
      'type: LIMIT, instrument: EUR_USD, units: 1000, price: 1.09800, gtdTime: "2024-03-05T10:01:20Z", timeInForce: GTD';
    const report = await auditBarPath(scenario(WIDE, KEYS, order), {});
    expect(report.paths[2]).toMatchObject({ trades: 0, differing: 1 });
    expect(report.paths[2]?.first?.now).toBeUndefined();
    expect(await barPathText('s.yaml', report)).toContain('  high-first has no such trade');
  });

  it('is refused where ticks of bars do not say how they were made', async () => {
    const rows = ['1709632800,1.1,1.2,0,', '1709632815,1.1,1.2,1,', '1709632875,1.1,1.2,1,'];
    const marked = scenario(lines('time,bid,ask,leg,bars', ...rows), 'ticks: EUR_USD.csv');
    await expect(auditBarPath(marked, {})).rejects.toThrow(
      /EUR_USD.csv: bars: holds ticks of bars, but not how they were made: import the bars again/,
    );
  });

  it('is refused where there are no bars', async () => {
    await expect(auditBarPath(scenario(TICKS, 'ticks: EUR_USD.csv'), {})).rejects.toThrow(
      /market: has no bars, and the path of recorded ticks is known/,
    );
  });
});
