/**
 * SHA-256, by which files, ledgers and studies are told apart.
 */

import { createHash, type Hash } from 'node:crypto';

/** SHA-256 of the parts one after another, as 64 hex digits. Text counts as UTF-8. */
export function sha256(...parts: readonly (string | Uint8Array)[]): string {
  const hash = runningSha256();
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}

/** A SHA-256 that has seen nothing yet, for content that comes piece by piece. */
export function runningSha256(): Hash {
  return createHash('sha256');
}
