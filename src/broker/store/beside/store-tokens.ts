/**
 * The tokens of a server with a store. They are made from a secret beside the log, so that clients
 * keep theirs when the server starts again, and no token is written anywhere. Only the owner of the
 * folder may read the secret. Source: invariant A4.
 */

import { createHmac, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { InputError } from '../../../core/base/input-error.js';
import { writeOwnerFile } from './owner-file.js';

/** The file of the secret, in the folder of the store. */
export const SECRET_FILE = 'secret';
const SECRET_BYTES = 32;
const TOKEN_BYTES = 24;
const ALL_RIGHTS = 0o777;
const OF_OTHERS = 0o077;

/**
 * Gives the token of a use, always the same: 192 bits that cannot be guessed without the secret.
 */
export type TokenMaker = (use: string) => string;

/**
 * The tokens of the store in `folder`, which exists; makes its secret when it has none.
 * @param tell - receives a sentence when others than the owner can read the secret, as where it is
 * mounted with a mode of its own.
 * @throws InputError when the secret cannot be written or read.
 */
export async function storeTokens(
  folder: string,
  tell: (sentence: string) => void,
): Promise<TokenMaker> {
  const file = join(folder, SECRET_FILE);
  if (!existsSync(file)) {
    await writeOwnerFile(file, `${randomBytes(SECRET_BYTES).toString('hex')}\n`);
  }
  const secret = Buffer.from(readFileSync(file, 'utf8').trim(), 'hex');
  if (secret.length !== SECRET_BYTES) {
    throw new InputError('data', { file }, `must be ${2 * SECRET_BYTES} hex digits`);
  }
  const mode = statSync(file).mode & ALL_RIGHTS;
  if (process.platform !== 'win32' && (mode & OF_OTHERS) !== 0) {
    tell(`${file}: others than its owner have rights to it (mode ${mode.toString(8)}): chmod 600`);
  }
  return use =>
    createHmac('sha256', secret)
      .update(use)
      .digest()
      .subarray(0, TOKEN_BYTES)
      .toString('base64url');
}
