/** Which packages users install beside this one: package.json says it, and nothing else does. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './root.js';

/** What is read of package.json. */
interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

/** The names of the packages that npm installs with this one, and of those that a user may add. */
export function installedPackages(): readonly string[] {
  const text = readFileSync(join(ROOT, 'package.json'), 'utf8');
  const { dependencies, peerDependencies } = JSON.parse(text) as Manifest;
  return [...Object.keys(dependencies), ...Object.keys(peerDependencies)];
}
