/** The tab of practice: how the trades of the account do, a new session, and the sessions so far. */

import type { JSX } from 'preact';
import { store } from '../state/app.js';
import type { SimulationStore } from '../state/simulation-store.js';
import { PracticeForm } from './practice-form.js';
import { useResults } from './read-results.js';
import { SessionList } from './session-list.js';
import { StatisticsTable } from './statistics.js';

export function PracticeView(): JSX.Element | null {
  const shown = store.value;
  return shown === undefined ? null : <Practice store={shown} />;
}

function Practice({ store: shown }: { readonly store: SimulationStore }) {
  const known = useResults(shown);
  return (
    <div class="practice">
      <section class="practice-results" aria-label="Results">
        {known === undefined ? (
          <p class="faint">Of 1,000 closed trades at most; the report has those of more.</p>
        ) : (
          <StatisticsTable known={known} />
        )}
      </section>
      <PracticeForm store={shown} />
      <section class="sessions" aria-label="Sessions">
        <SessionList />
      </section>
    </div>
  );
}
