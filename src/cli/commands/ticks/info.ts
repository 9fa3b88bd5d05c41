/** `orrery ticks info FILE`: shows the contents of a tick file. */

import type { CommandModule } from 'yargs';
import {
  describeTicks,
  printDescription,
  type ReadFlags,
  readByFlags,
  readFlags,
} from './tick-file.js';

interface InfoFlags extends ReadFlags {
  readonly file: string;
}

export const ticksInfoCommand: CommandModule<object, InfoFlags> = {
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
};
