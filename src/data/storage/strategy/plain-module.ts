/**
 * Loads modules of strategies that have nothing but types to remove. Such a module asks for no other
 * one, so that what finds modules, jiti, need not be loaded: loading it takes longer than most of
 * the program. The translation is kept in the folder of the package, by the digest of its source.
 */

import { existsSync, readFileSync } from 'node:fs';
import { Script } from 'node:vm';
import { packageFile } from '../../package-root.js';
import { VERSION } from '../../version.js';
import { keepFile } from '../files/kept-file.js';
import { sha256 } from '../files/sha256.js';
import { withoutTypes } from './plain-types.js';
import { WRAPPER } from './translator.js';

type ModuleFunction = (exports: object) => void;

const TYPESCRIPT = /\.[cm]?ts$/;
/** What jiti gives a module beside its exports: the fields of a default export, and its place. */
const OF_JITI = /\bexport\s+default\b|\b__(?:dirname|filename)\b/;
const HEAD = '(function (exports) { ';
const FILE_DIGITS = 16;

/**
 * The exports of the module at `path`; undefined when jiti must load it, or report what is wrong.
 */
export function loadPlainModule(path: string): object | undefined {
  const script = scriptOf(path);
  if (script === undefined) return undefined;
  const exports = {};
  (script.runInThisContext() as ModuleFunction)(exports);
  return exports;
}

function scriptOf(path: string): Script | undefined {
  try {
    const code = TYPESCRIPT.test(path) ? translated(path) : undefined;
    if (code === undefined) return undefined;
    return new Script(`${HEAD}${code}\n})`, {
      filename: path,
      columnOffset: WRAPPER.length - HEAD.length,
    });
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code !== undefined;
    if (!isMissing && !(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

/** @throws NodeJS.ErrnoException when there is no such file. */
function translated(path: string): string | undefined {
  const source = readFileSync(path, 'utf8');
  if (OF_JITI.test(source)) return undefined;
  const end = `\n// ${sha256(VERSION, path, source)}`;
  const file = packageFile(`node_modules/.cache/orrery/plain-${end.slice(-FILE_DIGITS)}.js`);
  const kept = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (kept.endsWith(end)) return kept;
  const code = withoutTypes({ source, filename: path, ts: true });
  if (code !== undefined) keepFile(file, code + end);
  return code;
}
