import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  type GeneratedTicks,
  generatedTicks,
} from '../../../../src/core/feed/generated/generated-market.js';
import {
  FIRST_WEEK,
  GENERATED_FROM,
  GENERATED_TO,
  WEEKS,
  weekOpen,
} from '../../../../src/core/feed/generated/trading-weeks.js';
import type { Instrument } from '../../../../src/core/market/instrument.js';
import { instrumentTable } from '../../../../src/core/market/instrument-table.js';
import { residentWindows, type TickWindow } from '../../../../src/core/market/tick.js';
import { sessionAt } from '../../../../src/core/time/calendar.js';
import { formatRfc3339, instant, mustParse } from '../../../../src/core/time/instant.js';

const WINDOW = {
  from: mustParse('2024-03-04T00:00:00Z'),
  to: mustParse('2024-03-08T22:00:00Z'),
};
const MINUTE = 60_000_000;
const pair = (name: string) => instrumentTable().get(name) as Instrument;
const generate = (
  names: readonly string[],
  seed = 1,
  market: Parameters<typeof generatedTicks>[0] = [],
) => {
  const make = generatedTicks(market, { ...WINDOW, seed });
  return names.map(name => make(pair(name)));
};
const windowsOf = ({ ticks, history }: GeneratedTicks) => [...history.windows, ...ticks.windows];
const digest = (windows: readonly TickWindow[]) => {
  const hash = createHash('sha256');
  for (const window of windows) {
    const { time, bid, ask } = window.columns();
    for (const column of [time, bid, ask]) hash.update(new Uint8Array(column.buffer.slice(0)));
  }
  return hash.digest('hex');
};
/** Mid prices by instant. */
const mids = (windows: readonly TickWindow[], { displayPrecision }: Instrument) => {
  const points = Number(`1e${displayPrecision}`);
  const found = new Map<number, { mid: number; spread: number }>();
  for (const window of windows) {
    const { time, bid, ask, length } = window.columns();
    for (let row = 0; row < length; row++) {
      const [low, high] = [bid[row] as number, ask[row] as number];
      found.set(time[row] as number, {
        mid: (low + high) / 2 / points,
        spread: (high - low) / points,
      });
    }
  }
  return found;
};

describe('generated ticks', () => {
  it('are the same in any order of asking', () => {
    const [one] = generate(['GBP_JPY']) as [GeneratedTicks];
    const [, other] = generate(['XAU_EUR', 'GBP_JPY']) as [GeneratedTicks, GeneratedTicks];
    const some = [...windowsOf(one).slice(-14)];
    const same = [...windowsOf(other).slice(-14)];
    for (const window of same.toReversed()) window.columns();
    expect(digest(same)).toBe(digest(some));
  });

  it('do not depend on the window, where they have prices', () => {
    const later = {
      from: mustParse('2024-03-06T00:00:00Z'),
      to: mustParse('2024-03-07T00:00:00Z'),
    };
    const [one] = generate(['EUR_USD']) as [GeneratedTicks];
    const other = generatedTicks([], { ...later, seed: 1 })(pair('EUR_USD'));
    const day = other.ticks.windows.at(-3) as TickWindow;
    const same = one.ticks.windows.find(({ firstTime }) => firstTime === day.firstTime);
    expect(same?.columns()).toEqual(day.columns());
  });

  it('are other ones with another seed', () => {
    const [one] = generate(['EUR_USD']) as [GeneratedTicks];
    const [other] = generate(['EUR_USD'], 2) as [GeneratedTicks];
    expect(digest(one.ticks.windows)).not.toBe(digest(other.ticks.windows));
  });

  // A change of these bytes changes recorded ledgers: GENERATOR needs another number then.
  it('stay as they are from version to version', () => {
    const found = generate(['EUR_USD', 'GBP_JPY', 'XAU_USD', 'DE30_EUR']).map(each =>
      digest([...each.history.windows.slice(-1), ...each.ticks.windows.slice(-5)]).slice(0, 16),
    );
    expect(found).toEqual([
      'a411498080b4b77a',
      'ffc05a25989d311b',
      'e2bcb2cc92f26866',
      '3a59456d688eb904',
    ]);
  });

  it.each([...instrumentTable().keys()])(
    'of %s ascend within trading hours, with a spread',
    name => {
      const instrument = pair(name);
      const [made] = generate([name]) as [GeneratedTicks];
      const windows = [...made.history.windows.slice(0, 1), ...made.ticks.windows.slice(4, 6)];
      let last = Number.NEGATIVE_INFINITY;
      for (const window of windows) {
        const { time, bid, ask, length } = window.columns();
        expect([length, time[0], time[length - 1]]).toEqual([
          window.length,
          window.firstTime,
          window.lastTime,
        ]);
        let session = sessionAt(instrument.tradingHours, instant(window.firstTime));
        const wrong: string[] = [];
        for (let row = 0; row < length; row++) {
          const at = instant(time[row] as number);
          if (at >= session.until) session = sessionAt(instrument.tradingHours, at);
          const isFine = at > last && session.open && 10 < bid[row]! && bid[row]! < ask[row]!;
          if (!isFine) wrong.push(formatRfc3339(at));
          last = at;
        }
        expect(wrong).toEqual([]);
      }
    },
  );

  it('give every minute of the last two years a price, and every five minutes before', () => {
    const [{ history }] = generate(['EUR_USD']) as [GeneratedTicks];
    const gaps = (windows: readonly TickWindow[], span: number) => {
      const buckets = windows.flatMap(window =>
        Array.from(window.columns().time, at => Math.floor(at / span)),
      );
      return buckets.filter((bucket, at) => at > 0 && bucket - (buckets[at - 1] as number) > 1)
        .length;
    };
    const recent = history.windows.slice(-8);
    // Only weekends are without a price; the last block is not whole.
    expect(gaps(recent, MINUTE)).toBe(7 * 13 + 10);
    expect(gaps(history.windows.slice(0, 2), 5 * MINUTE)).toBe(2 * 13 - 1);
  });

  it('agree in every triangle, at every instant, within the spread', () => {
    const names = ['EUR_USD', 'GBP_USD', 'EUR_GBP', 'USD_JPY', 'EUR_JPY', 'XAU_USD', 'XAU_EUR'];
    const [eurusd, gbpusd, eurgbp, usdjpy, eurjpy, xauusd, xaueur] = generate(names).map(
      ({ ticks }, at) => mids(ticks.windows, pair(names[at] as string)),
    ) as [Mids, Mids, Mids, Mids, Mids, Mids, Mids];
    expect(worst(eurgbp, eurusd, gbpusd, (one, other) => one / other)).toBeLessThan(0.5);
    expect(worst(eurjpy, eurusd, usdjpy, (one, other) => one * other)).toBeLessThan(0.5);
    expect(worst(xaueur, xauusd, eurusd, (one, other) => one / other)).toBeLessThan(0.5);
  });

  it('begin in 2005 and end in 2039', () => {
    expect([GENERATED_FROM, GENERATED_TO].map(formatRfc3339)).toEqual([
      '2005-01-02T22:00:00.000000000Z',
      '2039-03-27T21:00:00.000000000Z',
    ]);
    expect([GENERATED_FROM, GENERATED_TO]).toEqual([FIRST_WEEK, WEEKS - 1].map(weekOpen));
  });
});

type Mids = ReturnType<typeof mids>;

/** The largest distance of a pair from what two others say, in spreads. */
function worst(
  of: Mids,
  one: Mids,
  other: Mids,
  say: (one: number, other: number) => number,
): number {
  let most = 0;
  let seen = 0;
  for (const [at, { mid, spread }] of of) {
    const [first, second] = [one.get(at), other.get(at)];
    if (first === undefined || second === undefined) continue;
    seen += 1;
    most = Math.max(most, Math.abs(mid - say(first.mid, second.mid)) / spread);
  }
  expect(seen).toBe(of.size);
  return most;
}

describe('generated ticks beside real ones', () => {
  const real = (
    name: string,
    rows: readonly (readonly [time: string, bid: number, ask: number])[],
  ) => ({
    instrument: pair(name),
    ticks: {
      instrument: name,
      digest: '',
      windows: residentWindows({
        length: rows.length,
        time: Float64Array.from(rows, ([time]) => mustParse(time)),
        bid: Int32Array.from(rows, ([, bid]) => bid),
        ask: Int32Array.from(rows, ([, , ask]) => ask),
      }),
    },
  });
  const EURUSD = real('EUR_USD', [
    ['2024-03-05T10:00:00Z', 120_000, 120_010],
    ['2024-03-05T11:00:00Z', 130_000, 130_010],
    ['2024-03-05T12:00:00Z', 125_000, 125_010],
  ]);
  const at = (time: string, found: Mids) => {
    const instants = [...found.keys()].filter(each => each <= mustParse(time));
    return found.get(instants.at(-1) as number) as { mid: number; spread: number };
  };
  const made = (market: Parameters<typeof generatedTicks>[0], name: string) => {
    const [{ ticks }] = generate([name], 1, market) as [GeneratedTicks];
    return mids(ticks.windows, pair(name));
  };

  it('follow the real pair while it has ticks, with its spread', () => {
    const eurjpy = made([EURUSD], 'EUR_JPY');
    const usdjpy = made([EURUSD], 'USD_JPY');
    for (const [time, price] of [
      ['2024-03-05T10:30:00Z', 1.200_05],
      ['2024-03-05T11:30:00Z', 1.300_05],
    ] as const) {
      const [cross, dollar] = [at(time, eurjpy), at(time, usdjpy)];
      expect(Math.abs(cross.mid / dollar.mid - price)).toBeLessThan(0.000_02);
      const own = cross.spread / cross.mid - dollar.spread / dollar.mid;
      expect(Math.abs(own - 0.000_08)).toBeLessThan(0.000_02);
    }
  });

  it('go on by the path from the first and from the last real tick, without a jump', () => {
    const path = made([], 'EUR_JPY');
    const eurjpy = made([EURUSD], 'EUR_JPY');
    for (const [edge, outside] of [
      ['2024-03-05T10:00:05Z', '2024-03-05T09:00:00Z'],
      ['2024-03-05T12:00:05Z', '2024-03-05T18:00:00Z'],
    ] as const) {
      const moved = at(outside, eurjpy).mid / at(edge, eurjpy).mid;
      expect(moved / (at(outside, path).mid / at(edge, path).mid)).toBeCloseTo(1, 3);
    }
  });

  it('follow a chain of real pairs, and one that does not reach the dollar', () => {
    const chain = [
      EURUSD,
      real('EUR_GBP', [
        ['2024-03-05T10:00:00Z', 80_000, 80_010],
        ['2024-03-05T13:00:00Z', 80_000, 80_010],
      ]),
    ];
    const gbpusd = at('2024-03-05T10:30:00Z', made(chain, 'GBP_USD'));
    expect(gbpusd.mid).toBeCloseTo(1.200_05 / 0.800_05, 4);
    const apart = [
      real('AUD_NZD', [
        ['2024-03-05T10:00:00Z', 110_000, 110_010],
        ['2024-03-05T13:00:00Z', 110_000, 110_010],
      ]),
    ];
    const [aud, nzd] = ['AUD_USD', 'NZD_USD'].map(name =>
      at('2024-03-05T11:00:00Z', made(apart, name)),
    );
    expect((aud as { mid: number }).mid / (nzd as { mid: number }).mid).toBeCloseTo(1.100_05, 4);
  });
});
