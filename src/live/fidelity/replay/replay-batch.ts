/** Replays a batch: makes its market, sends its request, and compares what the broker writes. */

import { InvariantError } from '../../../core/base/assert.js';
import { InputError } from '../../../core/base/input-error.js';
import { type Situation, scenarioOf, stagesOf } from '../host/market.js';
import type { ReplayAnswer, ReplayHost, ReplayMarket } from '../host/replay-host.js';
import { isObject, type Json } from '../recording/json.js';
import type { Recording } from '../recording/recorded-bodies.js';
import type { RecordedBatch } from './batches.js';
import { FactComparison } from './compare-facts.js';
import { BodyReading, placeIn, under } from './reading.js';
import type { BodyReplay, ReplayRefusal } from './replayed.js';
import { type ReplayRequest, requestOf, requestOfFill } from './request.js';
import { type AccountFacts, situationOf } from './situation.js';

/** Replays one batch. */
export async function replayBatch(
  host: ReplayHost,
  batch: RecordedBatch,
  surroundings: AccountFacts,
): Promise<BodyReplay | ReplayRefusal> {
  const recordings = [...new Set(batch.placed.map(({ recording }) => recording))];
  const made = batch.placed.map(({ transaction }) => transaction);
  const bodies = recordings.map(({ value }) => value);
  const reading = new BodyReading(bodies, surroundings.places);
  const request = sentFor(reading, recordings, made, batch);
  if (typeof request === 'string') return { recordings, why: request };
  const related = relatedIn(recordings[0]?.value as Json);
  const situation = situationOf(reading, made, { ...surroundings, related });
  if (typeof situation === 'string') return { recordings, why: situation };
  try {
    return await run(host, { batch, recordings, reading, request, situation });
  } catch (error) {
    if (!(error instanceof InputError) && !(error instanceof InvariantError)) throw error;
    return { recordings, why: `its facts make no market: ${error.message.split('\n')[0]}` };
  }
}

function relatedIn({ relatedTransactionIDs: ids }: Json): number | undefined {
  return Array.isArray(ids) ? ids.length : undefined;
}

interface Setting {
  readonly batch: RecordedBatch;
  readonly recordings: readonly Recording[];
  readonly reading: BodyReading;
  /** Undefined: the market fills an order that rests. */
  readonly request: ReplayRequest | undefined;
  readonly situation: Situation;
}

/** The request behind a batch; undefined where the market fills a resting order; a text says why neither. */
function sentFor(
  reading: BodyReading,
  recordings: readonly Recording[],
  made: readonly Json[],
  batch: RecordedBatch,
): ReplayRequest | string | undefined {
  const request = requestOf(reading, recordings[0] as Recording, made);
  const isFilled = made.some(({ type }) => type === 'ORDER_FILL');
  if (typeof request !== 'string' || !isFilled) return request;
  // Where the order was not recorded, its fill has enough of it.
  const hasOrder = made.some(({ id }) => String(id) === batch.id);
  return hasOrder ? undefined : requestOfFill(reading, made);
}

async function run(host: ReplayHost, setting: Setting): Promise<BodyReplay> {
  const { situation, request, batch, recordings, reading } = setting;
  const market = host.market(scenarioOf(situation));
  try {
    const ids = await prepare(market, situation);
    const count = market.transactions.length;
    market.advanceTo(situation.at);
    const own = (recorded: string) => idOf(ids, recorded) ?? recorded;
    const body = request === undefined ? undefined : bodyWith(request.body, own);
    const answer = request && (await market.ask(request.method, request.path(own), body));
    const written = market.transactions.slice(count);
    const comparison = new FactComparison(idsOf(ids, written, batch), situation.isMarked);
    compareTransactions(setting, written, comparison);
    if (answer !== undefined) compareAnswer(recordings[0]?.value as Json, answer, comparison);
    const { same, differences, apart } = comparison;
    return { same, differences, apart, recordings, used: reading.used };
  } finally {
    market.close();
  }
}

/** The id in the replay of what has the id `recorded` in the recording. */
function idOf(ids: ReadonlyMap<string, string>, recorded: unknown): string | undefined {
  return [...ids].find(([, each]) => each === recorded)?.[0];
}

/** The body with ids of the replay: an order names its trade. */
function bodyWith(body: Json | undefined, own: (recorded: string) => string): Json | undefined {
  const order = body?.['order'];
  if (!isObject(order) || typeof order['tradeID'] !== 'string') return body;
  return { ...body, order: { ...order, tradeID: own(order['tradeID']) } };
}

/** Opens the trades and places the orders. @returns ids of the recording by those of the replay */
async function prepare(market: ReplayMarket, situation: Situation): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  const stages = stagesOf(situation);
  const place = async (order: Json, recorded: string, type: RegExp) => {
    const before = market.transactions.length;
    await market.ask('POST', '/orders', { order });
    const made = market.transactions.slice(before).find(each => type.test(String(each['type'])));
    if (made !== undefined) ids.set(String(made['id']), recorded);
  };
  const positionFill = situation.hedging ? 'OPEN_ONLY' : 'DEFAULT';
  for (const [index, { instrument, units, id }] of situation.trades.entries()) {
    market.advanceTo(stages.trades[index] ?? stages.start);
    await place({ type: 'MARKET', instrument, units, positionFill }, id, /^ORDER_FILL$/);
  }
  market.advanceTo(stages.orders);
  for (const { id, request } of situation.orders) {
    const tradeID = idOf(ids, request['tradeID']);
    await place(tradeID === undefined ? request : { ...request, tradeID }, id, /_ORDER$/);
  }
  return ids;
}

/** Ids of a batch follow its first one on both sides. */
function idsOf(
  ids: ReadonlyMap<string, string>,
  written: readonly Json[],
  batch: RecordedBatch,
): Map<string, string> {
  const first = Number(written[0]?.['id']);
  const own = written.map(
    ({ id }) => [String(id), String(Number(batch.id) + Number(id) - first)] as const,
  );
  return new Map([...ids, ...own]);
}

/** Compares each transaction with the one of its place in the batch. */
function compareTransactions(
  { batch, reading }: Setting,
  written: readonly Json[],
  comparison: FactComparison,
): void {
  const time = batch.placed[0]?.transaction['time'];
  for (const { transaction } of batch.placed) {
    const path = reading.pathOf(transaction) ?? placeIn(0, '');
    const twin = written[Number(transaction['id']) - Number(batch.id)];
    if (twin !== undefined) comparison.compare(transaction, { ...twin, time }, path);
    else {
      const found = `${transaction['type']} ${transaction['id']}`;
      comparison.differ(under(path, 'id'), 'no such transaction', found);
    }
  }
}

/** What an answer says beside its transactions. */
const BESIDE = ['relatedTransactionIDs', 'lastTransactionID', 'errorCode', 'errorMessage'];

/** Compares the answer around the transactions, where the body is one. */
function compareAnswer(
  body: Json,
  { body: answer }: ReplayAnswer,
  comparison: FactComparison,
): void {
  const named = (object: Json) =>
    Object.keys(object).filter(key => key.endsWith('Transaction') && isObject(object[key]));
  if (named(body).length === 0) return;
  for (const key of BESIDE) {
    if (body[key] !== undefined) comparison.compare(body[key], answer[key], placeIn(0, key));
  }
  const [recorded, written] = [named(body), named(answer)];
  for (const key of recorded) {
    if (!written.includes(key)) comparison.differ(placeIn(0, key), 'absent', 'a transaction');
  }
  for (const key of written) {
    if (!recorded.includes(key)) comparison.differ(placeIn(0, key), 'a transaction', 'absent');
  }
}
