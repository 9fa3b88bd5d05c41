/** Replays what was recorded in one file. */

import type { ReplayHost } from '../host/replay-host.js';
import { objectsWithin } from '../recording/json.js';
import type { Recording } from '../recording/recorded-bodies.js';
import { factsOf } from '../rules/facts.js';
import { batchesOf } from './batches.js';
import { homeOfFills } from './conversion.js';
import { placesOf } from './reading.js';
import { replayAccount } from './replay-account.js';
import { replayBatch } from './replay-batch.js';
import { replayPrices } from './replay-prices.js';
import type { BodyReplay, ReplayRefusal } from './replayed.js';

/** Replays the bodies of one file. */
export async function replayFile(
  host: ReplayHost,
  recordings: readonly Recording[],
): Promise<(BodyReplay | ReplayRefusal)[]> {
  const bodies = recordings.map(({ value }) => value);
  const facts = factsOf(bodies);
  const places = placesOf(bodies);
  const currency = currencyOf(recordings);
  const results: (BodyReplay | ReplayRefusal)[] = [];
  for (const batch of batchesOf(recordings)) {
    results.push(await replayBatch(host, batch, { facts, places, currency }));
  }
  for (const recording of recordings) {
    const others = [replayAccount(host, recording, currency), replayPrices(host, recording)];
    for (const result of await Promise.all(others)) if (result !== undefined) results.push(result);
  }
  return results;
}

/** The home currency: as an account of the file says it, or the one in which every profit fits. */
function currencyOf(recordings: readonly Recording[]): string | undefined {
  const objects = recordings.flatMap(({ value }) => [...objectsWithin(value)]);
  const account = objects.find(
    ({ object }) => 'balance' in object && typeof object['currency'] === 'string',
  );
  return account === undefined
    ? homeOfFills(objects.map(({ object }) => object))
    : String(account.object['currency']);
}
