/** `orrery ticks info FILE`: shows the contents of a tick file. */

import { commandOf } from '../../flags/typed-flags.js';
import { describeTicks, printDescription, readByFlags, readFlags } from './tick-file.js';

export const ticksInfoCommand = commandOf({
  command: 'info <file>',
  describe: 'Show the contents of a tick file',
  builder: yargs =>
    readFlags(yargs).positional('file', {
      type: 'string',
      demandOption: true,
      describe: 'tick file',
    }),
  async handler(flags) {
    const ticks = await readByFlags(flags.file, flags, { badRows: 'error', order: 'error' });
    printDescription(describeTicks(ticks, flags), ticks.columns, flags.json);
  },
});
