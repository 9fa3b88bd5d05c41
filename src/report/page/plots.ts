/**
 * The plots of an account: which curves are in which plot, and in which colours. A plot without
 * data is left out.
 */

import type { Theme } from '../look/theme.js';
import type { AccountData } from './page-data.js';
import { numberTexts } from './tables/number-text.js';

const HEIGHTS = { tall: 280, middle: 190, low: 150 } as const;
const PER_CENT = 100;

export interface PlotCurve {
  readonly label: string;
  readonly values: readonly (number | null)[];
  readonly colour: string;
  /** How values are joined: held until the next, by lines, or not at all. */
  readonly look: 'steps' | 'line' | 'dots' | 'hidden';
  readonly isFilled?: boolean;
  /** Whether it is drawn only at a click of the reader. */
  readonly isExtra?: boolean;
  /** Further text about the value at an index. */
  readonly more?: (index: number) => string;
}

export interface PagePlot {
  readonly title: string;
  readonly height: number;
  readonly digits: number;
  /** Seconds since the epoch; every curve is as long. */
  readonly time: readonly number[];
  readonly curves: readonly PlotCurve[];
  /** Two curves between which the area is shaded. */
  readonly shaded?: { readonly above: number; readonly below: number; readonly colour: string };
  readonly hasLogScale?: boolean;
  /** What the range always includes besides the values: zero, or only the part below zero. */
  readonly ends?: 'withZero' | 'belowZero';
  /** The ids of the elements with details of the values. */
  readonly anchors?: readonly string[];
}

/** The plots of an account, from top to bottom. */
export function plotsOf(account: AccountData, theme: Theme): PagePlot[] {
  return [
    equityPlot(account, theme),
    drawdownPlot(account, theme),
    resultsPlot(account, theme),
    sharpePlot(account, theme),
    positionsPlot(account, theme),
    marginPlot(account, theme),
  ].filter(({ curves }) => curves.some(({ values }) => values.some(value => value !== null)));
}

/** NAV below its highest value so far; the shaded area between them is the drawdown in money. */
function equityPlot(account: AccountData, theme: Theme): PagePlot {
  const { currency, time, NAV, balance, held } = account;
  const shade = `${theme.loss}2e`;
  return {
    title: `NAV and balance, ${currency}`,
    height: HEIGHTS.tall,
    digits: 2,
    time,
    hasLogScale: true,
    shaded: { above: 0, below: 1, colour: shade },
    curves: [
      { label: 'Highest NAV', values: highestNAV(account), colour: shade, look: 'hidden' },
      { label: 'NAV', values: NAV, colour: theme.accent, look: 'line' },
      { label: 'Balance', values: balance, colour: theme.second, look: 'steps' },
      ...(held === undefined
        ? []
        : [
            {
              label: `${held.instrument} held`,
              values: held.value,
              colour: theme.faint,
              look: 'line',
              isExtra: true,
            } as const,
          ]),
    ],
  };
}

/** The highest NAV so far, computed from NAV and drawdown; unknown after a total loss. */
function highestNAV({ NAV, drawdown }: AccountData): (number | null)[] {
  return NAV.map((value, index) => {
    const below = drawdown[index] ?? null;
    if (value === null || below === null) return null;
    const left = 1 + below / PER_CENT;
    return left === 0 || value / left <= 0 ? null : value / left;
  });
}

function drawdownPlot({ time, drawdown, isByTick }: AccountData, theme: Theme): PagePlot {
  return {
    title: isByTick ? 'Drawdown by the tick, %' : 'Drawdown at the ends of days, %',
    height: HEIGHTS.low,
    digits: 3,
    time,
    ends: 'belowZero',
    curves: [
      { label: 'Drawdown', values: drawdown, colour: theme.loss, look: 'line', isFilled: true },
    ],
  };
}

/** A dot for each closed trade, at its close. */
function resultsPlot({ currency, results }: AccountData, theme: Theme): PagePlot {
  const { time, result, trade, anchor, of } = results;
  const those = (isOne: (value: number) => boolean) =>
    result.map(value => (isOne(value) ? value : null));
  const more = (index: number) => ` (trade ${trade[index] ?? ''})`;
  const dots = (label: string, colour: string, isOne: (value: number) => boolean): PlotCurve => ({
    label,
    values: those(isOne),
    colour,
    look: 'dots',
    more,
  });
  const told = numberTexts(0);
  const all =
    of === time.length
      ? ''
      : `; ${told(time.length)} of ${told(of)}, the best and the worst of each group`;
  return {
    title: `Results of single trades, ${currency}${all}`,
    height: HEIGHTS.middle,
    digits: 2,
    time,
    anchors: anchor,
    ends: 'withZero',
    curves: [
      dots('Won', theme.gain, value => value > 0),
      dots('Lost', theme.loss, value => value < 0),
      ...(result.includes(0) ? [dots('Even', theme.faint, value => value === 0)] : []),
    ],
  };
}

function sharpePlot({ time, sharpe }: AccountData, theme: Theme): PagePlot {
  return {
    title: `Sharpe ratio of the last ${sharpe?.window ?? 0} trading days, annualised`,
    height: HEIGHTS.low,
    digits: 2,
    time,
    curves: [
      { label: 'Sharpe ratio', values: sharpe?.value ?? [], colour: theme.accent, look: 'line' },
    ],
  };
}

function positionsPlot({ time, positions }: AccountData, theme: Theme): PagePlot {
  const colours = [theme.accent, theme.second, theme.gain, theme.loss, theme.text];
  return {
    title: 'Position, units',
    height: HEIGHTS.low,
    digits: 0,
    time,
    curves: positions.map(({ instrument, units }, index) => ({
      label: instrument,
      values: units,
      colour: colours[index % colours.length] as string,
      look: 'steps',
      isFilled: positions.length === 1,
    })),
  };
}

function marginPlot({ time, currency, marginUsed }: AccountData, theme: Theme): PagePlot {
  return {
    title: `Margin used, ${currency}`,
    height: HEIGHTS.low,
    digits: 2,
    time,
    curves: [
      {
        label: 'Margin used',
        values: marginUsed,
        colour: theme.second,
        look: 'steps',
        isFilled: true,
      },
    ],
  };
}
