/** Takes one file out of an archive: a zip file (a wheel is one) or a tar file packed with gzip. */

import { gunzipSync } from 'node:zlib';
import { InputError } from '../../../core/base/input-error.js';
import { unzipFile } from '../../../data/storage/ticks/read/zip-archive.js';
import { fileInTar } from './tar-archive.js';

/** Greatest size of an unpacked archive in bytes: a larger one is none of the packages. */
const LARGEST = 536_870_912;
const ZIP = [0x50, 0x4b];
const GZIP = [0x1f, 0x8b];

/**
 * The content of the file whose path in the archive ends with `ending`.
 * @param path - of the archive, for messages.  @throws InputError (data)
 */
export async function archiveMember(
  path: string,
  bytes: Uint8Array,
  ending: string,
): Promise<Uint8Array> {
  const starts = (magic: readonly number[]) => magic.every((byte, at) => bytes[at] === byte);
  if (starts(ZIP)) return (await unzipFile(path, Buffer.from(bytes), ending)).bytes;
  const fault = (rule: string) => new InputError('data', { file: path }, rule);
  if (!starts(GZIP)) throw fault('must be a zip archive, or a tar archive packed with gzip');
  let found: Uint8Array | undefined;
  try {
    found = fileInTar(gunzipSync(bytes, { maxOutputLength: LARGEST }), ending);
  } catch (error) {
    throw fault(`is not a complete archive (${(error as Error).message})`);
  }
  if (found === undefined) throw fault(`holds no file ${ending}`);
  return found;
}
