/** The log of a store with other records, whose checksums fit. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOG_FILE } from '../../../src/broker/store/log/log-files.js';
import { checksumOf, FIRST_CHECKSUM, readLine } from '../../../src/broker/store/log/record-line.js';

type Fields = Readonly<Record<string, unknown>>;

/** The records in the log of the store in `folder`. */
export function recordsOf(folder: string): readonly Fields[] {
  return linesOf(folder).map(({ json }) => JSON.parse(json) as Fields);
}

/** Replaces each record of the store in `folder` by what `change` makes of it. */
export function rewriteLog(folder: string, change: (record: Fields) => Fields): void {
  let checksum = FIRST_CHECKSUM;
  const lines = linesOf(folder).map(({ batch, json }) => {
    const text = JSON.stringify(change(JSON.parse(json) as Fields));
    checksum = checksumOf(checksum, batch, text);
    return `${checksum} ${batch} ${text}\n`;
  });
  writeFileSync(join(folder, LOG_FILE), lines.join(''));
}

function linesOf(folder: string) {
  const text = readFileSync(join(folder, LOG_FILE), 'utf8');
  return text
    .split('\n')
    .map(readLine)
    .filter(line => line !== undefined);
}
