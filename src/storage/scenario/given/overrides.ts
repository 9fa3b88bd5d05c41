/**
 * Values that the caller of a run puts in place of those in the scenario file: parameters of its
 * strategy and the balance that its account begins with. They are checked as if the file held them.
 * What the file expects does not hold then, and is not checked.
 */

import { isScalar } from 'yaml';
import { InputError } from '../../../core/base/input-error.js';
import { parseDocument, type ScenarioDocument } from '../../document/document.js';
import type { RawScenario } from './raw.js';

/** What replaces values of the file; each value is written as in the file. */
export interface Overrides {
  /** Parameters of the strategy, by name. */
  readonly params?: Readonly<Record<string, string>>;
  /** Starting balance of the strategy's account, or else of the first one, in home currency. */
  readonly balance?: string;
}

/** Whether any value is replaced. */
export function isChanged({ params = {}, balance }: Overrides): boolean {
  return balance !== undefined || Object.keys(params).length > 0;
}

/**
 * The document with the values of `overrides`. The schema is not checked again here.
 * @throws InputError naming the flag of a value that cannot be put into the file.
 */
export function withOverrides(
  document: ScenarioDocument,
  { params = {}, balance }: Overrides,
): ScenarioDocument {
  const raw = document.data as Partial<RawScenario> | null;
  const names = Object.keys(params);
  if (names.length > 0 && raw?.strategy === undefined) {
    throw refusal('--param', 'the scenario has no strategy');
  }
  const changes = names.map(name => {
    return { path: ['strategy', 'params', name], value: scalarOf('--param', params[name] ?? '') };
  });
  if (balance === undefined) return document.with(changes);
  const path = ['accounts', accountIndex(raw), 'balance'];
  return document.with([...changes, { path, value: scalarOf('--balance', balance) }]);
}

/** Place in the file of the strategy's account; the first account when the file names none. */
function accountIndex(raw: Partial<RawScenario> | null): number {
  const named = raw?.strategy?.account;
  const found = raw?.accounts?.findIndex(each => each['id'] === named) ?? -1;
  return Math.max(found, 0);
}

/** The single value that `text` is in YAML: a number, true or false, or a text. */
function scalarOf(flag: string, text: string) {
  const { contents } = parseDocument(flag, text).document;
  if (isScalar(contents)) return contents;
  throw refusal(flag, `must be one value, was ${text}`);
}

function refusal(flag: string, rule: string): InputError {
  return new InputError('scenario', { file: 'command line', field: flag }, rule);
}
