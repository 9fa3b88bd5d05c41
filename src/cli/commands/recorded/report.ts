/**
 * `orrery report DIR`: makes report.html again from the folder of a recorded run.
 */

import type { Argv, CommandModule } from 'yargs';
import { rewriteReport } from '../../../report/report-files.js';
import { print } from '../../output/print.js';

interface ReportFlags {
  readonly run: string;
}

export const reportCommand: CommandModule<object, ReportFlags> = {
  command: 'report <run>',
  builder: yargs =>
    yargs.positional('run', {
      type: 'string',
      demandOption: true,
      describe: 'folder of a run',
    }) as unknown as Argv<ReportFlags>,
  async handler({ run }) {
    print(`${await rewriteReport(run)}\n`);
  },
};
