/** A place that the chart is asked to show: from a row of a table, a mark of the time line, a note. */

import { signal } from '@preact/signals';
import { chooseInstrument } from './app.js';

export interface ChartPlace {
  /** RFC 3339. */
  readonly time: string;
  readonly instrument?: string | undefined;
  /** The transaction that is marked there. */
  readonly transactionID?: string | undefined;
}

/** The last place that was asked for. */
export const chartPlace = signal<ChartPlace | undefined>(undefined);

/** Moves the chart to an instant, of another instrument if need be. */
export function showOnChart(place: ChartPlace): void {
  if (place.instrument !== undefined) chooseInstrument(place.instrument);
  chartPlace.value = { ...place };
}
