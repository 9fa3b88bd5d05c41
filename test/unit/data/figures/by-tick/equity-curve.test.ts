import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runScenario } from '../../../../../src/broker/runtime/run-scenario.js';
import { instant } from '../../../../../src/core/time/instant.js';
import {
  type AccountRun,
  accountRuns,
} from '../../../../../src/data/figures/account/account-run.js';
import {
  type CurvePoint,
  equityCurve,
} from '../../../../../src/data/figures/by-tick/equity-curve.js';
import { figureValue, madeRun } from '../../../../support/figures/account-run.js';
import { everyMoment } from '../../../../support/figures/every-moment.js';
import { scenarioFiles } from '../../../../support/files/paths.js';
import { IS_NIGHTLY } from '../../../../support/random/nightly.js';

const files = new Map(scenarioFiles().map(file => [basename(file, '.yaml'), file]));

async function runOf(name: string) {
  const { loaded, result } = await runScenario(files.get(name) as string);
  const [run] = accountRuns(loaded.scenario, result);
  return { loaded, result, run: run as AccountRun };
}

/** A cent: trades are rounded one by one in the account, not in the curve. */
const CENT = 0.01;

describe('the equity curve', () => {
  it.each([
    ...(IS_NIGHTLY ? ['mean-reversion'] : []),
    'margin-closeout',
    'margin-rate',
    'hedging',
    'funding',
    'profit-in-jpy',
    'financing-wednesday',
  ])('%s: every point is a moment of the account as the core values it', async name => {
    const { loaded, result, run } = await runOf(name);
    const moments = everyMoment({ loaded, result });
    const { points } = equityCurve(run);
    expect(points.length).toBeGreaterThan(1);
    let next = 0;
    for (const { at, NAV, drawdown, marginUsed } of points) {
      while ((moments[next]?.at ?? at) < at) next += 1;
      const then = moments.slice(next, next + 20).filter(moment => moment.at === at);
      const told = `${at} ${NAV} ${drawdown} ${marginUsed}`;
      // At the end of a pause the account is still what it was at the moment before.
      const isThere = [moments[next - 1], ...then].some(
        moment =>
          moment !== undefined &&
          Math.abs(moment.NAV - NAV) < CENT &&
          Math.abs(moment.drawdown - drawdown) < 2e-6,
      );
      expect(isThere, told).toBe(true);
      // Within an instant a tick comes before the fill that it triggers, which the core's listener does not see.
      const margins = [moments[next - 1], ...then].map(moment => moment?.marginUsed ?? 0);
      const isNear = margins.some(margin => Math.abs(margin - marginUsed) <= margin * 1e-3);
      expect(isNear, `${told} of ${margins}`).toBe(true);
    }
  });

  it('has at most 2,000 points of a long run, and its extremes of every tick among them', async () => {
    const { loaded, result, run } = await runOf('sma-cross');
    const moments = everyMoment({ loaded, result });
    expect(moments.length).toBeGreaterThan(100_000);
    const { points, deepest } = equityCurve(run);
    expect(points.length).toBeGreaterThan(500);
    expect(points.length).toBeLessThanOrEqual(2000);
    const highest = (values: readonly number[]) => values.reduce((a, b) => Math.max(a, b));
    const most = (read: (moment: Omit<CurvePoint, 'at'>) => number) => {
      const [found, expected] = [points, moments].map(each => highest(each.map(read)));
      expect(Math.abs((found ?? 0) - (expected ?? 0))).toBeLessThan(CENT);
    };
    most(({ NAV }) => NAV);
    most(({ NAV }) => -NAV);
    most(({ marginUsed }) => marginUsed);
    expect(highest(points.map(({ drawdown }) => drawdown))).toBe(deepest);
    expect(Math.abs(deepest - highest(moments.map(({ drawdown }) => drawdown)))).toBeLessThan(2e-6);
    expect(figureValue(run, 'maxDrawdownTick')).toBe(Number(deepest.toFixed(6)));
  });

  it('stays level over days without a trade: both ends of the longest pause are points', async () => {
    const { run } = await runOf('position-close');
    const { points } = equityCurve(run);
    const level = (index: number) => points[index]?.NAV === points[index - 1]?.NAV;
    const steps = points.slice(1).map(({ at }, index) => at - (points[index]?.at ?? 0));
    const hours = steps.flatMap((step, index) => (step >= 3_600_000_000 ? [index + 1] : []));
    expect(hours.length).toBeGreaterThan(0);
    expect(hours.every(level)).toBe(true);
  });

  it('keeps the order of moments, every one of a short run, and its end', async () => {
    const { loaded, result, run } = await runOf('trailing-stop');
    const { points } = equityCurve(run);
    const times = points.map(({ at }) => at);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    // The opening, the fill, and the ticks from then on until the stop has closed the trade.
    const [opened, closed] = [run.trades[0]?.openTime, run.trades[0]?.closeTime].map(
      time => Date.parse(time ?? '') * 1000,
    );
    const ticks = new Set(
      everyMoment({ loaded, result })
        .map(({ at }) => at)
        .filter(at => at === run.from || (at >= (opened ?? 0) && at <= (closed ?? 0))),
    );
    expect([...new Set(times)]).toEqual([
      ...ticks,
      Date.parse(run.equity.at(-1)?.time ?? '') * 1000,
    ]);
    expect(points.at(-1)?.NAV.toFixed(4)).toBe(run.equity.at(-1)?.NAV);
  });

  it('has the highest use of margin: of 1,000 units at 1.085075 and 2 %, by 9,999.85', async () => {
    const { run } = await runOf('trailing-stop');
    const expected = Number(((1000 * 1.085075 * 0.02) / 9999.85).toFixed(6));
    expect(figureValue(run, 'maxMarginUse')).toBe(expected);
    expect(figureValue(madeRun({ navs: [10_000] }), 'maxMarginUse')).toBe(0);
  });

  it('is empty without money, and a point without a trade', () => {
    const run = madeRun({ from: '2024-03-01T12:00:00Z' });
    expect(equityCurve({ ...run, ledger: [], entries: [] })).toEqual({
      points: [],
      deepest: 0,
      marginUse: 0,
    });
    expect(equityCurve(run).points).toEqual([
      { at: instant(run.from), NAV: 10_000, drawdown: 0, marginUsed: 0 },
    ]);
  });
});
