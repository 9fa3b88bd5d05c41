/**
 * Loads strategy modules in TypeScript or JavaScript with jiti, so that a user needs no build step.
 * A module exports `strategy`, a function from parameters to a Strategy. It may export
 * `parameters`, the table against which the parameters of a scenario are checked.
 */

import { basename } from 'node:path';
import { InputError } from '../../../core/base/input-error.js';
import { present } from '../../../core/base/present.js';
import { wordsOf } from '../../../core/base/words-of.js';
import {
  ParameterError,
  type ParameterSchema,
  readSchema,
  resolveParameters,
} from '../../../core/strategy/parameters.js';
import type { Strategy, StrategyFactory } from '../../../core/strategy/strategy.js';
import { isPromise, STRATEGY_HOOKS } from '../../../core/strategy/strategy-error.js';
import type { DocumentPath } from '../document/document.js';
import { nearest } from '../document/suggest.js';
import { loadPlainModule } from './plain-module.js';
import { isPython, loadPythonModule } from './python/python-module.js';
import { putDown, takeInHand } from './strategy-in-hand.js';
import { thrownAt } from './strategy-trace.js';
import { translatorOf } from './translator.js';

/** Makes an error about `path` within the given parameters. */
export type ErrorMaker = (path: DocumentPath, rule: string) => InputError;

/** A loaded strategy module. */
export interface StrategyModule {
  readonly file: string;
  /** Table of parameters; when absent, the module accepts any parameters. */
  readonly parameters?: ParameterSchema;
  readonly strategy: StrategyFactory;
}

/** Loads the module at `path`, again at each call. @throws InputError naming the file. */
export async function loadStrategyModule(path: string): Promise<StrategyModule> {
  begin(path);
  let exported: { readonly strategy: unknown; readonly parameters: unknown };
  try {
    const module: { strategy?: unknown; parameters?: unknown } = isPython(path)
      ? loadPythonModule(path)
      : (loadPlainModule(path) ?? (await translatorOf(import.meta.url).import(path)));
    exported = { strategy: module.strategy, parameters: module.parameters };
  } catch (error) {
    throw thrownAt(error, path, `cannot be loaded: ${wordsOf(error)}`);
  } finally {
    putDown(path);
  }
  const { strategy, parameters } = exported;
  if (typeof strategy !== 'function') throw refused(path, 'must export a function named strategy');
  const module = { file: path, strategy: strategy as StrategyFactory };
  if (parameters === undefined) return module;
  try {
    return { ...module, parameters: readSchema(parameters) };
  } catch (error) {
    const isRule = error instanceof ParameterError;
    const field = ['parameters', ...(isRule ? error.path : [])].join('.');
    throw refused(path, isRule ? error.message : wordsOf(error), field);
  }
}

/**
 * Makes a strategy of the module with these parameters and defaults for the others.
 * @param complain - makes the error about a parameter; by default the error names the module.
 * @throws InputError
 */
export function makeStrategy(
  { file, parameters, strategy }: StrategyModule,
  params: Readonly<Record<string, unknown>>,
  complain: ErrorMaker = (path, rule) => refused(file, rule, ['params', ...path].join('.')),
): Strategy {
  let values = params;
  if (parameters !== undefined) {
    try {
      values = resolveParameters(parameters, params);
    } catch (error) {
      if (!(error instanceof ParameterError)) throw error;
      const [name = ''] = error.path;
      const known = Object.keys(parameters);
      const hint = known.includes(name) ? '' : nearest(name, known);
      throw complain(error.path, `${error.message}${hint}`);
    }
  }
  let made: Strategy;
  begin(file);
  try {
    made = strategy(values);
  } catch (error) {
    throw complain([], `refused by ${basename(file)}: ${wordsOf(error)}`);
  } finally {
    putDown(file);
  }
  const rule = ruleBrokenBy(made);
  if (rule !== undefined) throw refused(file, rule, 'strategy');
  return made;
}

/** Something of the module at `path` begins; a Python limits what it loads and makes by itself. */
function begin(path: string): void {
  if (!isPython(path)) takeInHand(path);
}

/**
 * The rule that the return value of a factory breaks; an object that cannot be read breaks one too.
 */
function ruleBrokenBy(made: unknown): string | undefined {
  try {
    return brokenRule(made);
  } catch (error) {
    return `cannot be read: ${wordsOf(error)}`;
  }
}

/** Loads the module at `path` and makes its strategy. @throws InputError naming the file. */
export async function loadStrategy(
  path: string,
  params: Readonly<Record<string, unknown>>,
  complain?: ErrorMaker,
): Promise<Strategy> {
  return makeStrategy(await loadStrategyModule(path), params, complain);
}

/** The rule that the return value of a factory breaks. */
function brokenRule(made: unknown): string | undefined {
  if (typeof made !== 'object' || made === null) {
    return `must return a strategy, returned ${made === null ? 'null' : typeof made}`;
  }
  if (Array.isArray(made)) return 'must return a strategy, returned a list';
  if (isPromise(made)) {
    return 'must return a strategy, returned a promise: the factory is not async';
  }
  const { candles, onCandle, onCandles } = made as Strategy;
  if ((onCandle ?? onCandles) !== undefined && candles === undefined) {
    const hook = onCandle === undefined ? 'onCandles' : 'onCandle';
    return `has ${hook}, but does not name its candles: add candles: [{ instrument, granularity }]`;
  }
  if (candles !== undefined && !(Array.isArray(candles) && candles.every(isInterest))) {
    return 'candles must be a list of { instrument, granularity }';
  }
  const given = made as Readonly<Record<string, unknown>>;
  for (const [name, value] of Object.entries(given)) {
    const known: readonly string[] = STRATEGY_HOOKS;
    if (!known.includes(name)) {
      if (!name.startsWith('on') || typeof value !== 'function') continue;
      return `has no hook ${name}${nearest(name, known)}`;
    }
    if (value !== undefined && typeof value !== 'function') return `${name} must be a function`;
  }
  return undefined;
}

function isInterest(value: unknown): boolean {
  const { instrument, granularity } = (value ?? {}) as Record<string, unknown>;
  return typeof instrument === 'string' && typeof granularity === 'string';
}

function refused(file: string, rule: string, field?: string): InputError {
  return new InputError('scenario', { file, ...present({ field }) }, rule);
}
