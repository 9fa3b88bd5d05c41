/**
 * `orrery init DIR`: makes a starter project that runs: a scenario with ticks, a strategy, a test.
 */

import { writeStarter } from '../../../data/storage/starter/starter.js';
import { commandOf } from '../../flags/typed-flags.js';
import { print } from '../../output/terminal/print.js';
import { inShell } from './in-shell.js';

export const initCommand = commandOf({
  command: 'init <dir>',
  builder: yargs =>
    yargs.positional('dir', {
      type: 'string',
      demandOption: true,
      describe: 'new or empty folder',
    }),
  async handler({ dir }) {
    const { files, linked } = await writeStarter(dir);
    for (const file of files) print(`${file}\n`);
    if (linked !== undefined) print(linkNote(linked));
    print(`\nNext: cd ${inShell(dir)} && npm install && npm test\n`);
  },
});

/** The note for a project that links an Orrery which npm did not install. */
function linkNote(folder: string): string {
  return `
The project uses the Orrery in ${folder}: keep that folder and its build.
To use a published version instead, write its number into package.json.
`;
}
