import { describe, expect, it } from 'vitest';
import { Engine } from '../../src/core/engine/engine.js';
import { valueAccount } from '../../src/core/ledger/valuation.js';
import { residentWindows, type TickWindow } from '../../src/core/market/tick.js';
import { JournalDriver } from '../../src/core/run/journal-driver.js';
import { runEngine } from '../../src/core/run/run-loop.js';
import { formatRfc3339, instant } from '../../src/core/time/instant.js';
import { type DenseRun, denseRun } from '../support/random/dense-run.js';
import { play, startRun } from '../support/random/run-engine.js';
import { randomRun } from '../support/random/sparse-run.js';

/** Laws of random runs beside those of the books: invariants I2, I17, I21 and I23. */

const RUNS = Number(process.env['ORRERY_RUNS'] ?? 12);
const FIRST = Number(process.env['ORRERY_SEED'] ?? 1);
const seeds = Array.from({ length: RUNS }, (_, index) => FIRST + index);
const MOST_BETWEEN = 200;
/** Points by which the other future is dearer. */
const DEARER = 100;

/** The transactions of the run, in blocks: quiet ticks are passed by the bounds of their blocks. */
function ledgerOf({ options, ticks, commands, to }: DenseRun) {
  const drivers = [new JournalDriver(commands)];
  const engine = Engine.create(options);
  const { from } = options;
  runEngine(engine, { ticks, drivers, from, to: instant(to), replay: 'pass-quiet' });
  return engine.ledger;
}

/** The window with dearer prices after `at`, microseconds. */
function dearerAfter(window: TickWindow, at: number): TickWindow[] {
  const columns = window.columns();
  const moved = (prices: Int32Array) =>
    prices.map((price, row) => ((columns.time[row] as number) > at ? price + DEARER : price));
  return residentWindows({ ...columns, bid: moved(columns.bid), ask: moved(columns.ask) });
}

/** What the accounts hold and are worth, without the ids of their last transactions. */
function holdingsOf(engine: Engine): string {
  return JSON.stringify(
    engine.state.cells.map(({ state, market }) => [
      state.balance,
      state.alias,
      state.marginRate,
      [...state.pendingOrders.values()],
      [...state.openTrades.values()],
      [...state.positions.values()],
      valueAccount(state, market).NAV,
    ]),
  );
}

describe(`the present of ${RUNS} seeded random runs`, () => {
  it('does not depend on the prices that come later', () => {
    let differing = 0;
    for (const seed of seeds) {
      const run = denseRun(seed, MOST_BETWEEN, seed % 2 === 0);
      const at = Math.floor((run.options.from + run.to) / 2);
      const past = formatRfc3339(instant(at));
      const ticks = run.ticks.map(windows => windows.flatMap(each => dearerAfter(each, at)));
      const [one, other] = [run, { ...run, ticks }].map(each => ledgerOf(each));
      const pastOf = (ledger: typeof one) => ledger?.slice().filter(({ time }) => time <= past);
      expect(pastOf(other), `seed ${seed}`).toEqual(pastOf(one));
      if (JSON.stringify(one) !== JSON.stringify(other)) differing += 1;
    }
    expect(differing).toBeGreaterThan(RUNS / 2);
  });

  it('is written in plain decimals, with no minus zero', () => {
    let numbers = 0;
    for (const seed of seeds) {
      const run = randomRun(seed);
      const engine = startRun(run);
      for (const event of run.events) play(engine, event);
      for (const transaction of engine.ledger) {
        const texts = JSON.stringify(transaction).match(
          /"-?[\d.]+(?:[eE][+-]?\d+)?"|NaN|Infinity/g,
        );
        for (const text of texts ?? []) {
          expect(text, `seed ${seed}`).toMatch(/^"(?!-0(?:\.0+)?")-?\d+(?:\.\d+)?"$/);
          numbers += 1;
        }
      }
    }
    expect(numbers).toBeGreaterThan(RUNS * 100);
  });

  it('is left as it was by a refused command, but for the last id', () => {
    let refused = 0;
    for (const seed of seeds) {
      const run = randomRun(seed);
      const engine = startRun(run);
      for (const [step, event] of run.events.entries()) {
        if (event.kind === 'command') engine.advanceTo(instant(event.time));
        const before = event.kind === 'command' ? holdingsOf(engine) : '';
        const { length } = engine.ledger;
        play(engine, event);
        for (const { state, log } of engine.state.cells) {
          expect(state.lastTransactionID, `seed ${seed} step ${step}`).toBe(log.lastID);
        }
        const written = engine.ledger.slice(length);
        const isRefused = written.every(({ type }) => type.endsWith('_REJECT'));
        if (event.kind !== 'command' || !isRefused) continue;
        refused += 1;
        expect(holdingsOf(engine), `seed ${seed} step ${step}`).toBe(before);
      }
    }
    expect(refused).toBeGreaterThan(RUNS);
  });
});
