/**
 * The ledger of a simulation. Source: docs/reference/recorded-runs.md.
 */

import { Type } from '@sinclair/typebox';
import type { Sequence } from '../../../core/base/chunked-list.js';
import type { Transaction } from '../../../core/ledger/transaction.js';
import { ledgerLine } from '../../../data/record/ledger-file.js';
import { oneOf } from '../http/read/define.js';
import { Ledger } from './schema/clock.js';
import type { SimulationVerb } from './verb.js';

const LINES = 'application/x-ndjson';

/** The verbs of the ledger. */
export const LEDGER_VERBS: readonly SimulationVerb[] = [
  {
    method: 'GET',
    path: 'ledger',
    tag: 'ledger',
    summary: 'The hash of the ledger, or the ledger itself',
    answers: Ledger,
    alsoAnswers: { type: LINES, description: 'with `format=ndjson`: the bytes of ledger.ndjson' },
    query: Type.Object({ format: Type.Optional(oneOf(['ndjson'], 'the ledger, line by line')) }),
    run: ({ sandbox: { clock, simulation }, query, hash, long, reply }) => {
      clock.catchUp();
      const { ledger } = simulation.engine;
      const transactions = ledger.length;
      if (query['format'] === undefined) {
        return hash()
          .now()
          .then(sha256 => ({ transactions, sha256 }));
      }
      return reply.type(LINES).send(long.textOf(linesOf(ledger, transactions)));
    },
  },
];

/** The first `count` transactions as lines; those that come later are left out. */
function* linesOf(ledger: Sequence<Transaction>, count: number): Generator<string> {
  for (let at = 0; at < count; at++) yield ledgerLine(ledger.at(at) as Transaction);
}
