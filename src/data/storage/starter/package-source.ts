/**
 * Where a starter project gets Orrery from. An Orrery inside a `node_modules` folder was installed by
 * npm, which can install the same again: the version, or the tarball that it was installed from. Any
 * other is a checkout, whose version may not be published: the project then links its folder.
 */

import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { PACKAGE_NAME, VERSION } from '../../version.js';

/** What npm writes into `node_modules` about the packages in it. */
const INSTALLED = '.package-lock.json';
const FILE = 'file:';

/** Whether npm installed the package. @param root - the folder of the package, absolute. */
export function isInstalled(root: string): boolean {
  return root.split(/[\\/]/).includes('node_modules');
}

/**
 * Returns the dependency as package.json writes it: the version, or `file:` and a tarball or folder.
 * @param root - the folder of the package, absolute.
 */
export function packageSource(root: string): string {
  if (!isInstalled(root)) return `${FILE}${forwardSlashes(resolve(root))}`;
  return tarballOf(resolve(root)) ?? VERSION;
}

/** The tarball that npm installed the package from, where npm has noted one. */
function tarballOf(root: string): string | undefined {
  const modules = dirname(root);
  const note = resolve(modules, INSTALLED);
  if (!existsSync(note)) return undefined;
  const { packages } = JSON.parse(readFileSync(note, 'utf8')) as {
    readonly packages?: Readonly<Record<string, { readonly resolved?: string }>>;
  };
  const from = packages?.[`node_modules/${PACKAGE_NAME}`]?.resolved;
  if (from === undefined || !from.startsWith(FILE)) return undefined;
  const tarball = resolve(dirname(modules), from.slice(FILE.length));
  return existsSync(tarball) ? `${FILE}${forwardSlashes(tarball)}` : undefined;
}

function forwardSlashes(path: string): string {
  return path.replaceAll('\\', '/');
}
