/** What `orrery exec` says of the program at its end, for people and for programs. */

import { formatRfc3339 } from '../../core/time/instant.js';
import type { Counted } from '../../exec/notes.js';
import type { RunOutcome } from '../../exec/order.js';

const MS_PER_SECOND = 1_000;
const MICROS_PER_SECOND = 1_000_000;
/** Lines of one list that people are shown. */
const SHOWN_MAX = 10;

/** The end of a run. */
export interface ExecSummary {
  readonly text: string;
  readonly json: object;
}

/** How people are told who ended the run. */
const ENDINGS: Readonly<Record<RunOutcome['ending'], string>> = {
  program: 'the program ended',
  window: 'the window was over, and the program was ended',
  guard:
    'the program was ended, because nothing held it: --strict holds any program on Linux, --unguarded lets it go on',
};

/** The summary of a run. */
export function execSummary(outcome: RunOutcome): ExecSummary {
  const { simulation, notes, faults, exitCode, ending, wallMs } = outcome;
  const simulatedSeconds = (simulation.now - simulation.scenario.from) / MICROS_PER_SECOND;
  const wallSeconds = wallMs / MS_PER_SECOND;
  const lists: Readonly<Record<string, readonly Counted[]>> = {
    requests: notes.requests.list(),
    refused: notes.refused.list(),
    'not held': notes.unheld.list(),
    'TLS failed': notes.tlsErrors.list(),
    limits: notes.limits.list(),
    faults,
  };
  const text = [
    `${ENDINGS[ending]}; its exit code is ${exitCode}`,
    `simulated ${simulatedSeconds.toFixed(1)} s in ${wallSeconds.toFixed(1)} s`,
    ...Object.entries(lists).flatMap(([name, list]) => listText(name, list)),
    '',
  ].join('\n');
  const json = {
    exitCode,
    ending,
    now: formatRfc3339(simulation.now),
    simulatedSeconds,
    wallSeconds,
    requests: counts(lists['requests']),
    refused: counts(lists['refused']),
    notHeld: counts(lists['not held']),
    tlsFailed: counts(lists['TLS failed']),
    limits: counts(lists['limits']),
    faults: counts(faults),
  };
  return { text, json };
}

function listText(name: string, list: readonly Counted[]): string[] {
  if (list.length === 0) return [];
  const shown = list.slice(0, SHOWN_MAX).map(({ what, count }) => `  ${count} x ${what}`);
  const rest = list.length - shown.length;
  return [`${name}:`, ...shown, ...(rest > 0 ? [`  and ${rest} more`] : [])];
}

function counts(list: readonly Counted[] = []): Record<string, number> {
  return Object.fromEntries(list.map(({ what, count }) => [what, count]));
}
