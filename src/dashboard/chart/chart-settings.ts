/** What the reader chose to see on the chart; kept between visits. */

import { batch, computed, effect, untracked } from '@preact/signals';
import { barGranularity, chooseInstrument, instrument } from '../state/app.js';
import { setting } from '../state/settings.js';
import type { Granularity, PriceKind } from '../wire/types.js';
import { isGranularity, widenedTo } from './drawing/granularity-seconds.js';
import { type IndicatorSetup, isIndicator } from './indicators/catalogue.js';

/** The three prices of a candle, by the words of v20. */
export const PRICE_KINDS = ['bid', 'mid', 'ask'] as const satisfies readonly PriceKind[];

export const priceKind = setting<PriceKind>('price', 'mid', value =>
  PRICE_KINDS.includes(value as PriceKind),
);

/** What may be drawn over the candles. */
export const LAYERS = {
  spread: 'Spread',
  sessions: 'Sessions',
  calendar: 'Events',
  fills: 'Fills',
  earlier: 'Fills of before',
  orders: 'Orders',
  plots: 'Plots',
} as const;
export type Layer = keyof typeof LAYERS;

export const layers = setting<readonly Layer[]>(
  'layers',
  ['spread', 'calendar', 'fills', 'earlier', 'orders', 'plots'],
  value => Array.isArray(value) && value.every(each => Object.hasOwn(LAYERS, String(each))),
);

/** Shows or hides a layer. */
export function toggleLayer(layer: Layer): void {
  const shown = layers.value;
  layers.value = shown.includes(layer) ? shown.filter(each => each !== layer) : [...shown, layer];
}

/** One chart of the page. */
export interface PaneSetup {
  /** What it shows while it is not the active one, which shows the instrument of the page. */
  readonly instrument?: string | undefined;
  readonly granularity: Granularity;
  readonly indicators: readonly IndicatorSetup[];
}

/** Charts at most. */
export const PANES_MAX = 4;
const FIRST_PANE: PaneSetup = { granularity: 'M5', indicators: [] };
/** What further charts begin with: each wider than the one before. */
const WIDER = ['M5', 'H1', 'H4', 'D'] as const satisfies readonly Granularity[];

/** The charts, from the left and from above. */
export const panes = setting<readonly PaneSetup[]>('panes', [FIRST_PANE], arePanes);
const chosenPane = setting('pane', 0);
/** The chart that the toolbar, the ticket and the keys mean. */
export const activePane = computed(() => Math.min(chosenPane.value, panes.value.length - 1));

function arePanes(value: unknown): boolean {
  const isPane = ({ granularity, indicators }: PaneSetup) =>
    isGranularity(String(granularity)) &&
    Array.isArray(indicators) &&
    indicators.every(isIndicator);
  return (
    Array.isArray(value) && value.length > 0 && value.length <= PANES_MAX && value.every(isPane)
  );
}

/** A chart; the first for a number that there is not. */
export function paneAt(index: number): PaneSetup {
  return panes.value[index] ?? panes.value[0] ?? FIRST_PANE;
}

/** Changes a chart. */
export function changePane(index: number, change: Partial<PaneSetup>): void {
  panes.value = panes.value.map((pane, at) => (at === index ? { ...pane, ...change } : pane));
}

/** The granularity of the active chart, by which the keys step. */
export const granularity = computed(() => paneAt(activePane.value).granularity);

// Once for each market of bars that comes into view; what is chosen afterwards stays.
effect(() => {
  const bars = barGranularity.value;
  untracked(() => {
    const wide = widenedTo(granularity.value, bars);
    if (wide !== granularity.value) changePane(activePane.value, { granularity: wide });
  });
});

/** Makes a chart the active one: the ticket then trades its instrument. */
export function activatePane(index: number): void {
  if (index === activePane.peek()) return;
  const shown = paneAt(index).instrument;
  batch(() => {
    changePane(activePane.peek(), { instrument: instrument.peek() });
    chosenPane.value = index;
    if (shown !== undefined) chooseInstrument(shown);
  });
}

/** Shows as many charts; new ones have the instrument of the active one. */
export function setPaneCount(count: number): void {
  const known = panes.peek();
  if (activePane.peek() >= count) activatePane(0);
  const more = WIDER.slice(known.length, count).map(wider => {
    return { instrument: instrument.peek(), granularity: wider, indicators: [] };
  });
  panes.value = [...panes.peek().slice(0, count), ...more];
}
