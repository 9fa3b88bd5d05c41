/** `orrery diff A B`: shows the first difference between two ledgers, by meaning. */

import { present } from '../../../core/base/present.js';
import { divergenceText, firstDivergence } from '../../../data/record/ledger-diff.js';
import { readLedger } from '../../../data/record/ledger-file.js';
import { ExitCode } from '../../exit/exit-codes.js';
import { commandOf, JSON_OPTION } from '../../flags/typed-flags.js';
import { print } from '../../output/terminal/print.js';

export const diffCommand = commandOf({
  command: 'diff <a> <b>',
  builder: yargs =>
    yargs
      .positional('a', {
        type: 'string',
        demandOption: true,
        describe: 'ledger file or run folder',
      })
      .positional('b', {
        type: 'string',
        demandOption: true,
        describe: 'ledger file or run folder',
      })
      .option('json', JSON_OPTION),
  async handler({ a, b, json }) {
    const found = firstDivergence(await readLedger(a), await readLedger(b));
    if (found !== undefined) process.exitCode = ExitCode.DIFFERENT;
    const plain = found === undefined ? 'identical' : divergenceText(found);
    const document = {
      identical: found === undefined,
      ...present({ first: found }),
    };
    print(`${json ? JSON.stringify(document) : plain}\n`);
  },
});
