/** `orrery ticks put LIST --to FOLDER`: copies the files of a list to a folder, named by their content. */

import { copyFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError } from '../../../../core/base/input-error.js';
import { makeFolder } from '../../../../data/storage/files/make-folder.js';
import { writeWhole, writingFault } from '../../../../data/storage/files/write-whole.js';
import { commandOf } from '../../../flags/typed-flags.js';
import { print } from '../../../output/terminal/print.js';
import { digestOf, type ListedFile, readListedFiles } from './listed-files.js';

export const ticksPutCommand = commandOf({
  command: 'put <list>',
  describe: 'Copy the files of a list to a folder under their SHA-256, for ticks fetch',
  builder: yargs =>
    yargs
      .positional('list', {
        type: 'string',
        demandOption: true,
        describe: 'digests and paths, as sha256sum writes them; paths begin at its folder',
      })
      .option('to', { type: 'string', demandOption: true, describe: 'the folder' }),
  async handler({ list, to }) {
    const files = await readListedFiles(list);
    for (const file of files) await checkListed(file);
    await makeFolder(to).catch(error => {
      throw writingFault(error, to);
    });
    for (const { sha256, path } of files) {
      const place = join(to, sha256);
      const isThere = (await digestOf(place)) === sha256;
      if (!isThere) await writeWhole(place, temporary => copyFile(path, temporary));
      const { size } = await stat(path);
      print(`${path}: ${size} bytes, ${isThere ? 'there already' : 'copied'}\n`);
    }
  },
});

/** @throws InputError (data) for a file that is not what the list says. */
async function checkListed({ sha256, path }: ListedFile): Promise<void> {
  const found = await digestOf(path);
  if (found === sha256) return;
  const is = found === undefined ? 'it is not there' : `it has sha256 ${found}`;
  throw new InputError('data', { file: path }, `is not what the list says: ${is}`);
}
