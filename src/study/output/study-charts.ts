/** The drawings of a study's other results: the joined walk forward, and the fan of Monte Carlo. */

import { instantOf } from '../../core/time/instant.js';
import { grouped, percentText } from '../../report/html/format.js';
import { histogram } from '../../report/html/histogram.js';
import { type Html, html, NOTHING } from '../../report/html/html.js';
import { lineChart } from '../../report/html/line-chart.js';
import type { JoinedCurve } from '../judge/joined-curve.js';
import type { Spread } from '../judge/monte-carlo.js';
import type { Fan } from '../judge/monte-carlo-fan.js';

const PER_CENT = 100;
/** Length of a date in a time. */
const DATE = 'yyyy-mm-dd'.length;
const MICROS_PER_MILLI = 1000;

/** The out-of-sample windows as one curve, with a line at the beginning of each. */
export function walkForwardChart({ points }: JoinedCurve, from: string): Html {
  if (points.length === 0) return html`<p class="note">No fold has a result out of sample.</p>`;
  const starts = points.flatMap((point, index) =>
    index > 0 && point.fold !== points[index - 1]?.fold
      ? [instantOf(points[index - 1]?.time ?? point.time)]
      : [],
  );
  return lineChart({
    label: 'Return of the joined out-of-sample windows',
    caption: 'per cent of the opening balance, at the ends of days; dashed lines begin a fold',
    lines: [
      {
        name: 'Out of sample',
        points: [
          [instantOf(from), 0],
          ...points.map(({ time, growth }) => [instantOf(time), (growth - 1) * PER_CENT] as const),
        ],
      },
    ],
    marks: starts,
    xText: micros => new Date(micros / MICROS_PER_MILLI).toISOString().slice(0, DATE),
    yText: (value, digits) => `${grouped(value.toFixed(digits))}\u202f%`,
  });
}

/** The balance after each trade, as shares of the samples have it. */
export function fanChart({ steps, quantiles }: Fan, currency: string): Html {
  if (steps.length < 2) return NOTHING;
  const at = (quantile: number) => quantiles.find(each => each.quantile === quantile)?.values ?? [];
  const band = (low: number, high: number, name: string) => {
    const [lows, highs] = [at(low), at(high)];
    return {
      name,
      points: steps.map((step, index) => [step, lows[index] ?? 0, highs[index] ?? 0] as const),
    };
  };
  const middle = at(0.5);
  return lineChart({
    label: 'Balance of the redrawn samples after each trade',
    caption: `balance in ${currency} by the number of trades, drawn with replacement`,
    lines: [{ name: 'Median', points: steps.map((step, index) => [step, middle[index] ?? 0]) }],
    bands: [
      band(0.01, 0.99, '98\u202f% of the samples'),
      band(0.05, 0.95, '90\u202f%'),
      band(0.25, 0.75, '50\u202f%'),
    ],
    xText: trade => grouped(String(Math.round(trade))),
    yText: (money, digits) => grouped(money.toFixed(digits)),
  });
}

/** How many samples came to what, with the run among them. */
export function spreadCharts(spread: Spread | undefined, currency: string): Html {
  if (spread === undefined) return NOTHING;
  const { profit, profits, drawdown, drawdowns, lighter } = spread;
  return html`${histogram({
    label: 'Net profit of the redrawn samples, and of the run',
    caption: `samples by their net profit in ${currency}: more, at the right, is better`,
    bins: profits,
    mark: { value: profit, name: 'the run' },
    xText: money => grouped(money.toFixed(0)),
  })}${histogram({
    label: 'Drawdown of the shuffled samples, and of the run',
    caption: `samples by their drawdown: less, at the left, is better; ${percentText(lighter)} of the orders of the same trades have at most that of the run`,
    bins: drawdowns,
    mark: { value: drawdown, name: 'the run' },
    xText: percentText,
  })}`;
}
