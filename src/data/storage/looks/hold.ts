/** Holds what would show prices of a sealed time. */

import { History } from './history.js';
import type { MarketSpan } from './look.js';
import { looksPlace } from './looks-folder.js';
import { type Seal, sealedError, sealOver, sealsOf } from './seal.js';

/** The seals that hold this process. */
function ownSeals(): readonly Seal[] {
  const { folder } = looksPlace(process.env, process.cwd());
  return sealsOf(History.readSeals(folder));
}

/**
 * Refuses what would show a part of `span` that is sealed.
 * @param file - what would show it. @throws InputError
 */
export function holdSealed(file: string, span: MarketSpan): void {
  const seal = sealOver(ownSeals(), span);
  if (seal !== undefined) throw sealedError(file, seal);
}
