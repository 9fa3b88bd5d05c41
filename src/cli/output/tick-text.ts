/** What has to be known of the ticks of a run, as lines of text. */

import { tickNotes } from '../../figures/table/tick-notes.js';
import type { LoadedScenario } from '../../storage/scenario/given/loaded-scenario.js';

/** A line for each note, with the file as the scenario names it. */
export function tickText({ ticks, histories }: LoadedScenario): string {
  return [...histories, ...ticks]
    .flatMap(({ named, file }) => tickNotes(file).map(note => `${named}: ${note}\n`))
    .join('');
}
