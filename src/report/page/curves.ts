/**
 * An account over time: NAV and balance, drawdown, margin used, positions. One plot each, with one
 * cursor and one zoom for all.
 */

import uPlot from 'uplot';
import type { AccountData } from './page-data.js';
import { currentTheme, type Theme } from './theme.js';

const HEIGHTS = { tall: 280, low: 150 } as const;
const LEAST_AXIS = 44;
const CHARACTER = 7;

/** How times are told: from which step on, how, and what is added where a year or a day begins. */
const TIMES: uPlot.Axis.Values = [
  [31_536_000, '{YYYY}', null, null, null, null, null, null, 1],
  [2_419_200, '{MMM}', '\n{YYYY}', null, null, null, null, null, 1],
  [86_400, '{D} {MMM}', '\n{YYYY}', null, null, null, null, null, 1],
  [60, '{HH}:{mm}', '\n{D} {MMM} {YYYY}', null, '\n{D} {MMM}', null, null, null, 1],
  [1, '{HH}:{mm}:{ss}', '\n{D} {MMM} {YYYY}', null, '\n{D} {MMM}', null, null, null, 1],
];

interface Curve {
  readonly label: string;
  readonly values: readonly (number | null)[];
  readonly colour: string;
  /** Whether a value holds until the next. */
  readonly isStepped: boolean;
  readonly isFilled?: boolean;
}

interface Plot {
  readonly title: string;
  readonly height: number;
  readonly digits: number;
  readonly curves: readonly Curve[];
}

/** Draws the account into `element`. @returns what draws it again in the colours of now. */
export function drawCurves(element: HTMLElement, account: AccountData): () => void {
  let charts: readonly uPlot[] = [];
  const redraw = () => {
    for (const chart of charts) chart.destroy();
    element.replaceChildren();
    const theme = currentTheme();
    const plots = plotsOf(account, theme);
    // One for all, so that a moment is at the same place in each.
    const axisWidth = Math.max(...plots.map(widthOfNumbers));
    charts = plots.map(plot => {
      const place = document.createElement('div');
      const title = document.createElement('h3');
      title.textContent = plot.title;
      place.append(title);
      element.append(place);
      return draw(place, plot, { account, theme, axisWidth });
    });
  };
  redraw();
  return redraw;
}

function plotsOf(account: AccountData, theme: Theme): Plot[] {
  const { currency, NAV, balance, drawdown, marginUsed, positions, held } = account;
  const colours = [theme.accent, theme.second, theme.gain, theme.loss, theme.text];
  return [
    {
      title: `NAV and balance, ${currency}`,
      height: HEIGHTS.tall,
      digits: 2,
      curves: [
        { label: 'Balance', values: balance, colour: theme.second, isStepped: true },
        { label: 'NAV', values: NAV, colour: theme.accent, isStepped: false },
        ...(held === undefined
          ? []
          : [
              {
                label: `${held.instrument} held`,
                values: held.value,
                colour: theme.faint,
                isStepped: false,
              },
            ]),
      ],
    },
    {
      title: 'Drawdown, %',
      height: HEIGHTS.low,
      digits: 3,
      curves: [
        {
          label: 'Drawdown',
          values: drawdown,
          colour: theme.loss,
          isStepped: false,
          isFilled: true,
        },
      ],
    },
    {
      title: 'Position, units',
      height: HEIGHTS.low,
      digits: 0,
      curves: positions.map(({ instrument, units }, index) => ({
        label: instrument,
        values: units,
        colour: colours[index % colours.length] as string,
        isStepped: true,
        isFilled: positions.length === 1,
      })),
    },
    {
      title: `Margin used, ${currency}`,
      height: HEIGHTS.low,
      digits: 2,
      curves: [
        {
          label: 'Margin used',
          values: marginUsed,
          colour: theme.second,
          isStepped: false,
          isFilled: true,
        },
      ],
    },
  ].filter(({ curves }) => curves.some(({ values }) => values.some(value => value !== null)));
}

interface Surroundings {
  readonly account: AccountData;
  readonly theme: Theme;
  readonly axisWidth: number;
}

/** Pixels that the longest number on the plot's axis may need. */
function widthOfNumbers({ curves }: Plot): number {
  const values = curves.flatMap(curve => curve.values.filter(value => value !== null));
  const largest = values.reduce((one, other) => Math.max(one, Math.abs(other)), 0);
  return Math.max(LEAST_AXIS, Math.ceil(largest).toLocaleString('en').length * CHARACTER + 20);
}

function draw(place: HTMLElement, plot: Plot, { account, theme, axisWidth }: Surroundings): uPlot {
  const number = new Intl.NumberFormat('en', {
    minimumFractionDigits: plot.digits,
    maximumFractionDigits: plot.digits,
  });
  const axis = {
    stroke: theme.faint,
    grid: { stroke: theme.line, width: 1 },
    ticks: { stroke: theme.line, width: 1 },
  };
  const chart = new uPlot(
    {
      width: place.clientWidth,
      height: plot.height,
      tzDate: seconds => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
      cursor: { sync: { key: account.id }, y: false },
      axes: [
        { ...axis, values: TIMES },
        {
          ...axis,
          size: axisWidth,
        },
      ],
      series: [
        { label: 'UTC', value: '{YYYY}-{MM}-{DD} {HH}:{mm}' },
        ...plot.curves.map(curve => seriesOf(curve, number)),
      ],
    },
    [[...account.time], ...plot.curves.map(({ values }) => [...values])],
    place,
  );
  new ResizeObserver(() => {
    if (place.clientWidth > 0 && place.clientWidth !== chart.width) {
      chart.setSize({ width: place.clientWidth, height: plot.height });
    }
  }).observe(place);
  return chart;
}

function seriesOf(curve: Curve, number: Intl.NumberFormat): uPlot.Series {
  const stepped = uPlot.paths.stepped?.({ align: 1 });
  return {
    label: curve.label,
    stroke: curve.colour,
    width: 1.5,
    spanGaps: true,
    value: (_self, value) => (value === null ? '–' : number.format(value)),
    ...(curve.isFilled === true ? { fill: `${curve.colour}33`, fillTo: 0 } : {}),
    ...(curve.isStepped && stepped !== undefined
      ? { paths: stepped, points: { show: false } }
      : {}),
  };
}
