import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Prng } from '../../../../../src/core/base/prng.js';
import { daysFromCivil } from '../../../../../src/core/time/instant.js';
import { normalDraw } from '../../../../../src/study/luck/normal-draw.js';
import {
  averagePanel,
  panelMatrix,
  RULES,
} from '../../../../../src/study/replicate/published/average-panel.js';
import { euroSinceStart } from '../../../../../src/study/replicate/published/euro-since-start.js';
import {
  daysCounted,
  financedPair,
  heldMonths,
} from '../../../../../src/study/replicate/published/forward-points.js';
import { judged } from '../../../../../src/study/replicate/published/judged-rules.js';
import { replicateOvershoots } from '../../../../../src/study/replicate/published/overshoots.js';
import { ownTicks } from '../../../../../src/study/replicate/published/own-ticks.js';
import {
  replicateRuin,
  ruinProbability,
} from '../../../../../src/study/replicate/published/ruin.js';
import { agrees } from '../../../../../src/study/replicate/results/replicated.js';
import { monthlyForwards } from '../../../../../src/study/replicate/series/monthly-forwards.js';
import type { PriceSeries } from '../../../../../src/study/replicate/series/price-series.js';
import { temporaryFolder } from '../../../../support/files/temporary.js';
import { madeForwards } from '../../../../support/replicate/made-packages.js';

/** A walk of weekly days, so that none is at a weekend. */
function madeSeries(base: string, count: number, precision = 8): PriceSeries {
  const prng = new Prng(11).fork(base);
  const first = daysFromCivil(1999, 1, 4);
  let price = 1.1 * 10 ** precision;
  const points = Array.from({ length: count }, () => {
    price *= 1 + 0.01 * normalDraw(prng);
    return Math.round(price);
  });
  return { base, quote: 'USD', precision, days: points.map((_, at) => first + 7 * at), points };
}

const INPUTS = { packages: {}, seed: 3, markets: 40, ticks: [], onProgress() {} };

describe('the rules of averages in the engine', () => {
  const runs = averagePanel([madeSeries('SEK', 230)], () => {});

  it('earn to the cent what whole points do, in each rule', () => {
    expect(runs.map(({ rule }) => rule)).toEqual(RULES);
    for (const { difference } of runs) expect(Math.abs(difference)).toBeLessThan(1e-6);
  });

  it('have returns like the logarithms, on the same days', () => {
    for (const { days, arithmetic, engine, rule } of runs) {
      expect(days.length).toBe(230 - rule.long);
      expect([arithmetic.length, engine.length]).toEqual([days.length, days.length]);
      arithmetic.forEach((value, day) => {
        // Half the square of a return, and the half spread that moves to another day.
        expect(Math.abs(value - (engine[day] ?? 1))).toBeLessThan(0.0015);
      });
    }
  });

  it('are laid side by side with zeros before the first side', () => {
    const { days, rows } = panelMatrix(runs, 'engine');
    expect(days.length).toBe(225);
    expect(rows.map(row => row.findIndex(value => value !== 0) + 5)).toEqual(
      RULES.map(({ long }) => long),
    );
  });

  it('are judged by the tests of studies, from the days on that all have', () => {
    const period = { name: '1999 to 2003', series: [], isSaidGenuine: true };
    const long = averagePanel([madeSeries('SEK', 290), madeSeries('NOK', 290)], () => {});
    const found = judged(period, long, 1);
    expect(found.measures.map(({ what }) => what)).toHaveLength(5);
    expect(found.ratios).toHaveLength(14);
    expect(found.claims[0]?.holds).toBe(false);
    expect(judged(period, long, 1)).toEqual(found);
  });
});

describe('the euro since it began', () => {
  it('is the arithmetic to the cent, and the notice of the built-in rates stands beside', () => {
    const { measures, checks, claims } = euroSinceStart(madeSeries('EUR', 120, 5));
    expect(agrees({ checks })).toBe(true);
    expect(measures[0]?.arithmetic).toBe(measures[0]?.orrery);
    expect(measures[0]?.orrery).toBeGreaterThan(3);
    expect(claims[0]?.because).toContain('charged at the built-in rates of 2023');
  });
});

describe('financing beside forward points', () => {
  it('is the points of each month to a small part of a pip, on both sides', async () => {
    const [pound, euro] = (await monthlyForwards('f.csv', madeForwards(8))).series;
    for (const series of [pound, euro]) {
      if (series === undefined) throw new Error('no series');
      const instrument = await financedPair(series);
      expect(instrument.datedRates).toHaveLength(8);
      for (const side of [1, -1] as const) {
        const { expected, financing, largest } = heldMonths(instrument, series, side);
        expect(financing).toHaveLength(8);
        expect(Math.max(...expected.map(Math.abs))).toBeGreaterThan(10);
        expect(largest).toBeLessThan(0.0001);
      }
    }
  });

  it('counts the days between deliveries: three over a weekend, on the Wednesday', () => {
    const monday = daysFromCivil(2024, 3, 4);
    const week = [0, 1, 2, 3, 4].map(day => daysCounted(monday + day, monday + day + 1));
    expect(week.slice(0, 4)).toEqual([1, 1, 3, 1]);
    expect(daysCounted(monday + 4, monday + 7)).toBe(1);
  });
});

describe('the ruin of a gambler', () => {
  it('has the formula without drift, with a spread, and with drift', () => {
    expect(ruinProbability(10, { spread: 0, up: 0.5 })).toBe(0.5);
    expect(ruinProbability(20, { spread: 2, up: 0.5 })).toBeCloseTo(8 / 30, 12);
    expect(ruinProbability(5, { spread: 0, up: 0.5 - 1e-9 })).toBeCloseTo(10 / 15, 6);
    expect(ruinProbability(5, { spread: 2, up: 0.4 })).toBeLessThan(8 / 15);
  });

  it('is that of the walk in each market, and repeats from its seed', () => {
    const found = replicateRuin(INPUTS);
    expect(found.checks.map(({ difference }) => difference)).toEqual([0, 0, 0, 0]);
    expect(found.measures).toHaveLength(12);
    expect(replicateRuin(INPUTS)).toEqual(found);
    expect(replicateRuin({ ...INPUTS, seed: 4 }).measures).not.toEqual(found.measures);
  });
});

describe('overshoots', () => {
  const HEAD = 'time,bid,ask\n';
  const ticksOf = (minute: number, prices: readonly string[]) =>
    prices.map((bid, at) => `2024-03-05T10:${minute}:0${at}Z,${bid},${bid}\n`).join('');
  const written = (name: string, text: string) => {
    const path = join(temporaryFolder(), name);
    writeFileSync(path, text);
    return path;
  };

  it('of tick files are those of the files one after another, with their digests', async () => {
    const later = written('EUR_USD_2.csv', HEAD + ticksOf(20, ['1.2', '1.1', '1.3']));
    const first = written('EUR_USD_1.csv', HEAD + ticksOf(10, ['1.0', '1.1', '1.0']));
    const [market, ...others] = await ownTicks([later, first]);
    expect(others).toEqual([]);
    expect([...(market?.ticks.bid ?? [])]).toEqual([1e5, 1.1e5, 1e5, 1.2e5, 1.1e5, 1.3e5]);
    const found = await replicateOvershoots({ ...INPUTS, ticks: [later, first] });
    expect(agrees(found)).toBe(true);
    expect(found.parameters['EUR_USD']).toMatch(
      /^6 ticks of EUR_USD_1\.csv \(SHA-256 [0-9a-f]{64}\), EUR_USD_2\.csv/,
    );
  });

  it('of files that overlap, or of no instrument, are refused', async () => {
    const one = written('EUR_USD_1.csv', HEAD + ticksOf(10, ['1.0', '1.1']));
    const same = written('EUR_USD_2.csv', HEAD + ticksOf(10, ['1.0', '1.1']));
    await expect(ownTicks([one, same])).rejects.toThrow(/begins before the last tick of .*_1\.csv/);
    const nameless = written('ticks.csv', HEAD + ticksOf(10, ['1.0']));
    await expect(ownTicks([nameless])).rejects.toThrow(/must have the name of an instrument/);
  });
});
