import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { runBacktest } from '../../../../src/core/run/backtest.js';
import type { Strategy, StrategyCandle } from '../../../../src/core/strategy/strategy.js';
import { OWN, sandboxScenario } from '../../../support/api/sandbox-scenario.js';
import { at } from '../../../support/market/fixtures.js';
import { ticking } from '../../../support/market/ticking.js';

const PRICES = ['bid', 'mid', 'ask'] as const;
const BID = { o: 100_000, h: 100_040, l: 99_980, c: 100_010 };
/** Asks are 10 points higher. */
const POINTS = {
  bid: BID,
  mid: { o: 100_005, h: 100_045, l: 99_985, c: 100_015 },
  ask: { o: 100_010, h: 100_050, l: 99_990, c: 100_020 },
};
const TEXTS = {
  bid: { o: '1.00000', h: '1.00040', l: '0.99980', c: '1.00010' },
  mid: { o: '1.00005', h: '1.00045', l: '0.99985', c: '1.00015' },
  ask: { o: '1.00010', h: '1.00050', l: '0.99990', c: '1.00020' },
};
const HEAD = { instrument: 'EUR_USD', granularity: 'M5' };
const CANDLE = { complete: true, volume: 4, time: '2024-03-05T10:00:00.000000000Z' };

/** What `look` sees of the first candle of five minutes, in its hook. */
function seen<Seen>(look: (candle: StrategyCandle) => Seen): Seen {
  const [found, ...others] = seenOf([BID.o, BID.h, BID.l, BID.c], look, '2024-03-05T10:06:00Z');
  expect(others).toEqual([]);
  return found as Seen;
}

/** What `look` sees of each candle of five minutes of these bids, in its hook. */
function seenOf<Seen>(bids: number[], look: (candle: StrategyCandle) => Seen, to: string): Seen[] {
  const found: Seen[] = [];
  const scenario = sandboxScenario({
    market: ticking(...bids),
    to: at(to),
    strategy: { use: 'test', params: {}, accountID: OWN },
  });
  const strategy: Strategy = {
    candles: [{ instrument: 'EUR_USD', granularity: 'M5' }],
    onCandle: (_, candle) => void found.push(look(candle)),
  };
  expect(runBacktest(scenario, { strategy }).failure).toBeUndefined();
  return found;
}

describe('the candle that a strategy gets', () => {
  it('has the texts and the points of each price', () => {
    const read = seen(candle =>
      PRICES.map(price => {
        const [texts, points] = [candle[price], candle.points[price]];
        return [
          { o: texts?.o, h: texts?.h, l: texts?.l, c: texts?.c },
          { o: points.o, h: points.h, l: points.l, c: points.c },
        ];
      }),
    );
    expect(read).toEqual(PRICES.map(price => [TEXTS[price], POINTS[price]]));
  });

  it('is written as JSON with all of its parts', () => {
    const written = seen(candle => JSON.parse(JSON.stringify([candle, candle.ask, candle.points])));
    expect(written).toEqual([{ ...HEAD, ...CANDLE, ...TEXTS }, TEXTS.ask, POINTS]);
  });

  it('is printed as the plain objects that it stands for', () => {
    const whole = (value: unknown) => inspect(value, { depth: 9, breakLength: Infinity });
    const printed = seen(candle =>
      [candle, candle.mid, candle.points, candle.points.bid].map(whole),
    );
    expect(printed).toEqual(
      [{ ...HEAD, ...CANDLE, ...TEXTS }, TEXTS.mid, POINTS, POINTS.bid].map(whole),
    );
  });

  it('keeps its prices while later candles come', () => {
    const rising = Array.from({ length: 15 }, (_, minute) => BID.o + minute);
    const kept = seenOf(rising, candle => candle, '2024-03-05T10:16:00Z');
    const read = kept.map(({ time, volume, points: { bid } }) => {
      return [time.slice(11, 16), volume, bid.o, bid.h, bid.l, bid.c];
    });
    expect(read).toEqual([
      ['10:00', 5, BID.o, BID.o + 4, BID.o, BID.o + 4],
      ['10:05', 5, BID.o + 5, BID.o + 9, BID.o + 5, BID.o + 9],
      ['10:10', 5, BID.o + 10, BID.o + 14, BID.o + 10, BID.o + 14],
    ]);
  });
});
