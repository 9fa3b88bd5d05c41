/** The tab of practice: how the trades of the account do. */

import type { JSX } from 'preact';
import { store } from '../state/app.js';
import type { SimulationStore } from '../state/simulation-store.js';
import { useResults } from './read-results.js';
import { StatisticsTable } from './statistics.js';

export function PracticeView(): JSX.Element | null {
  const shown = store.value;
  return shown === undefined ? null : <Practice store={shown} />;
}

function Practice({ store: shown }: { readonly store: SimulationStore }) {
  const known = useResults(shown);
  return (
    <div class="practice">
      {known === undefined ? <p class="faint">Reading …</p> : <StatisticsTable known={known} />}
    </div>
  );
}
