/** Finds the differences between what the host wrote and what the replica wrote, with their causes. */

import { decimal } from '../../../core/base/decimal.js';
import { parseInstant } from '../../../core/time/instant.js';
import { type Json, objectsIn } from '../recording/json.js';
import { causeOfPrice, causeOfQuote, type Reason, shownQuote } from './cause-of-price.js';
import type { Cause, Difference, Pair } from './difference.js';
import type { RecordedSession } from './recorded-session.js';
import type { Replica } from './replica.js';

/** Fields of each type that are compared; an amount is compared as a number. */
const COMPARED: Readonly<Record<string, readonly string[]>> = {
  ORDER_FILL: [
    'price',
    'units',
    'pl',
    'financing',
    'commission',
    'guaranteedExecutionFee',
    'reason',
  ],
  ORDER_CANCEL: ['reason'],
  DAILY_FINANCING: ['financing'],
};
/** A host may be this much later by itself: more than the way there, less than a changed trigger. */
const TIME_MICROS = 1_000_000;
const NUMBER = /^-?\d+(\.\d+)?$/;

/** What refuses or cancels an order, and the cause that it shows. */
const CAUSE_OF_REASON: Readonly<Record<string, Cause>> = {
  INSUFFICIENT_LIQUIDITY: 'liquidity',
  INSUFFICIENT_MARGIN: 'rule',
};

/** The differences, in order of time. */
export function differencesOf(
  session: RecordedSession,
  { transactions, ids }: Replica,
): { readonly differences: readonly Difference[]; readonly pairs: readonly Pair[] } {
  const finder = new Finder(session);
  const own = new Map(transactions.map(each => [String(each['id']), each]));
  const found = new Set<string>();
  for (const [id, recorded] of session.transactions) {
    const replicaID = ids.find(id);
    const replica = replicaID === undefined ? undefined : own.get(replicaID);
    if (replica === undefined) finder.missing(recorded);
    else {
      found.add(String(replica['id']));
      finder.compare({ recorded, replica });
    }
  }
  // What was not recorded may be what the replica wrote more.
  const more = session.unseen === 0 ? transactions : [];
  for (const each of more) if (!found.has(String(each['id']))) finder.extra(each);
  const differences = finder.differences.sort((a, b) =>
    a.time < b.time ? -1 : Number(a.time > b.time),
  );
  return { differences, pairs: finder.pairs };
}

/** Compares pair by pair, and remembers what later differences may follow from. */
class Finder {
  readonly differences: Difference[] = [];
  readonly pairs: Pair[] = [];
  readonly #session: RecordedSession;
  /** Ids of recorded transactions, orders and trades that differ. */
  readonly #spoilt = new Set<string>();

  constructor(session: RecordedSession) {
    this.#session = session;
  }

  compare(pair: Pair): void {
    this.pairs.push(pair);
    const { recorded, replica } = pair;
    for (const field of COMPARED[String(recorded['type'])] ?? []) {
      if (isEqual(recorded[field], replica[field])) continue;
      const reason = this.#reasonOf(field, pair);
      const [was, is] = [textOf(recorded[field]), textOf(replica[field])];
      this.#add(recorded, { field, recorded: was, replica: is }, reason);
    }
    // A client's command comes as late as its way takes; a trigger comes with its quote.
    if (recorded['requestID'] === undefined) this.#compareTimes(pair);
  }

  #compareTimes(pair: Pair): void {
    const [one, other] = [pair.recorded, pair.replica].map(each =>
      parseInstant(String(each['time'])),
    );
    if (one === undefined || other === undefined) return;
    if (Math.abs(one.at - other.at) <= TIME_MICROS) return;
    const times = {
      recorded: String(pair.recorded['time']),
      replica: String(pair.replica['time']),
    };
    this.#add(
      pair.recorded,
      { field: 'time', ...times },
      causeOfPrice(pair, this.#session.samples),
    );
  }

  missing(recorded: Json): void {
    const what = { field: 'missing', recorded: reasonText(recorded), replica: '-' };
    this.#add(recorded, what, this.#reasonOfOne(recorded));
  }

  extra(replica: Json): void {
    const what = { field: 'extra', recorded: '-', replica: reasonText(replica) };
    this.#add(replica, what, reasonOfEnd(replica) ?? this.#reasonOfExtra());
  }

  #reasonOf(field: string, pair: Pair): Reason {
    const { recorded } = pair;
    if (field === 'price') return causeOfPrice(pair, this.#session.samples);
    if (field === 'units') return { cause: 'liquidity', because: 'one side filled less' };
    if (this.#follows(recorded)) return FOLLOWS;
    const because = `${field} by another rule or setting, at the same price`;
    return reasonOfEnd(recorded) ?? { cause: 'rule', because };
  }

  /** Why the replica lacks a transaction. */
  #reasonOfOne(recorded: Json): Reason {
    if (this.#follows(recorded)) return FOLLOWS;
    const ended = reasonOfEnd(recorded);
    const shown = recorded['type'] === 'ORDER_FILL' ? shownQuote(recorded) : undefined;
    if (ended !== undefined) return ended;
    if (shown === undefined) return { cause: 'rule', because: reasonText(recorded) };
    const { samples } = this.#session;
    const { cause, because } = causeOfQuote(
      shown,
      samples,
      String(recorded['instrument']),
      undefined,
    );
    return { cause, because };
  }

  #reasonOfExtra(): Reason {
    if (this.differences.length > 0) return FOLLOWS;
    return { cause: 'rule', because: 'the host did not write it' };
  }

  #follows(recorded: Json): boolean {
    const closed = [
      ...objectsIn(recorded['tradesClosed']),
      ...objectsIn([recorded['tradeReduced']]),
    ];
    const named = [
      recorded['id'],
      recorded['orderID'],
      recorded['tradeID'],
      recorded['closedTradeID'],
    ];
    const all = [...named, ...closed.map(({ tradeID }) => tradeID)];
    return all.some(id => id !== undefined && this.#spoilt.has(String(id)));
  }

  #add(
    transaction: Json,
    what: Pick<Difference, 'field' | 'recorded' | 'replica'>,
    { cause, because }: Reason,
  ): void {
    const { id, type, time, orderID } = transaction;
    if (what.field !== 'extra') this.#spoilt.add(String(id));
    if (what.field === 'missing') this.#spoilt.add(String(orderID ?? id));
    const named = { id: String(id), type: String(type), time: String(time) };
    this.differences.push({ ...named, ...what, cause, because });
  }
}

const FOLLOWS: Reason = { cause: 'earlier difference', because: 'an earlier one differs already' };

/** The cause that the reason of a cancel or of a refusal shows. */
function reasonOfEnd({ type, reason, rejectReason }: Json): Reason | undefined {
  if (rejectReason !== undefined) return { cause: 'rule', because: String(rejectReason) };
  const cause = type === 'ORDER_CANCEL' ? CAUSE_OF_REASON[String(reason)] : undefined;
  return cause === undefined ? undefined : { cause, because: String(reason) };
}

function reasonText({ rejectReason, reason, type }: Json): string {
  return String(rejectReason ?? reason ?? type);
}

function isEqual(one: unknown, other: unknown): boolean {
  const [a, b] = [textOf(one), textOf(other)];
  return a === b || (NUMBER.test(a) && NUMBER.test(b) && decimal(a).eq(b));
}

/** The value as text. An amount that is not sent is none: older recordings lack some. */
function textOf(value: unknown): string {
  return value === undefined ? '0' : String(value);
}
