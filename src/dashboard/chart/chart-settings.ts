/** What the reader chose to see on the chart; kept between visits. */

import { signal } from '@preact/signals';
import { setting } from '../state/settings.js';
import type { Granularity, PriceKind } from '../wire/types.js';

/** The granularities with the length of a bucket in seconds; a month is as long as the longest one. */
export const GRANULARITY_SECONDS = {
  S5: 5,
  S10: 10,
  S15: 15,
  S30: 30,
  M1: 60,
  M2: 120,
  M4: 240,
  M5: 300,
  M10: 600,
  M15: 900,
  M30: 1800,
  H1: 3600,
  H2: 7200,
  H3: 10_800,
  H4: 14_400,
  H6: 21_600,
  H8: 28_800,
  H12: 43_200,
  D: 86_400,
  W: 604_800,
  M: 2_678_400,
} as const satisfies Readonly<Record<Granularity, number>>;

/** The three prices of a candle, by the words of v20. */
export const PRICE_KINDS = ['bid', 'mid', 'ask'] as const satisfies readonly PriceKind[];

export const granularity = setting<Granularity>('granularity', 'M5', value =>
  Object.hasOwn(GRANULARITY_SECONDS, String(value)),
);
export const priceKind = setting<PriceKind>('price', 'mid', value =>
  PRICE_KINDS.includes(value as PriceKind),
);

/** What may be drawn over the candles. */
export const LAYERS = {
  spread: 'Spread',
  sessions: 'Sessions',
  calendar: 'Events',
  fills: 'Fills',
  orders: 'Orders',
  plots: 'Plots',
} as const;
export type Layer = keyof typeof LAYERS;

export const layers = setting<readonly Layer[]>(
  'layers',
  ['spread', 'calendar', 'fills', 'orders', 'plots'],
  value => Array.isArray(value) && value.every(each => Object.hasOwn(LAYERS, String(each))),
);

/** Shows or hides a layer. */
export function toggleLayer(layer: Layer): void {
  const shown = layers.value;
  layers.value = shown.includes(layer) ? shown.filter(each => each !== layer) : [...shown, layer];
}

/** Further instruments, each in a pane of its own below the first. */
export const compared = signal<readonly string[]>([]);
