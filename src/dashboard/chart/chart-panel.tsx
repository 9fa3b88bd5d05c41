/** The chart of the selected instrument. */

import type { JSX } from 'preact';
import { instrumentText } from '../parts/format.js';
import { instrument } from '../state/app.js';

export function ChartPanel(): JSX.Element {
  return <h2>{instrumentText(instrument.value ?? '')}</h2>;
}
