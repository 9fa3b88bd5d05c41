import { describe, expect, it } from 'vitest';
import { Prng } from '../../../../src/core/base/prng.js';
import type { Axis, ModelWish } from '../../../../src/data/storage/study/study-file.js';
import { expectedImprovement, modelSearch } from '../../../../src/study/search/model-search.js';
import type { ParameterSet } from '../../../../src/study/search/parameter-sets.js';
import type { Merit } from '../../../../src/study/search/search.js';

const numbers = (name: string, length: number): Axis => ({
  name,
  values: Array.from({ length }, (_, value) => value),
});

/** Runs a search to its end. @returns what it tried, in order, and what that came to. */
async function searched(
  axes: readonly Axis[],
  wish: ModelWish,
  seed: number,
  meritOf: (set: ParameterSet) => Merit,
) {
  const search = await modelSearch(axes, wish, new Prng(seed));
  const rounds: ParameterSet[][] = [];
  const merits: Merit[] = [];
  for (;;) {
    const round = [...search.next(merits.length, () => merits)];
    if (round.length === 0) break;
    rounds.push(round);
    merits.push(...round.map(meritOf));
  }
  return { rounds, sets: rounds.flat(), merits };
}

const best = (merits: readonly Merit[]) => Math.max(...merits.map(merit => merit ?? -Infinity));

/** A hill at (37, 12), with ripples. */
const hill = ([a, b]: ParameterSet) => {
  const [x, y] = [Number(a) - 37, Number(b) - 12];
  return -(x * x + 2 * y * y) / 100 + Math.cos(x) + Math.sin(y);
};
const PLANE = [numbers('a', 60), numbers('b', 60)];

describe('a model search', () => {
  it('tries as many different combinations as it was told to, the first ones at random', async () => {
    const { rounds, sets } = await searched(PLANE, { runs: 60, initial: 15, batch: 7 }, 1, hill);
    expect(rounds.map(({ length }) => length)).toEqual([15, 7, 7, 7, 7, 7, 7, 3]);
    expect(new Set(sets.map(set => set.join())).size).toBe(60);
  });

  it('has rounds of its own choice when the study names none', async () => {
    const { rounds } = await searched(PLANE, { runs: 100 }, 1, hill);
    expect(rounds.map(({ length }) => length)).toEqual([20, ...Array(10).fill(8)]);
  });

  it('comes to the same for the same seed, to something else for another', async () => {
    const wish = { runs: 40, initial: 12, batch: 8 };
    const { sets } = await searched(PLANE, wish, 5, hill);
    expect((await searched(PLANE, wish, 5, hill)).sets).toEqual(sets);
    expect((await searched(PLANE, wish, 6, hill)).sets).not.toEqual(sets);
  });

  it('finds better runs than as many drawn at random', async () => {
    let [wins, gain] = [0, 0];
    for (let seed = 0; seed < 12; seed++) {
      const model = best((await searched(PLANE, { runs: 80 }, seed, hill)).merits);
      const random = best((await searched(PLANE, { runs: 80, initial: 80 }, seed, hill)).merits);
      if (model > random) wins += 1;
      gain += model - random;
    }
    expect(wins).toBeGreaterThanOrEqual(9);
    expect(gain).toBeGreaterThan(0);
  });

  it('learns which value that is no number is good', async () => {
    const axes = [
      { name: 'instrument', values: ['EUR_USD', 'GBP_USD', 'USD_JPY', 'AUD_USD'] },
      { name: 'trailing', values: [true, false] },
      numbers('length', 50),
    ];
    const meritOf = ([instrument, trailing, length]: ParameterSet) =>
      (instrument === 'USD_JPY' ? 5 : 0) + (trailing === true ? 2 : 0) + Number(length) / 100;
    const { sets } = await searched(axes, { runs: 100 }, 3, meritOf);
    const chosen = sets.filter(set => set[0] === 'USD_JPY' && set[1] === true);
    // There are 50 of them; 100 random draws would meet an eighth.
    expect(chosen.length).toBeGreaterThan(30);
  });

  it('keeps away from where runs fail', async () => {
    const meritOf = (set: ParameterSet) => (Number(set[0]) < 30 ? null : hill(set));
    const { sets } = await searched(PLANE, { runs: 100 }, 2, meritOf);
    const failedLater = sets.slice(40).filter(([a]) => Number(a) < 30);
    // A quarter is drawn at random, of which half fails.
    expect(failedLater.length).toBeLessThan(15);
  });

  it('draws at random while no run has the figure, and ends', async () => {
    const { sets } = await searched(PLANE, { runs: 50 }, 2, () => null);
    expect(sets).toHaveLength(50);
  });

  it('may try the whole grid', async () => {
    const axes = [numbers('a', 6), numbers('b', 5)];
    const { sets } = await searched(axes, { runs: 30, initial: 4, batch: 4 }, 2, hill);
    expect(new Set(sets.map(set => set.join())).size).toBe(30);
  });

  it('walks axes that are not in order', async () => {
    const axes = [{ name: 'a', values: [40, 10, 30, 20, 50, 15, 35] }, numbers('b', 30)];
    const { merits } = await searched(axes, { runs: 60 }, 4, hill);
    expect(best(merits)).toBe(
      best(axes[0]?.values.flatMap(a => axes[1]?.values.map(b => hill([a, b])) ?? []) ?? []),
    );
  });
});

describe('the expected improvement', () => {
  it('of what is certain is its gain, and never a loss', () => {
    expect(expectedImprovement(3, 0, 2)).toBe(1);
    expect(expectedImprovement(1, 0, 2)).toBe(0);
  });

  it('of what is as good as the best is its deviation over the root of 2 pi', () => {
    expect(expectedImprovement(2, 3, 2)).toBeCloseTo(3 * 0.398_942_280_401_432_7, 12);
  });

  it('is the mean of the gains that are above zero', () => {
    // E[max(0, X)] of X ~ N(-1, 2): by Simpson's rule over 12 deviations.
    let integral = 0;
    const steps = 20_000;
    for (let step = 0; step <= steps; step++) {
      const x = (step / steps) * 24;
      const z = (x + 1) / 2;
      const weight = step === 0 || step === steps ? 1 : step % 2 === 1 ? 4 : 2;
      integral += (weight * x * Math.exp((-z * z) / 2)) / (2 * Math.sqrt(2 * Math.PI));
    }
    expect(expectedImprovement(4, 2, 5)).toBeCloseTo((integral * 24) / steps / 3, 9);
  });
});
