/** Runs a program as `orrery exec` does, and gives a test what came of it. */

import { present } from '../core/base/present.js';
import { ledgerHash } from '../data/record/ledger-file.js';
import { loadChoice } from './sandbox/scenarios.js';
import type { BotOptions, BotRun } from './types/bot.js';

/**
 * Runs a program unchanged against a sandbox of its own until it ends, or the window is over. Its
 * output is that of the test.
 * @param command - the program and its words, such as `['python', 'bot.py']`.
 * @throws InputError for a bad scenario or rule of faults, or a command that cannot be started.
 */
export async function runBot(
  command: readonly string[],
  options: BotOptions = {},
): Promise<BotRun> {
  const { scenario: _, folder: _folder, seed: _seed, account: _ids, ...rest } = options;
  const { clock, faults, virtualTime = false, stallLimit: stallSeconds, ...others } = rest;
  const { loaded } = await loadChoice(options);
  // A suite that runs no program need not load what runs them.
  const { runProgram } = await import('../exec/run-program.js');
  const said: string[] = [];
  const outcome = await runProgram({
    strict: false,
    unguarded: false,
    ...others,
    virtualTime,
    scenario: loaded.scenario,
    dialect: loaded.dialect,
    command,
    mode: clock ?? (virtualTime ? 'lockstep' : 'on-poll'),
    ...present({ faults: faults && { file: 'faults', rules: faults }, stallSeconds }),
    quiet: false,
    tell: sentence => said.push(sentence),
  });
  const { exitCode, ending, simulation, notes, wallMs } = outcome;
  const ledger = simulation.engine.ledger.slice();
  return {
    exitCode,
    ending,
    ledger,
    ledgerHash: ledgerHash(ledger),
    requests: notes.requests.list(),
    answers: notes.answers.list(),
    refusals: notes.answers.refusals,
    refused: notes.refused.list(),
    faults: outcome.faults,
    said,
    wallMs,
  };
}
