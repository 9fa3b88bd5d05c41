/** SHA-256 digests, which identify files, ledgers and studies. */

import { createHash, type Hash } from 'node:crypto';

/** SHA-256 of the parts in order, as 64 hex digits. Text is encoded as UTF-8. */
export function sha256(...parts: readonly (string | Uint8Array)[]): string {
  const hash = runningSha256();
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}

/** A new SHA-256 for content that arrives in pieces. */
export function runningSha256(): Hash {
  return createHash('sha256');
}
