/**
 * `orrery report DIR`: makes report.html again from the folder of a recorded run. `orrery report A
 * B`: lays two recorded runs side by side.
 */

import { rewriteReport, writeComparison } from '../../../report/report-files.js';
import { usageError } from '../../flags/arguments.js';
import { commandOf } from '../../flags/typed-flags.js';
import { print } from '../../output/terminal/print.js';

/** Where two runs side by side are written. */
const COMPARISON = 'comparison.html';

export const reportCommand = commandOf({
  command: 'report <run> [other]',
  builder: yargs =>
    yargs
      .positional('run', { type: 'string', demandOption: true, describe: 'folder of a run' })
      .positional('other', {
        type: 'string',
        describe: 'folder of another run: both side by side in one page',
      })
      .option('out', {
        type: 'string',
        describe: `file of the page with both runs; default: ${COMPARISON}`,
      }),
  async handler({ run, other, out }) {
    if (other === undefined) {
      if (out !== undefined) throw usageError('out', 'needs two runs; one run has its own report');
      print(`${await rewriteReport(run)}\n`);
      return;
    }
    const file = out ?? COMPARISON;
    const first = await writeComparison(run, other, file);
    print(`${first}\n${file}\n`);
  },
});
