/**
 * The factors that take money of a quote currency home, by instrument: asked of the server with new prices
 * while something shows them.
 */

import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useThrottled } from '../parts/use-throttled.js';
import { type HomeFactors, readHomeFactors } from '../wire/market.js';
import type { SimulationStore } from './simulation-store.js';

export type { HomeFactors } from '../wire/market.js';

/** How often the factors are asked for, in wall milliseconds. */
const WAIT_MS = 200;
const SAME: HomeFactors = { gain: '1', loss: '1' };

/** The factors that were read last, by simulation and instrument. */
const read = signal<ReadonlyMap<string, HomeFactors>>(new Map());
/** Of which price each was asked last, so that the ticket and a chart of one instrument ask once. */
const asked = new Map<string, string>();

/** Keeps the factors of an instrument fresh while a component is shown. */
export function useHomeFactors(shown: SimulationStore | undefined, instrument: string): void {
  const isHome = isQuotedAtHome(shown, instrument);
  const time = useThrottled(shown?.quote(instrument).value?.time, WAIT_MS);
  useEffect(() => {
    if (shown === undefined || isHome || time === undefined) return;
    const key = keyOf(shown, instrument);
    if (asked.get(key) === time) return;
    asked.set(key, time);
    readHomeFactors(shown.place, instrument).then(
      factors => {
        // A later price may have been answered already.
        if (asked.get(key) !== time || factors === undefined) return;
        read.value = new Map([...read.peek(), [key, factors]]);
      },
      // Without an answer the views that need them show that; the next price sends the request
      // again.
      () => {},
    );
  }, [shown, instrument, isHome, time]);
}

/** The factors of an instrument; undefined until they are known. It reads signals. */
export function homeFactors(
  shown: SimulationStore | undefined,
  instrument: string,
): HomeFactors | undefined {
  if (shown === undefined) return undefined;
  return isQuotedAtHome(shown, instrument) ? SAME : read.value.get(keyOf(shown, instrument));
}

function keyOf({ place }: SimulationStore, instrument: string): string {
  return `${place.simulation} ${place.account} ${instrument}`;
}

function isQuotedAtHome(shown: SimulationStore | undefined, instrument: string): boolean {
  return instrument.slice(instrument.indexOf('_') + 1) === shown?.summary.value?.currency;
}
