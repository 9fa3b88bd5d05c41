/**
 * An account over time: the plots of plots.ts below each other, with a common cursor and zoom. A
 * drag or the keyboard zooms; a double click shows everything again.
 */

import uPlot from 'uplot';
import { currentTheme, type Theme } from '../look/theme.js';
import { keysMove, type ZoomRange } from '../look/zoom-keys.js';
import { aboveZero, LOG_AXIS, LOG_SCALE } from './log-scale.js';
import type { AccountData } from './page-data.js';
import { type PagePlot, type PlotCurve, plotsOf } from './plots.js';
import { switchButton } from './switch-button.js';
import { numberTexts } from './tables/number-text.js';

const LEAST_AXIS = 44;
const CHARACTER = 7;
/** Approximate number of labels on an axis, and decimals of displayed values. */
const STEPS = 8;
const MOST_DECIMALS = 6;
/** Least distance in pixels between two labels on the time axis, and on a value axis. */
const TIME_WIDTH = 66;
const LEAST_STEP = 24;
/** Radius of a dot and distance for a press, in pixels. */
const DOT = 5;
/** Room on either side of all moments: as a fraction of their span, and in seconds. */
const ROOM = 0.001;
const LEAST_ROOM = 0.001;
const NEAR = 12;

/** Room at either end of a value axis, as a fraction of its range. */
const PAD = 0.1;
/** The least depth of a drawdown axis, as a fraction below zero. */
const LEAST_DEPTH = 0.01;
/** An instrument that was held is drawn from the start when the axis gets at most so many times as long. */
const MOST_BESIDE = 4;

/**
 * How times are written: from which step on, how, and what is added where a year or a day begins.
 */
const TIMES: uPlot.Axis.Values = [
  [31_536_000, '{YYYY}', null, null, null, null, null, null, 1],
  [2_419_200, '{MMM}', '\n{YYYY}', null, null, null, null, null, 1],
  [86_400, '{D} {MMM}', '\n{YYYY}', null, null, null, null, null, 1],
  [60, '{HH}:{mm}', '\n{D} {MMM} {YYYY}', null, '\n{D} {MMM}', null, null, null, 1],
  [1, '{HH}:{mm}:{ss}', '\n{D} {MMM} {YYYY}', null, '\n{D} {MMM}', null, null, null, 1],
];

/**
 * Draws the account into `element`.
 * @returns a function that draws it again in the current colours.
 */
export function drawCurves(element: HTMLElement, account: AccountData): () => void {
  const full = allOf(account.time);
  let charts: readonly uPlot[] = [];
  let zoom = full;
  let isLog = false;
  let hasExtras = account.held !== undefined && isBeside(account);
  const show = ([min, max]: ZoomRange) => {
    zoom = [min, max];
    for (const chart of charts) chart.setScale('x', { min, max });
  };
  const redraw = () => {
    for (const chart of charts) chart.destroy();
    element.replaceChildren();
    const theme = currentTheme();
    const plots = plotsOf(account, theme);
    const shownPlots = hasExtras ? plots : plots.map(withoutExtras);
    // One for all, so that a moment is at the same place in each.
    const axisWidth = Math.max(...shownPlots.map(widthOfNumbers));
    const switches = {
      isLog,
      hasExtras,
      toggleLog: () => {
        isLog = !isLog;
        redraw();
      },
      toggleExtras: () => {
        hasExtras = !hasExtras;
        redraw();
      },
    };
    const shown = zoom;
    charts = shownPlots.map((plot, index) => {
      const place = document.createElement('div');
      place.append(heading(plots[index] ?? plot, switches));
      element.append(place);
      const look = { theme, axisWidth, full, isLog: isLog && plot.hasLogScale === true };
      return draw(place, plot, account.id, look);
    });
    show(shown);
    for (const chart of charts) {
      keysMove(chart.over, { full, shown: () => zoom, show });
      chart.hooks.setScale = [
        (self: uPlot, key: string) => {
          const { min, max } = self.scales['x'] ?? {};
          if (key === 'x' && min !== undefined && max !== undefined) zoom = [min, max];
        },
      ];
    }
  };
  redraw();
  new ResizeObserver(() => {
    const width = element.clientWidth;
    for (const chart of charts) {
      if (width > 0 && width !== chart.width) chart.setSize({ width, height: chart.height });
    }
  }).observe(element);
  return redraw;
}

/** Whether the NAV keeps its shape beside the instrument that was held: their range is at most some times its own. */
function isBeside({ NAV, held }: AccountData): boolean {
  const range = (values: readonly (number | null)[]) => {
    const present = values.filter(value => value !== null);
    return [
      present.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY),
      present.reduce((one, other) => Math.max(one, other), Number.NEGATIVE_INFINITY),
    ] as const;
  };
  const [lowest, highest] = range(NAV);
  const [least, most] = range([...NAV, ...(held?.value ?? [])]);
  return most - least <= MOST_BESIDE * (highest - lowest);
}

/** A span slightly larger than all moments, because several may lie at either end. */
function allOf(time: readonly number[]): ZoomRange {
  const [first, last] = [time[0] ?? 0, time.at(-1) ?? 0];
  const room = Math.max(LEAST_ROOM, (last - first) * ROOM);
  return [first - room, last + room];
}

/** What a reader switches on or off in all plots of an account. */
interface Switches {
  readonly isLog: boolean;
  readonly hasExtras: boolean;
  readonly toggleLog: () => void;
  readonly toggleExtras: () => void;
}

/** The title of a plot with its switches. */
function heading({ title, hasLogScale, curves }: PagePlot, switches: Switches): HTMLElement {
  const { isLog, hasExtras, toggleLog, toggleExtras } = switches;
  const heading = document.createElement('h3');
  heading.textContent = title;
  if (hasLogScale === true)
    heading.append(switchButton('log', 'Logarithmic scale', isLog, toggleLog));
  for (const { label } of curves.filter(({ isExtra }) => isExtra === true))
    heading.append(switchButton(label, `Compare with ${label}`, hasExtras, toggleExtras));
  return heading;
}

function withoutExtras(plot: PagePlot): PagePlot {
  return { ...plot, curves: plot.curves.filter(({ isExtra }) => isExtra !== true) };
}

interface Look {
  readonly theme: Theme;
  readonly axisWidth: number;
  /** The span from before the first moment of the account to after the last. */
  readonly full: ZoomRange;
  readonly isLog: boolean;
}

/** Width in pixels for the longest label of the plot's axis. */
function widthOfNumbers({ curves }: PagePlot): number {
  const values = curves.flatMap(curve => curve.values.filter(value => value !== null));
  const lowest = values.reduce((one, other) => Math.min(one, other), values[0] ?? 0);
  const highest = values.reduce((one, other) => Math.max(one, other), values[0] ?? 0);
  const step = (highest - lowest) / STEPS;
  const decimals = step > 0 ? Math.max(0, 1 - Math.floor(Math.log10(step))) : 0;
  const tell = numberTexts(step >= 1 ? 0 : Math.min(MOST_DECIMALS, decimals));
  const longest = Math.max(tell(lowest).length, tell(highest).length);
  return Math.max(LEAST_AXIS, longest * CHARACTER + 18);
}

function draw(place: HTMLElement, plot: PagePlot, key: string, look: Look): uPlot {
  const { theme, axisWidth, isLog } = look;
  const axis = {
    stroke: theme.faint,
    grid: { stroke: theme.line, width: 1 },
    ticks: { stroke: theme.line, width: 1 },
  };
  const { shaded } = plot;
  const tellAxis = numberTexts();
  const chart = new uPlot(
    {
      class: 'idle',
      hooks: { setLegend: [markIdle] },
      width: place.clientWidth,
      height: plot.height,
      tzDate: seconds => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
      cursor: { sync: { key }, y: false },
      scales: { y: isLog ? LOG_SCALE : scaleOf(plot) },
      axes: [
        { ...axis, values: TIMES, space: TIME_WIDTH },
        {
          ...axis,
          size: axisWidth,
          space: LEAST_STEP,
          values: (_self, splits) => splits.map(split => tellAxis(split)),
          ...(isLog ? LOG_AXIS : {}),
        },
      ],
      series: [
        { label: 'UTC', value: '{YYYY}-{MM}-{DD} {HH}:{mm}' },
        ...plot.curves.map(curve => seriesOf(curve, numberTexts(plot.digits))),
      ],
      ...(shaded === undefined
        ? {}
        : { bands: [{ series: [shaded.above + 1, shaded.below + 1], fill: shaded.colour }] }),
    },
    columnsOf(plot, look),
    place,
  );
  chart.root.classList.toggle('single', plot.curves.length === 1);
  chart.over.setAttribute('aria-label', plot.title);
  if (plot.anchors !== undefined) goWherePressed(chart, plot);
  return chart;
}

/** Without a moment under the cursor the legend has no values. */
function markIdle({ root, cursor }: uPlot): void {
  root.classList.toggle('idle', typeof cursor.idx !== 'number');
}

function scaleOf({ ends }: PagePlot): uPlot.Scale {
  if (ends === undefined) return {};
  if (ends === 'withZero') {
    const soft = { soft: 0, mode: 1, pad: PAD } as const;
    return { range: { min: soft, max: soft } };
  }
  return {
    range: (_chart, lowest) => [Math.min(lowest ?? 0, -LEAST_DEPTH) * (1 + PAD), 0],
  };
}

/** The plot's columns, from the account's first moment to its last, so that all plots agree. */
function columnsOf(
  { time, curves }: PagePlot,
  { full: [first, last], isLog }: Look,
): uPlot.AlignedData {
  return [
    [first, ...time, last],
    ...curves.map(({ values }) => [null, ...(isLog ? aboveZero(values) : values), null]),
  ];
}

function seriesOf(curve: PlotCurve, tell: (value: number) => string): uPlot.Series {
  const { look, colour, more } = curve;
  const stepped = uPlot.paths.stepped?.({ align: 1 });
  return {
    label: curve.label,
    stroke: colour,
    width: look === 'hidden' ? 0 : 1.5,
    spanGaps: true,
    value: (_self, value, _series, index) =>
      value === null || value === undefined
        ? '–'
        : `${tell(value)}${more === undefined ? '' : more((index ?? 1) - 1)}`,
    ...(curve.isFilled === true ? { fill: `${colour}33`, fillTo: 0 } : {}),
    ...(look === 'steps' && stepped !== undefined ? { paths: stepped } : {}),
    ...(look === 'dots'
      ? { paths: () => null, points: { show: true, size: DOT, width: 0, fill: colour } }
      : { points: { show: false } }),
  };
}

/** Goes to the element with details of the pressed dot. */
function goWherePressed(chart: uPlot, { time, curves, anchors = [] }: PagePlot): void {
  chart.over.addEventListener('click', ({ offsetX, offsetY }) => {
    let nearest = { anchor: '', distance: NEAR };
    for (const { values } of curves) {
      values.forEach((value, index) => {
        if (value === null) return;
        const x = chart.valToPos(time[index] ?? 0, 'x') - offsetX;
        const y = chart.valToPos(value, 'y') - offsetY;
        const distance = Math.hypot(x, y);
        if (distance < nearest.distance) nearest = { anchor: anchors[index] ?? '', distance };
      });
    }
    if (document.getElementById(nearest.anchor) !== null) location.hash = nearest.anchor;
  });
}
