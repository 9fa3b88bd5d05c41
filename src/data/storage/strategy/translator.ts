/**
 * Translates modules of strategies with jiti, so that a user needs no build step; those that only
 * have types are translated by sucrase. Translated modules end with their source map, for stacks
 * and for debuggers.
 */

import { createRequire } from 'node:module';
import type { Jiti } from 'jiti';
import { packageFile } from '../../package-root.js';
import { withoutTypes } from './plain-types.js';

const require = createRequire(import.meta.url);

/** What jiti puts before the first line of a module; part of that line's columns. */
export const WRAPPER =
  '(async function (exports, require, module, __filename, __dirname, jitiImport, jitiESMResolve) { ';

/**
 * Folder in which jiti keeps translated modules, by digest of their source; inside this package.
 */
const CACHE = packageFile('node_modules/.cache/orrery');

/** A translator that finds modules as the file or URL `from` does, and loads them at each call. */
export function translatorOf(from: string): Jiti {
  // Most strategies are loaded without it. By require: for an import, Node would parse all of it first.
  const { createJiti } = require('jiti') as typeof import('jiti');
  const options = { fsCache: CACHE, moduleCache: false, sourceMaps: true };
  return createJiti(from, {
    ...options,
    transform: module => {
      const code = withoutTypes(module);
      // The other one must not look for a translation where this one is about to keep it.
      return { code: code ?? createJiti(from, { ...options, fsCache: false }).transform(module) };
    },
  });
}
