/**
 * `orrery ticks check FILE`: reads every row, counts the rows that break a rule, and ends with exit
 * code 3 if there is one. Gaps, equal times and duplicates are reported but are no faults.
 */

import { MICROS_PER_MINUTE } from '../../../core/time/instant.js';
import { ExitCode } from '../../exit/exit-codes.js';
import { usageError } from '../../flags/arguments.js';
import { commandOf } from '../../flags/typed-flags.js';
import { describeTicks, printDescription, readByFlags, readFlags } from './tick-file.js';

export const ticksCheckCommand = commandOf({
  command: 'check <file>',
  describe: 'Check every row of a tick file; exit code 3 when one is bad',
  builder: yargs =>
    readFlags(yargs)
      .positional('file', { type: 'string', demandOption: true, describe: 'tick file' })
      .option('gap-minutes', { type: 'number', default: 60, describe: 'shortest gap to report' }),
  async handler(flags) {
    const { gapMinutes } = flags;
    if (!(gapMinutes > 0 && gapMinutes <= 1_000_000)) {
      throw usageError('gap-minutes', `must be above zero, was ${gapMinutes}`);
    }
    const ticks = await readByFlags(flags.file, flags, { badRows: 'skip', order: 'skip' });
    const good = ticks.skipped.every(each => each.harmless);
    const description = describeTicks(ticks, flags, Math.round(gapMinutes * MICROS_PER_MINUTE));
    printDescription({ good, ...description }, ticks.columns, flags.json);
    if (!good) process.exitCode = ExitCode.BAD_DATA;
  },
});
