/** What has to be known of the ticks of a run, as lines of text. */

import { tickNotes } from '../../figures/table/tick-notes.js';
import type { LoadedScenario } from '../../storage/scenario/given/loaded-scenario.js';

/** The notes, one a line: the path of the file as written in the scenario, then the note. */
export function tickText({ ticks, histories }: LoadedScenario): string {
  return [...histories, ...ticks]
    .flatMap(({ named, file }) => tickNotes(file).map(note => `${named}: ${note}\n`))
    .join('');
}
