/**
 * Results of suites that are kept: a program that has not changed is not run again on a scenario
 * that has not changed. Modules that a program loads from elsewhere, such as installed packages,
 * are not compared.
 */

import { lstatSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { delimiter, extname, join, resolve } from 'node:path';
import { keepFile } from '../../../data/storage/files/kept-file.js';
import { runningSha256, sha256 } from '../../../data/storage/files/sha256.js';
import type { LoadedScenario } from '../../../data/storage/scenario/given/loaded-scenario.js';
import { VERSION } from '../../../data/version.js';
import type { SuiteVerdict } from './suite-result.js';

/** What a result depends on. */
export interface SuiteKey {
  readonly suite: string;
  readonly loaded: LoadedScenario;
  readonly command: readonly string[];
  /** The folder that each run gets a copy of; its files belong to the program. */
  readonly copy?: string;
  /** Files that the result depends on beside the program: rules of faults, own properties. */
  readonly files: readonly string[];
  /** Everything else, as plain data. */
  readonly settings: object;
}

/** Changes when a result has something that it did not have before. */
const FORMAT = 2;
/** Parts of a program's folder that are no part of the program. */
const NOT_THE_PROGRAM = /^(?:\..*|node_modules|__pycache__|venv|env|dist|build|out|target)$/;
/** Files of a program: sources and settings. */
const PROGRAM_FILE =
  /^\.(?:py|[cm]?[jt]sx?|json|ya?ml|toml|ini|cfg|conf|env|sh|rb|go|rs|java|kts?|cs|jar|lock|txt)$/;
/** Files below the folder of a script that are looked at; a folder with more is no folder of a program. */
const FILES_MAX = 2_000;

/** The key of a result, as hex digits. */
export function suiteKey({ loaded, command, copy, files, settings, suite }: SuiteKey): string {
  const { scenario, document, ticks } = loaded;
  const market = {
    document: document.document.toJS() as unknown,
    ticks: ticks.map(({ file: { digest }, instrument }) => [instrument, digest]),
    ...{ from: scenario.from, to: scenario.to, seed: scenario.seed },
  };
  return sha256(
    JSON.stringify([VERSION, FORMAT, suite, market, command, settings]),
    ...(copy === undefined ? [] : [digestOfFolder(resolve(copy), () => true)]),
    ...files.map(digestOfFile),
    ...command.map((word, at) => digestOfWord(word, at === 0)),
  );
}

/** A result that is kept in `folder`; undefined when there is none. */
export function keptSuite(folder: string, key: string): SuiteVerdict | undefined {
  try {
    return JSON.parse(readFileSync(fileOf(folder, key), 'utf8')) as SuiteVerdict;
  } catch {
    return undefined;
  }
}

/** Keeps a result. */
export function keepSuite(folder: string, key: string, verdict: SuiteVerdict): void {
  keepFile(fileOf(folder, key), JSON.stringify(verdict));
}

function fileOf(folder: string, key: string): string {
  return join(folder, 'suites', `${key}.json`);
}

/** What a word of the command names: an interpreter, a script with its neighbours, a file, or nothing. */
function digestOfWord(word: string, isProgram: boolean): string {
  const path = isProgram && !word.includes('/') ? onPath(word) : resolve(word);
  const facts = path === undefined ? undefined : statSync(path, { throwIfNoEntry: false });
  if (path === undefined || facts === undefined) return '';
  if (facts.isDirectory()) return digestOfFolder(path, isOfProgram);
  if (!facts.isFile()) return '';
  if (!PROGRAM_FILE.test(extname(path))) {
    return isProgram ? `${realpathSync(path)} ${facts.size} ${facts.mtimeMs}` : digestOfFile(path);
  }
  return digestOfFile(path) + digestOfFolder(resolve(path, '..'), isOfProgram);
}

function onPath(name: string): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders
    .map(folder => join(folder, name))
    .find(path => statSync(path, { throwIfNoEntry: false })?.isFile() === true);
}

function isOfProgram(path: string): boolean {
  return PROGRAM_FILE.test(extname(path));
}

function digestOfFile(path: string): string {
  return sha256(readFileSync(path));
}

/** The digest of all files in and below a folder, by their names. */
function digestOfFolder(folder: string, isWanted: (path: string) => boolean): string {
  const hash = runningSha256();
  let count = 0;
  const visit = (place: string): void => {
    for (const name of readdirSync(place).sort()) {
      const path = join(place, name);
      const facts = lstatSync(path);
      if (facts.isDirectory() && !NOT_THE_PROGRAM.test(name)) visit(path);
      if (!facts.isFile() || !isWanted(path) || count >= FILES_MAX) continue;
      count += 1;
      hash.update(`${path.slice(folder.length)}\n`).update(readFileSync(path));
    }
  };
  visit(folder);
  return hash.digest('hex');
}
