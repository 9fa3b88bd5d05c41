/** The batches of recorded transactions: what one request, or one event of the market, has written. */

import { isObject, type Json, objectsWithin } from '../recording/json.js';
import type { Recording } from '../recording/recorded-bodies.js';
import { isTransaction } from '../rules/rule.js';

/** A recorded transaction, and the body that it is in. */
export interface RecordedTransaction {
  readonly recording: Recording;
  readonly transaction: Json;
}

/** The transactions of one batch, by id. */
export interface RecordedBatch {
  readonly id: string;
  readonly placed: readonly RecordedTransaction[];
}

/** The batches of a file, in the order of their first transaction. */
export function batchesOf(recordings: readonly Recording[]): RecordedBatch[] {
  const batches = new Map<string, RecordedTransaction[]>();
  const known = new Set<string>();
  for (const recording of recordings) {
    for (const { object } of objectsWithin(recording.value)) {
      if (!isTransaction(object) || !isObject(object)) continue;
      const id = `${object['accountID']} ${object['id']}`;
      if (known.has(id)) continue;
      known.add(id);
      const key = String(object['batchID']);
      const placed = { recording, transaction: object };
      batches.set(key, [...(batches.get(key) ?? []), placed]);
    }
  }
  return [...batches].map(([id, placed]) => ({
    id,
    placed: placed.sort((a, b) => Number(a.transaction['id']) - Number(b.transaction['id'])),
  }));
}
