/**
 * Where a starter project gets Orrery from. An Orrery inside a `node_modules` folder was installed by
 * npm, which can install the same version again. Any other is a checkout, whose version may not be
 * published: the project then links its folder.
 */

import { resolve } from 'node:path';
import { VERSION } from '../../package/version.js';

/** Whether npm installed the package. @param root - the folder of the package, absolute. */
export function isInstalled(root: string): boolean {
  return root.split(/[\\/]/).includes('node_modules');
}

/**
 * Returns the dependency as package.json writes it: the version, or `file:` and the folder.
 * @param root - the folder of the package, absolute.
 */
export function packageSource(root: string): string {
  return isInstalled(root) ? VERSION : `file:${resolve(root).replaceAll('\\', '/')}`;
}
