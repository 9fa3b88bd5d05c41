/** What the reader chose to see on the chart; kept between visits. */

import { signal } from '@preact/signals';
import { GRANULARITIES, type GranularityRule } from '../../core/candle/granularity.js';
import { setting } from '../state/settings.js';
import type { Granularity, PriceKind } from '../wire/types.js';

/** Seconds of a unit; a month is as long as the longest one. */
const UNIT_SECONDS: Readonly<Record<GranularityRule['unit'], number>> = {
  second: 1,
  minute: 60,
  hour: 3600,
  day: 86_400,
  week: 604_800,
  month: 2_678_400,
};
/** The granularities with the length of a bucket in seconds. */
export const GRANULARITY_SECONDS = Object.fromEntries(
  Object.entries<GranularityRule>(GRANULARITIES).map(([name, { unit, length }]) => [
    name,
    UNIT_SECONDS[unit] * length,
  ]),
) as Readonly<Record<Granularity, number>>;

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
