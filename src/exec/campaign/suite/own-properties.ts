/**
 * Properties of the user: a module in TypeScript or JavaScript that exports `properties`, or one in Python whose
 * public functions are properties. Each is asked about every run.
 */

import { resolve } from 'node:path';
import { InputError } from '../../../core/base/input-error.js';
import { wordsOf } from '../../../core/base/words-of.js';
import { loadPlainModule } from '../../../data/storage/strategy/plain-module.js';
import { translatorOf } from '../../../data/storage/strategy/translator.js';
import { ALL_PROPERTIES } from '../properties.js';
import type { JudgedRun, LoadedProperties } from './judging.js';
import { pythonProperties } from './python-properties.js';

/**
 * The result of a property: nothing or true when it holds; false or a sentence when it is broken.
 */
type PropertyAnswer = undefined | null | boolean | string;

type Check = (run: JudgedRun) => PropertyAnswer | Promise<PropertyAnswer>;

const NAME = /^[\w .,'-]{1,60}$/;
const SAYS_NO = 'it does not hold';

/** Loads properties. @throws InputError that names the file. */
export async function loadProperties(file: string): Promise<LoadedProperties> {
  const path = resolve(file);
  const found = path.endsWith('.py') ? await pythonProperties(path) : await moduleProperties(path);
  for (const name of found.names) {
    if (!NAME.test(name)) throw refused(file, `has a property with the bad name ${name}`);
    if ((ALL_PROPERTIES as readonly string[]).includes(name)) {
      throw refused(file, `has a property ${name}, which is the name of one of the package`);
    }
  }
  if (found.names.length > 0) return found;
  found.close();
  throw refused(file, 'has no property');
}

async function moduleProperties(path: string): Promise<LoadedProperties> {
  const checks = new Map(Object.entries(await exportedBy(path)));
  for (const [name, check] of checks) {
    if (typeof check !== 'function') throw refused(path, `properties.${name} must be a function`);
  }
  return {
    names: [...checks.keys()],
    close: () => undefined,
    broken: async run => {
      const broken = new Map<string, string>();
      for (const [name, check] of checks) {
        const words = brokenWords(await answerOf(path, name, () => check(run)));
        if (words !== undefined) broken.set(name, words);
      }
      return broken;
    },
  };
}

/** A failed assertion is an answer; any other error is a fault of the property. */
async function answerOf(
  path: string,
  name: string,
  ask: () => ReturnType<Check>,
): Promise<PropertyAnswer> {
  try {
    return await ask();
  } catch (error) {
    const isAssertion = (error as { code?: unknown } | null)?.code === 'ERR_ASSERTION';
    if (isAssertion) return (error as Error).message;
    throw refused(path, `the property ${name} failed: ${wordsOf(error)}`);
  }
}

async function exportedBy(path: string): Promise<Readonly<Record<string, Check>>> {
  let module: { readonly properties?: unknown };
  try {
    module = loadPlainModule(path) ?? (await translatorOf(import.meta.url).import(path));
  } catch (error) {
    throw refused(path, `cannot be loaded: ${wordsOf(error)}`);
  }
  const { properties } = module;
  if (typeof properties === 'object' && properties !== null) {
    return properties as Readonly<Record<string, Check>>;
  }
  throw refused(path, 'must export properties: an object of functions');
}

/** How a property is broken, in words; undefined when it holds. */
function brokenWords(answer: PropertyAnswer): string | undefined {
  if (answer === false) return SAYS_NO;
  return typeof answer === 'string' ? answer : undefined;
}

function refused(file: string, rule: string): InputError {
  return new InputError('scenario', { file }, rule);
}
