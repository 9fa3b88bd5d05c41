/** `orrery ticks fetch LIST --from PLACE`: gets the files of a list by their content. */

import { stat } from 'node:fs/promises';
import { commandOf, JSON_OPTION } from '../../../flags/typed-flags.js';
import { print } from '../../../output/terminal/print.js';
import { fetchFile } from './fetch-file.js';
import { checkStays, readListedFiles } from './listed-files.js';
import { contentSource } from './sources.js';

export const ticksFetchCommand = commandOf({
  command: 'fetch <list>',
  describe: 'Get the files of a list by their SHA-256 from a folder or an object store; resumed',
  builder: yargs =>
    yargs
      .positional('list', {
        type: 'string',
        demandOption: true,
        describe: 'digests and paths, as sha256sum writes them; paths begin at its folder',
      })
      .option('from', {
        type: 'string',
        demandOption: true,
        describe: 'folder or http(s) address in which each file has its SHA-256 as its name',
      })
      .option('overwrite', {
        type: 'boolean',
        default: false,
        describe: 'replace files that have other content',
      })
      .option('json', JSON_OPTION),
  async handler({ list, from, overwrite, json }) {
    const source = contentSource(from);
    const done: object[] = [];
    const files = await readListedFiles(list);
    for (const { path } of files) checkStays(list, path);
    const onRetry = (sentence: string) => void process.stderr.write(`${sentence}\n`);
    for (const file of files) {
      const outcome = await fetchFile(file, source, { overwrites: overwrite, onRetry });
      const { size } = await stat(file.path);
      done.push({ ...file, bytes: size, outcome });
      if (!json) print(`${file.path}: ${size} bytes, ${outcome}\n`);
    }
    if (json) print(`${JSON.stringify(done)}\n`);
  },
});
