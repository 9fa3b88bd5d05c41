/**
 * The record of a simulation: its journal, and the folder that `orrery run --out` writes. Source:
 * docs/reference/recorded-runs.md.
 */

import { type Input, journalInput } from '../../../core/run/input/input.js';
import { RequestError } from '../http/request-errors.js';
import { JournalAnswer, ReportAnswer } from './schema/record.js';
import type { SimulationVerb } from './verb.js';

/** The verbs of the record. */
export const RECORD_VERBS: readonly SimulationVerb[] = [
  {
    method: 'GET',
    path: 'journal',
    tag: 'ledger',
    summary: 'The inputs so far, which cause the ledger',
    answers: JournalAnswer,
    run: ({ sandbox: { clock, simulation }, long, reply }) => {
      clock.catchUp();
      const steps = inputsJson(simulation.run.journal());
      return reply.type('application/json; charset=utf-8').send(long.textOf(steps));
    },
  },
  {
    method: 'POST',
    path: 'report',
    tag: 'ledger',
    summary: 'Write the folder of a run: report, ledger and journal up to now',
    answers: ReportAnswer,
    conflict: 'The server was started without --out, or the simulation was made of no file',
    run: async ({ sandbox, record }) => {
      sandbox.clock.catchUp();
      const folder = await record?.(sandbox);
      if (folder === undefined) {
        const why = record === undefined ? 'The server was started without --out' : NO_FILE;
        throw new RequestError('conflict', { sentence: why });
      }
      return { folder };
    },
  },
];

const NO_FILE = 'The simulation was made of no scenario file, which a folder names';

/** The answer with the inputs, input by input. */
function* inputsJson(inputs: Iterable<Input>): Generator<string> {
  yield '{"inputs":[';
  let separator = '';
  for (const input of inputs) {
    yield `${separator}${JSON.stringify(journalInput(input))}`;
    separator = ',';
  }
  yield ']}';
}
