/**
 * What remains of a session: a scenario that repeats it, and its report. Source:
 * docs/reference/page-verbs.md.
 */

import { Type } from '@sinclair/typebox';
import { instant } from '../../../../core/time/instant.js';
import { SessionRun } from '../../../../core/whatif/session.js';
import { ledgerHash } from '../../../../data/record/ledger-file.js';
import { sessionScenario, unlikeScenario } from '../../../../data/record/session-scenario.js';
import type { Sandbox } from '../../../runtime/sandboxes.js';
import { sessionOf } from '../../../runtime/session.js';
import { replayed } from '../../http/long/replayed.js';
import { oneOf } from '../../http/read/define.js';
import { conflict } from '../../http/request-errors.js';
import { ScenarioText, SessionReport } from '../schema/page/session.js';
import type { ControlCall, SimulationVerb } from '../verb.js';

const NO_FILE = 'The simulation was made of no scenario';

/** The verbs of what remains. */
export const SESSION_VERBS: readonly SimulationVerb[] = [
  {
    method: 'GET',
    path: 'scenario',
    tag: 'page',
    summary: 'The session so far as a scenario file, which runs to the same ledger',
    answers: ScenarioText,
    answerType: 'text/plain',
    query: Type.Object({ form: Type.Optional(oneOf(['yaml', 'json'], 'default: yaml')) }),
    conflict: 'Faults changed its market or its orders, or it was made of no scenario',
    run: scenarioOf,
  },
  {
    method: 'GET',
    path: 'report',
    tag: 'page',
    summary: 'The report of the session so far as a page, as a backtest has it',
    answers: SessionReport,
    answerType: 'text/html',
    conflict: NO_FILE,
    run: reportOf,
  },
];

/** The file of the scenario. @throws RequestError 409 */
function fileOf({ loaded }: Sandbox) {
  if (loaded === undefined) throw conflict(NO_FILE);
  return loaded;
}

async function scenarioOf({ sandbox, query, reply }: ControlCall) {
  sandbox.clock.catchUp();
  const loaded = fileOf(sandbox);
  const session = sessionOf(sandbox.simulation);
  const { scenario, inputs, end } = session;
  const rule = unlikeScenario(session);
  if (rule !== undefined) throw conflict(`The session ${rule}`);
  const window = { ...scenario, to: instant(end + 1) };
  const run = await replayed(new SessionRun({ scenario: window, inputs, end }));
  const ledger = ledgerHash(run.run.engine.ledger.slice());
  const form = query['form'] ?? 'yaml';
  const text = await sessionScenario({ loaded, run, ledger }, `${loaded.file}.${form}`);
  return reply.type('text/plain; charset=utf-8').send(text);
}

async function reportOf({ sandbox, report, reply }: ControlCall) {
  sandbox.clock.catchUp();
  const loaded = fileOf(sandbox);
  if (report === undefined) throw conflict(NO_FILE);
  const page = await report(sandbox, loaded);
  return reply.type('text/html; charset=utf-8').send(page);
}
