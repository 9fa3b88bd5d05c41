/** The summary of a run of `orrery exec` at its end, for people and for programs. */

import { formatRfc3339 } from '../../../core/time/instant.js';
import type { TextCount } from '../../../exec/exchange/tally.js';
import type { RunOutcome } from '../../../exec/run-order.js';
import { refusalWords } from './request-refusals.js';

const MS_PER_SECOND = 1_000;
const MICROS_PER_SECOND = 1_000_000;
/** Lines of one list that people are shown. */
const SHOWN_MAX = 10;

/** The end of a run. */
export interface ExecSummary {
  readonly text: string;
  readonly json: object;
}

/** What ended the run, in words. */
const ENDINGS: Readonly<Record<RunOutcome['ending'], string>> = {
  program: 'the program ended',
  window: 'the window was over, and the program was ended',
  guard:
    'the program was ended, because no layer held it: --strict holds any program on Linux, --unguarded lets it go on',
  stall:
    'the program was ended, because it kept simulated time still for longer than --stall-limit',
};

const ASKED_NOTHING = 'the program asked the sandbox for nothing';
/** A client that heeds no proxy asks the real host. */
const NOT_LED =
  'no layer held it, and many clients of Java, Go and others ignore the proxy in the environment: ' +
  '--strict leads any program to the sandbox, on Linux';

/** The summary of a run. @param code - the exit code of the command */
export function execSummary(outcome: RunOutcome, code: number): ExecSummary {
  const { simulation, notes, faults, exitCode, ending, wallMs } = outcome;
  const simulatedSeconds = (simulation.now - simulation.scenario.from) / MICROS_PER_SECOND;
  const wallSeconds = wallMs / MS_PER_SECOND;
  const { answers } = notes;
  const lists: Readonly<Record<string, readonly TextCount[]>> = {
    requests: answers.list(),
    'refused hosts': notes.refused.list(),
    'not held': notes.unheld.list(),
    'TLS failed': notes.tlsErrors.list(),
    limits: notes.limits.list(),
    faults,
  };
  const text = [
    `${ENDINGS[ending]}; its exit code is ${exitCode}${code === exitCode ? '' : `, that of exec ${code}`}`,
    ...generatedLines(outcome),
    ...requestLines(outcome),
    ...Object.entries(lists).flatMap(([name, list]) => listText(name, list)),
    `simulated ${simulatedSeconds.toFixed(1)} s in ${wallSeconds.toFixed(1)} s`,
    '',
  ].join('\n');
  const json = {
    exitCode,
    execExitCode: code,
    ending,
    now: formatRfc3339(simulation.now),
    simulatedSeconds,
    wallSeconds,
    requests: counts(notes.requests.list()),
    answers: byStatus(answers.list()),
    generated: notes.generated,
    refusals: answers.refusals,
    isAllRefused: answers.isAllRefused,
    refused: counts(lists['refused hosts']),
    notHeld: counts(lists['not held']),
    tlsFailed: counts(lists['TLS failed']),
    limits: counts(lists['limits']),
    faults: counts(faults),
  };
  return { text, json };
}

/** Which instruments were made up, and for which window. */
function generatedLines({ notes: { generated }, simulation: { scenario } }: RunOutcome): string[] {
  if (generated.length === 0) return [];
  const { seed, from, to } = scenario;
  const window = `${formatRfc3339(from)} to ${formatRfc3339(to)}`;
  return [`made up, by seed ${seed} for ${window}: ${generated.join(', ')}`];
}

/** What the program asked in vain; that nothing was carried out comes first. */
function requestLines({ notes, ending, simulation, virtualTime }: RunOutcome): string[] {
  const { answers } = notes;
  const isNotLed = !notes.isLed && ending !== 'guard';
  if (answers.list().length === 0) return isNotLed ? [ASKED_NOTHING, NOT_LED] : [ASKED_NOTHING];
  const { refused, refusals, isAllRefused } = answers;
  const headline = refused === 1 ? 'the only request was refused' : `all ${refused} were refused`;
  const pairs = simulation.scenario.market.map(({ instrument }) => instrument.name);
  const lines = refusals
    .slice(0, SHOWN_MAX)
    .map(each => `  ${refusalWords(each, { pairs, virtualTime })}`);
  const rest = refusals.length - lines.length;
  return [
    ...(isAllRefused ? [`no request was carried out: ${headline}`] : []),
    ...(lines.length > 0 ? ['refused:', ...lines] : []),
    ...(rest > 0 ? [`  and ${rest} more kinds`] : []),
  ];
}

/** Counts of answers by operation, and of each by status. */
function byStatus(list: readonly TextCount[]): Record<string, Record<string, number>> {
  const found: Record<string, Record<string, number>> = {};
  for (const { what, count } of list) {
    const [operation = '', status = ''] = what.split(' ');
    found[operation] = { ...found[operation], [status]: count };
  }
  return found;
}

function listText(name: string, list: readonly TextCount[]): string[] {
  if (list.length === 0) return [];
  const shown = list.slice(0, SHOWN_MAX).map(({ what, count }) => `  ${count} x ${what}`);
  const rest = list.length - shown.length;
  return [`${name}:`, ...shown, ...(rest > 0 ? [`  and ${rest} more`] : [])];
}

function counts(list: readonly TextCount[] = []): Record<string, number> {
  return Object.fromEntries(list.map(({ what, count }) => [what, count]));
}
