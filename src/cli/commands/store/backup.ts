/** `orrery store backup DIR TO`: a copy of a store, also of one that a server is writing to. */

import { backUp } from '../../../broker/store/backup.js';
import { commandOf, JSON_OPTION } from '../../flags/typed-flags.js';
import { print } from '../../output/terminal/print.js';
import { STORE_POSITIONAL } from './store-positional.js';

export const storeBackupCommand = commandOf({
  command: 'backup <store> <to>',
  describe: 'Copy a store, also while a server writes to it',
  builder: yargs =>
    yargs
      .positional('store', STORE_POSITIONAL)
      .positional('to', {
        type: 'string',
        demandOption: true,
        describe: 'a folder that is not there',
      })
      .option('json', JSON_OPTION),
  async handler({ store, to, json }) {
    const note = await backUp(store, to, new Date().toISOString());
    const { records, bytes, checksum } = note;
    if (json) print(`${JSON.stringify(note)}\n`);
    else print(`${to}: ${records} records, ${bytes} bytes of log, ends with ${checksum}\n`);
  },
});
