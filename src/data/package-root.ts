/**
 * Where the package lies. This module stays two folders below the root, as the bundle does
 * (`src/data`, `dist/data`, `dist/bundle`), so that one address is right in all of them.
 */

import { fileURLToPath } from 'node:url';

/** Returns the path of a file of the package. @param path - from the package's root. */
export function packageFile(path: string): string {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url));
}
