/**
 * Finds the files that a scenario names. Paths start at the scenario's own folder and must stay in
 * its tree (the nearest folder above it that contains package.json or .git), unless other folders
 * are allowed. Symbolic links are followed before the check.
 * Source: scenarios/README.md.
 */

import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';

/** The folder that a scenario's paths may not leave. */
function treeOf(scenarioFile: string): string {
  const own = dirname(realpathSync(scenarioFile));
  for (let folder = own; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json')) || existsSync(join(folder, '.git'))) return folder;
    if (dirname(folder) === folder) return own;
  }
}

/**
 * The real path of `named`.
 * @param within - the folder that paths may not leave; default: the tree of the scenario.
 * @returns the path, or the rule that the path breaks.
 */
export function resolveInTree(
  scenarioFile: string,
  named: string,
  allowed: readonly string[],
  within?: string,
): { readonly path: string } | { readonly rule: string } {
  const path = resolve(dirname(scenarioFile), named);
  const outside = {
    rule: `is outside the scenario's project: ${named} (--allow-path permits its folder)`,
  };
  const roots = [
    within ?? treeOf(scenarioFile),
    ...allowed.filter(existsSync).map(root => realpathSync(root)),
  ];
  const isIn = (file: string, folders: readonly string[]) =>
    folders.some(folder => isInside(file, folder));
  let real: string;
  try {
    real = realpathSync(path);
  } catch {
    // The answer must not show the sender of a name which files exist elsewhere.
    const own = resolve(realpathSync(dirname(scenarioFile)), named);
    const isAllowed =
      isIn(own, roots) ||
      isIn(
        path,
        allowed.map(root => resolve(root)),
      );
    return isAllowed ? { rule: `no such file: ${named}` } : outside;
  }
  if (!isIn(real, roots)) {
    // The answer must not show the sender of a name where a link leads.
    if (within !== undefined || real === path) return outside;
    const way = `(--allow-path ${dirname(real)} permits its folder)`;
    return { rule: `is outside the scenario's project: ${named}, a link to ${real} ${way}` };
  }
  if (!statSync(real).isFile()) return { rule: `is not a regular file: ${named}` };
  return { path: real };
}

/** Whether the real path `path` is the folder `root` or lies in it. */
export function isInside(path: string, root: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);
}
