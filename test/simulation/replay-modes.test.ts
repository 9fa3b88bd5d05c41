import { describe, expect, it } from 'vitest';
import { DEFAULT_ALIGNMENT } from '../../src/core/candle/alignment.js';
import { queryCandles } from '../../src/core/candle/query.js';
import { type Driver, fanOut } from '../../src/core/engine/driver.js';
import { Engine } from '../../src/core/engine/engine.js';
import { JournalDriver } from '../../src/core/run/journal-driver.js';
import type { ReplayMode } from '../../src/core/run/run-loop.js';
import { runEngine } from '../../src/core/run/run-loop.js';
import { LazyCandle } from '../../src/core/strategy/lazy-candle.js';
import { instant } from '../../src/core/time/instant.js';
import { accountSummary } from '../../src/core/view/accounts.js';
import { type DenseRun, denseRun } from '../support/random/dense-run.js';

const RUNS = Number(process.env['ORRERY_RUNS'] ?? 4);
/** Four runs from this seed reach what the runs are for. */
const FIRST = Number(process.env['ORRERY_SEED'] ?? 6);

/** Writes down every candle that it is told of, and what the accounts are worth then. */
class Recorder implements Driver {
  readonly candles = [
    { slot: 0, granularity: 'M15', alignment: DEFAULT_ALIGNMENT },
    { slot: 1, granularity: 'H4', alignment: DEFAULT_ALIGNMENT },
  ] as const;
  readonly seen: string[] = [];
  #engine: Engine | undefined;

  start(engine: Engine): void {
    this.#engine = engine;
  }

  onCandle(...told: Parameters<NonNullable<Driver['onCandle']>>): void {
    const [rows, { granularity }] = told;
    const kind = { instrument: 'EUR_USD', granularity, displayPrecision: 5 };
    const candle = new LazyCandle(rows, kind);
    const { bid, mid, ask } = candle.folded;
    const closes = (['bid', 'mid', 'ask'] as const).map(price => candle.closeOf(price));
    expect(closes).toEqual([bid.c, mid.c, ask.c]);
    const values = this.#engine?.state.cells.map(cell => accountSummary(cell.state, cell.market));
    this.seen.push(JSON.stringify([told[1], candle, candle.points, values]));
  }
}

/** One text with a line each, which is compared sooner than what it is of. */
const lines = (values: readonly object[]) => values.map(each => JSON.stringify(each)).join('\n');

/** Everything that a user of the run could see. */
function play({ options, ticks, commands, to }: DenseRun, replay: ReplayMode, isThorough = false) {
  const recorder = new Recorder();
  const drivers: Driver[] = [new JournalDriver(commands), recorder];
  const engine = Engine.create({
    ...options,
    isThorough,
    outputs: fanOut(drivers),
    candles: recorder.candles,
  });
  recorder.start(engine);
  const { from } = options;
  let looked = 0;
  const tick = engine.tick.bind(engine);
  engine.tick = (...row) => {
    looked += 1;
    tick(...row);
  };
  const taken = runEngine(engine, { ticks, drivers, from, to: instant(to), replay });
  const request = { alignment: DEFAULT_ALIGNMENT, includeFirst: true, smooth: false, count: 5000 };
  return {
    looked,
    result: {
      taken,
      ledger: lines(engine.ledger.slice()),
      announced: recorder.seen.join('\n'),
      accounts: engine.state.cells.map(cell => accountSummary(cell.state, cell.market)),
      candles: engine.state.candles.map(series =>
        (['S5', 'M1', 'D'] as const).map(granularity =>
          lines(queryCandles(series, { ...request, granularity }, engine.now)),
        ),
      ),
      quotes: [...engine.state.quotes.time, ...engine.state.quotes.bid, ...engine.state.quotes.ask],
    },
  };
}

describe(`replay of ${RUNS} dense random runs from seed ${FIRST}`, () => {
  it('gives the same bytes whether quiet ticks are passed or each is taken', () => {
    let all = 0;
    let looked = 0;
    const kinds = new Set<string>();
    for (let seed = FIRST; seed < FIRST + RUNS; seed++) {
      const run = denseRun(seed, 400);
      const passing = play(run, 'pass-quiet');
      const every = play(run, 'every-tick');
      expect(passing.result, `seed ${seed}`).toEqual(every.result);
      const thorough = play(run, 'every-tick', true);
      expect(every.result, `seed ${seed}`).toEqual(thorough.result);
      expect(thorough.looked).toBe(thorough.result.taken);
      all += thorough.looked;
      looked += passing.looked;
      for (const line of every.result.ledger.split('\n')) {
        const { type, reason } = JSON.parse(line) as { type: string; reason?: string };
        kinds.add(`${type} ${reason}`);
      }
    }
    // Worth little unless most ticks are passed and the rare corners are reached.
    expect(looked).toBeLessThan(all / 3);
    for (const rare of [
      'ORDER_FILL TRAILING_STOP_LOSS_ORDER',
      'ORDER_FILL MARKET_ORDER_MARGIN_CLOSEOUT',
      'ORDER_FILL STOP_ORDER',
      'DAILY_FINANCING undefined',
    ]) {
      expect([...kinds], rare).toContain(rare);
    }
  });

  it('gives the same bytes on legs of a path', () => {
    for (let seed = FIRST; seed < FIRST + RUNS; seed++) {
      for (const most of [3, 60]) {
        const run = denseRun(seed, most, true);
        const thorough = play(run, 'every-tick', true);
        expect(play(run, 'pass-quiet').result, `seed ${seed}`).toEqual(thorough.result);
        expect(play(run, 'every-tick').result, `seed ${seed}`).toEqual(thorough.result);
        const jumps = play(denseRun(seed, most), 'pass-quiet');
        expect(thorough.result.candles).toEqual(jumps.result.candles);
      }
    }
  });

  it('shows a subscriber to every tick the same state, whether or not all phases run', () => {
    for (let seed = FIRST; seed < FIRST + RUNS / 5; seed++) {
      for (const hasLegs of [false, true]) {
        const run = denseRun(seed, 400, hasLegs);
        expect(heard(run, false), `seed ${seed}`).toBe(heard(run, true));
      }
    }
  });
});

/** What a subscriber to every tick sees of the market while it is told, with a candle of its own. */
function heard({ options, ticks, commands, to }: DenseRun, isThorough: boolean): string {
  const seen: string[] = [];
  const outputs = {
    onTick(...told: [number, number, number, number]): void {
      const { now, state } = engine;
      const { time, bid, ask, bidVolume } = state.quotes;
      const rows = state.candles.map(series => series.length);
      seen.push([...told, now, ...time, ...bid, ...ask, ...bidVolume, ...rows].join(' '));
    },
  };
  const candles = [{ slot: 1, granularity: 'S30', alignment: DEFAULT_ALIGNMENT } as const];
  const engine = Engine.create({ ...options, isThorough, outputs, candles });
  const drivers = [new JournalDriver(commands)];
  runEngine(engine, { ticks, drivers, from: options.from, to: instant(to), replay: 'every-tick' });
  expect(seen.length).toBeGreaterThan(100);
  return seen.join('\n');
}
