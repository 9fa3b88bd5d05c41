/** The figures of the shown account. */

import type { JSX } from 'preact';
import { money } from '../parts/format.js';
import { store } from '../state/app.js';

export function AccountPanel(): JSX.Element {
  const summary = store.value?.summary.value;
  if (summary === undefined) return <p class="faint">{store.value?.failure.value ?? 'Loading…'}</p>;
  return <p>NAV {money(summary.NAV)}</p>;
}
