import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { runScenario } from '../../../../../src/broker/runtime/run-scenario.js';
import { unpricedLines } from '../../../../../src/broker/runtime/unpriced.js';
import type { Instrument } from '../../../../../src/core/market/instrument.js';
import { residentWindows, type TickColumns } from '../../../../../src/core/market/tick.js';
import { runBacktest } from '../../../../../src/core/run/backtest.js';
import { ledgerHash } from '../../../../../src/data/record/ledger-file.js';
import { loadScenario } from '../../../../../src/data/storage/scenario/scenario-file.js';
import { writeTicks } from '../../../../../src/data/storage/ticks/write-ticks.js';
import { sandboxScenario } from '../../../../support/api/sandbox-scenario.js';
import { temporaryFolder } from '../../../../support/files/temporary.js';
import { at } from '../../../../support/market/fixtures.js';

/** Ticks before the window: those of the file itself, of a file of history, or none. */

const FROM = '2024-03-06T12:07:30Z';
/** The candles that a strategy finds an hour into the window, and whether there was a price before. */
const MODULE = `
export function strategy() {
  return {
    warmUp: { EUR_USD: { M1: 0 } },
    onStart(context) {
      const known = context.quote('EUR_USD') === undefined ? 'no' : 'a';
      const { length } = context.candles('EUR_USD', 'M1', 900);
      context.setTimer(known + ' ' + length, { after: '1h' });
    },
    onTimer(context, { name }) {
      const { length, exact } = context.candles('EUR_USD', 'M1', 200);
      const comment = [name, length, exact.open[0], exact.high[99]].join(' ');
      const clientExtensions = { comment };
      context.createOrder({ type: 'MARKET', instrument: 'EUR_USD', units: '1', clientExtensions });
    },
  };
}`;

let folder: string;
let instrument: Instrument;

function rows({ time, bid, ask }: TickColumns, from: number, to: number): TickColumns {
  const range = [from, to] as const;
  return {
    length: to - from,
    time: time.slice(...range),
    bid: bid.slice(...range),
    ask: ask.slice(...range),
  };
}

beforeAll(async () => {
  folder = temporaryFolder();
  const [entry] = sandboxScenario().market;
  instrument = entry?.instrument as Instrument;
  const whole = entry?.ticks?.windows[0]?.columns() as TickColumns;
  const cut = whole.time.findIndex(time => time >= at(FROM));
  writeFileSync(join(folder, 'strategy.ts'), MODULE);
  await writeTicks(join(folder, 'whole.csv'), instrument, whole);
  await writeTicks(join(folder, 'past.csv'), instrument, rows(whole, 0, cut));
  await writeTicks(join(folder, 'later.csv'), instrument, rows(whole, cut, whole.length));
  // The last rows of this one are later than the first of later.csv.
  await writeTicks(join(folder, 'long-past.csv'), instrument, rows(whole, 0, cut + 500));
});

function scenarioFile(market: string): string {
  const file = join(folder, 'scenario.yaml');
  const window = `{ from: '${FROM}', to: '2024-03-06T14:00:00Z' }`;
  const text = `version: 1\nname: test\nwindow: ${window}\nmarket:\n  EUR_USD: ${market}\nstrategy: { use: ./strategy.ts }\n`;
  writeFileSync(file, text);
  return file;
}

/** What the strategy wrote down, and the hash of the ledger. */
async function told(market: string) {
  const { result, hash } = await runScenario(scenarioFile(market));
  const order = result.ledger.find(({ type }) => type === 'MARKET_ORDER');
  return {
    comment: (order as { clientExtensions?: { comment: string } }).clientExtensions?.comment,
    hash,
  };
}

describe('history', () => {
  it('of the file itself, or of a file of its own, is the same', async () => {
    const whole = await told('{ ticks: ./whole.csv }');
    expect(whole.comment).toMatch(/^a 900 200 1\.\d{5} 1\.\d{5}$/);
    for (const history of [
      './past.csv',
      './long-past.csv',
      '{ ticks: ./past.csv, layout: canonical }',
    ]) {
      const own = await told(`{ ticks: ./later.csv, history: ${history} }`);
      expect(own, history).toEqual(whole);
    }
  });

  it('can be of bars, which are ticks at their quarters', async () => {
    const bar = 'time,open,high,low,close\n2024-03-06T11:00:00Z,1.1,1.2,1.0,1.15\n';
    writeFileSync(join(folder, 'h1.csv'), bar);
    const past = '{ bars: ./h1.csv, granularity: H1, price: mid, spread: "0.00012" }';
    const entry = `{ ticks: ./later.csv, history: ${past} }`;
    expect((await told(entry)).comment).toMatch(/^a 4 64 1\.10000 /);
    const { histories } = await loadScenario(scenarioFile(entry));
    expect(histories.map(({ file }) => file.bars?.words)).toEqual([expect.stringContaining('H1')]);
  });

  it('none: there is no candle and no price before the window', async () => {
    const cold = await told('{ ticks: ./whole.csv, history: none }');
    expect(cold.comment).toMatch(/^no 0 60 /);
    const alone = await told('{ ticks: ./later.csv }');
    expect(alone).toEqual(cold);
    const { scenario } = await loadScenario(scenarioFile('{ ticks: ./whole.csv, history: none }'));
    expect(unpricedLines(scenario)).toHaveLength(1);
    const known = await loadScenario(scenarioFile('{ ticks: ./later.csv, history: ./past.csv }'));
    expect(unpricedLines(known.scenario)).toEqual([]);
  });

  it('in many windows is that in one, and none of its ticks is read without need', async () => {
    const file = scenarioFile('{ ticks: ./later.csv, history: ./past.csv }');
    const { scenario } = await loadScenario(file);
    const [entry] = scenario.market;
    if (entry === undefined || typeof entry.history !== 'object') throw new Error('has history');
    const columns = entry.history.windows[0]?.columns() as TickColumns;
    const bounds = [0, 3, 3_000, 6_000, columns.length];
    let read = 0;
    const windows = bounds.slice(1).flatMap((to, index) =>
      residentWindows(rows(columns, bounds[index] ?? 0, to)).map(window => ({
        ...window,
        columns: () => {
          read += index < 2 ? 1 : 0;
          return window.columns();
        },
      })),
    );
    const history = { ...entry.history, windows };
    const { ledger, engine } = runBacktest({ ...scenario, market: [{ ...entry, history }] });
    expect(read).toBe(0);
    const one = runBacktest(scenario);
    expect(ledgerHash(ledger)).toBe(ledgerHash(one.ledger));
    const [series, other] = [engine, one.engine].map(each => each.state.candles[0]);
    expect(series?.length).toBe(other?.length);
    const { length } = series ?? other ?? { length: 0 };
    expect(series?.fold(0, length, 0, true)).toEqual(other?.fold(0, length, 0, true));
  });

  it.each([
    ['{ ticks: ./whole.csv, history: ./nowhere.csv }', 'market.EUR_USD.history: no such file'],
    [
      '{ ticks: ./whole.csv, history: { ticks: ./past.csv, timeZone: Mars } }',
      'EUR_USD.history.timeZone: unknown time zone Mars',
    ],
    ['{ history: ./past.csv }', 'market.EUR_USD.history: needs ticks, which it goes before'],
    ['{ ticks: ./whole.csv, history: 3 }', 'market.EUR_USD.history'],
  ])('is refused: %s', async (market, words) => {
    await expect(loadScenario(scenarioFile(market))).rejects.toThrow(words);
  });
});
