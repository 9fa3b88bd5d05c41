/**
 * Values that the caller of a run puts in place of those in the scenario file: parameters of its
 * strategy, the balance that its account begins with, what financing costs, when candles are complete,
 * and the ids of its accounts. They are checked as if the file held them. What the file expects does not
 * hold with other parameters or another balance, and is not checked then.
 */

import { dirname, isAbsolute, relative, resolve } from 'node:path';
import { isScalar, Scalar, type YAMLMap } from 'yaml';
import { InputError } from '../../../../core/base/input-error.js';
import {
  type DocumentChange,
  parseDocument,
  type ScenarioDocument,
} from '../../document/document.js';
import { FINANCING_FILES } from '../../schema/financing-schema.js';
import type { RawDisguise } from '../disguise/read-disguise.js';
import { accountIDChanges } from './account-ids.js';
import type { RawScenario } from './raw.js';
import { firstStrategyPlace } from './strategy-place.js';

/** What replaces values of the file; each value is written as in the file. */
export interface Overrides {
  /** Parameters of the strategy, the first one of several, by name. */
  readonly params?: Readonly<Record<string, string>>;
  /** Values of `financing:` by key. Files are named from the scenario's folder, or by a whole path. */
  readonly financing?: Readonly<Record<string, string>>;
  /** `execution.candleDelay`: `next-price`, a duration, or the shortest and the longest. */
  readonly candleDelay?: string | { readonly min: string; readonly max: string };
  /** Starting balance of the strategy's account, or else of the first one, in home currency. */
  readonly balance?: string;
  /** Ids of the accounts, the first one's first; accounts beyond the list keep theirs. */
  readonly accountIDs?: readonly string[];
  /** `any`: instruments of the table that the file lacks have generated ticks. */
  readonly instruments?: 'any';
  /** A disguise; its keys replace those of the file. */
  readonly disguise?: RawDisguise;
}

/** Whether a value is replaced on which the course of a run depends. */
export function isChanged({
  params = {},
  balance,
  financing = {},
  candleDelay,
}: Overrides): boolean {
  const values = Object.keys(params).length + Object.keys(financing).length;
  return balance !== undefined || candleDelay !== undefined || values > 0;
}

/** Whether any value is replaced. */
export function isOverridden(overrides: Overrides): boolean {
  const { accountIDs = [], disguise, instruments } = overrides;
  const isNamed = accountIDs.length > 0 || disguise !== undefined || instruments !== undefined;
  return isNamed || isChanged(overrides);
}

/**
 * The same with its files named from the folder of the scenario `file`, as a journal keeps them.
 * @returns with it the folders of these files, from which the caller allows to read.
 */
export function placedOverrides(overrides: Overrides, file: string) {
  const { financing } = overrides;
  if (financing === undefined) return { overrides, folders: [] };
  const own = dirname(resolve(file));
  const named = Object.entries(financing).map(([key, text]) => {
    return [key, isFile(key) && isAbsolute(text) ? relative(own, text) : text] as const;
  });
  const folders = named.flatMap(([key, text]) => (isFile(key) ? dirname(resolve(own, text)) : []));
  return { overrides: { ...overrides, financing: Object.fromEntries(named) }, folders };
}

function isFile(key: string): boolean {
  return (FINANCING_FILES as readonly string[]).includes(key);
}

/**
 * The document with the values of `overrides`. The schema is not checked again here.
 * @throws InputError naming the flag of a value that cannot be put into the file.
 */
export function withOverrides(
  document: ScenarioDocument,
  { params = {}, balance, financing = {}, candleDelay, accountIDs = [] }: Overrides,
): ScenarioDocument {
  const raw = (document.data ?? {}) as Partial<RawScenario>;
  const first = firstStrategyPlace(raw);
  const rates = Object.entries(financing).map(([key, text]) => ({
    path: ['financing', key],
    value: isFile(key) ? new Scalar(text) : scalarOf('--financing', text),
  }));
  const ids = accountIDChanges(raw, accountIDs);
  const changes: DocumentChange[] = Object.entries(params).map(([name, text]) => {
    if (first === undefined) throw refusal('--param', 'the scenario has no strategy');
    return { path: [...first.path, 'params', name], value: scalarOf('--param', text) };
  });
  if (balance !== undefined) {
    const path = ['accounts', first?.account ?? 0, 'balance'];
    changes.push({ path, value: scalarOf('--balance', balance) });
  }
  if (candleDelay !== undefined) {
    const value = document.document.createNode(candleDelay) as Scalar | YAMLMap;
    changes.push({ path: ['execution', 'candleDelay'], value });
  }
  return document.with([...changes, ...rates, ...ids]);
}

/** The single value that `text` is in YAML: a number, true or false, or a text. */
function scalarOf(flag: string, text: string): Scalar {
  const { contents } = parseDocument(flag, text).document;
  if (isScalar(contents)) return contents;
  throw refusal(flag, `must be one value, was ${text}`);
}

function refusal(flag: string, rule: string): InputError {
  return new InputError('scenario', { file: 'command line', field: flag }, rule);
}
