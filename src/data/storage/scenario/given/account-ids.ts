/**
 * Other ids for the accounts of a scenario document, wherever it names them: a program that has an id
 * written down then finds it in every answer. What a document expects still holds, but for the hash of
 * its ledger, which has the ids in it.
 */

import { Scalar } from 'yaml';
import { InputError } from '../../../../core/base/input-error.js';
import type { DocumentChange } from '../../document/document.js';
import type { RawScenario } from './raw.js';
import { defaultAccountID } from './strategy-place.js';

/**
 * The changes that give the accounts `ids`, the first account the first one.
 * @param raw - a document whose schema is not checked yet.
 * @throws InputError when there are more ids than accounts.
 */
export function accountIDChanges(
  { accounts, strategy, timeline = [], expect }: Partial<RawScenario>,
  ids: readonly string[],
): DocumentChange[] {
  const entries = Array.isArray(accounts) ? accounts : [{}];
  if (ids.length > entries.length) {
    const rule = `names ${ids.length} accounts, but the scenario has ${entries.length}`;
    throw new InputError('scenario', { file: 'command line', field: '--account' }, rule);
  }
  const renamed = new Map(
    ids.map((id, index) => [Object(entries[index])['id'] ?? defaultAccountID(index), id]),
  );
  const named: DocumentChange[] = [];
  const rename = (path: DocumentChange['path'], account: unknown) => {
    const id = renamed.get(account);
    if (id !== undefined) named.push({ path, value: new Scalar(id) });
  };
  rename(['strategy', 'account'], Object(strategy).account);
  for (const [index, entry] of Array.from(timeline).entries()) {
    rename(['timeline', index, 'account'], Object(entry).account);
  }
  const expected = Object.keys(Object(Object(expect).accounts)).flatMap(account => {
    const key = renamed.get(account);
    return key === undefined ? [] : [{ path: ['expect', 'accounts', account], key }];
  });
  const placed = ids.map((id, index) => ({
    path: ['accounts', index, 'id'],
    value: new Scalar(id),
  }));
  return [...placed, ...named, ...expected];
}
