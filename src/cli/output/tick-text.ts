/** What has to be known of the ticks of a run, as lines of text. */

import type { ScenarioRun } from '../../broker/runtime/run-scenario.js';
import { accountRuns } from '../../data/figures/account/account-run.js';
import { tickNotes } from '../../data/figures/table/tick-notes.js';
import { runBars } from '../../data/record/run-bars.js';

/** The notes, one a line: the path of the file as written in the scenario, then the note. */
export function tickText({ loaded, result }: ScenarioRun): string {
  const { histories, ticks, scenario } = loaded;
  const bars = runBars(loaded, accountRuns(scenario, result));
  const files = [
    ...histories.map(({ named, file }) => ({ named, facts: file })),
    ...ticks.map(({ named, instrument, file }) => {
      const own = bars.get(instrument);
      return { named, facts: own === undefined ? file : { ...file, bars: own } };
    }),
  ];
  return files
    .flatMap(({ named, facts }) => tickNotes(facts).map(note => `${named}: ${note}\n`))
    .join('');
}
