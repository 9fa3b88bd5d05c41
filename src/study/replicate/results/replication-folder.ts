/** The folder of a replication: its page for people and its document for programs. */

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { InputError } from '../../../core/base/input-error.js';
import { makeFolder } from '../../../data/storage/files/make-folder.js';
import { replaceFile, writingFault } from '../../../data/storage/files/write-whole.js';
import { readAssets } from '../../../report/assets.js';
import type { ReplicationResult } from './replicated.js';
import { type PageHead, replicationPage } from './replication-page.js';

/** The page for people. */
export const REPLICATION_PAGE = 'replication.html';
const DOCUMENT = 'replication.json';

/** Checks whether a replication may be written to `folder`. @throws InputError when it has other content. */
export function checkReplicationFolder(folder: string): void {
  if (!existsSync(folder) || existsSync(join(folder, DOCUMENT))) return;
  if (readdirSync(folder).length === 0) return;
  const rule = 'exists and is not the folder of a replication: name another one';
  throw new InputError('scenario', { file: folder }, rule);
}

/** Writes page and document. @throws InputError when the system refuses. */
export async function writeReplication(
  folder: string,
  head: PageHead,
  result: ReplicationResult,
): Promise<void> {
  await makeFolder(folder).catch(error => {
    throw writingFault(error, folder);
  });
  const document = `${JSON.stringify({ ...head, ...result }, null, 2)}\n`;
  await replaceFile(join(folder, DOCUMENT), document);
  const page = replicationPage(head, result, await readAssets('tables-page'));
  await replaceFile(join(folder, REPLICATION_PAGE), page);
}
