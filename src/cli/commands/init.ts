/**
 * `orrery init DIR`: a starter project that runs: a scenario with ticks, a strategy, a test.
 */

import type { Argv, CommandModule } from 'yargs';
import { writeStarter } from '../../storage/starter/starter.js';
import { print } from '../output/print.js';

interface InitFlags {
  readonly dir: string;
}

export const initCommand: CommandModule<object, InitFlags> = {
  command: 'init <dir>',
  builder: yargs =>
    yargs.positional('dir', {
      type: 'string',
      demandOption: true,
      describe: 'new or empty folder',
    }) as unknown as Argv<InitFlags>,
  async handler({ dir }) {
    const files = await writeStarter(dir);
    for (const file of files) print(`${file}\n`);
    print(`\nNext: cd ${dir} && npm install && npm test\n`);
  },
};
