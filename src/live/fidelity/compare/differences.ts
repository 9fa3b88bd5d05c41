/** Finds the differences between what the host wrote and what the replica wrote, with their causes. */

import { decimal } from '../../../core/base/decimal.js';
import { parseInstant } from '../../../core/time/instant.js';
import { type Json, objectOf, objectsIn } from '../recording/json.js';
import { causeOfPrice, causeOfQuote, type FillEvidence, type Reason } from './cause-of-price.js';
import { FOLLOWS, reasonOfEnd, reasonOfField, reasonText } from './cause-of-rule.js';
import type { TransactionDifference, TransactionPair } from './difference.js';
import type { HostClock } from './host-clock.js';
import type { CapturedSession } from './recorded-session.js';
import type { Replica } from './replica.js';
import { shownQuote } from './shown-quote.js';

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
/** Fields of what a fill opens that are compared where both sides have them. */
const COMPARED_OF_OPENED = ['initialMarginRequired'];
/** A host may be this much later by itself: more than the way there, less than a changed trigger. */
const TIME_MICROS = 1_000_000;
const NUMBER = /^-?\d+(\.\d+)?$/;

/** The differences, in order of time. */
export function differencesOf(
  session: CapturedSession,
  { transactions, ids }: Replica,
  clock: HostClock,
): {
  readonly differences: readonly TransactionDifference[];
  readonly pairs: readonly TransactionPair[];
} {
  const finder = new Finder(session, clock);
  const own = new Map(transactions.map(each => [String(each['id']), each]));
  const found = new Set<string>();
  const ends = new Map(
    transactions.filter(({ type }) => type === 'ORDER_CANCEL').map(each => [each['orderID'], each]),
  );
  /** How the order of a transaction of the host ended in the replica. */
  const endOf = ({ orderID }: Json) => ends.get(ids.find(String(orderID)));
  for (const [id, recorded] of session.transactions) {
    const replicaID = ids.find(id);
    const replica = replicaID === undefined ? undefined : own.get(replicaID);
    if (replica === undefined) finder.missing(recorded, endOf(recorded));
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

/**
 * Owns the differences found so far, and what later ones may follow from. Pairs are compared in the
 * order of the ledger.
 */
class Finder {
  readonly differences: TransactionDifference[] = [];
  readonly pairs: TransactionPair[] = [];
  readonly #session: CapturedSession;
  readonly #clock: HostClock;
  /** Ids of recorded transactions, orders and trades that differ. */
  readonly #spoilt = new Set<string>();

  constructor(session: CapturedSession, clock: HostClock) {
    this.#session = session;
    this.#clock = clock;
  }

  compare(pair: TransactionPair): void {
    this.pairs.push(pair);
    const { recorded, replica } = pair;
    for (const field of COMPARED[String(recorded['type'])] ?? []) {
      if (isEqual(recorded[field], replica[field])) continue;
      const reason = this.#reasonOf(field, pair);
      const [was, is] = [textOf(recorded[field]), textOf(replica[field])];
      this.#add(recorded, { field, recorded: was, replica: is }, reason);
    }
    for (const field of COMPARED_OF_OPENED) this.#compareOpened(field, pair);
    // A client's command comes as late as its way takes; a trigger comes with its quote.
    if (recorded['requestID'] === undefined) this.#compareTimes(pair);
  }

  #compareOpened(field: string, pair: TransactionPair): void {
    // Another price means another margin: one difference is enough.
    if (this.#follows(pair.recorded)) return;
    const [was, is] = [pair.recorded, pair.replica].map(
      ({ tradeOpened }) => objectOf(tradeOpened)[field],
    );
    if (was === undefined || is === undefined || isEqual(was, is)) return;
    const what = { field, recorded: textOf(was), replica: textOf(is) };
    this.#add(pair.recorded, what, this.#reasonOf(field, pair));
  }

  #compareTimes(pair: TransactionPair): void {
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
      causeOfPrice(pair, this.#sceneOf(pair.recorded)),
    );
  }

  /** @param end - the cancel of its order in the replica, if there is one. */
  missing(recorded: Json, end: Json | undefined): void {
    const what = { field: 'missing', recorded: reasonText(recorded), replica: '-' };
    this.#add(recorded, what, this.#reasonOfOne(recorded, end));
  }

  extra(replica: Json): void {
    const what = { field: 'extra', recorded: '-', replica: reasonText(replica) };
    this.#add(replica, what, this.#reasonOfExtra(replica));
  }

  #reasonOf(field: string, pair: TransactionPair): Reason {
    const { recorded } = pair;
    if (field === 'price') return causeOfPrice(pair, this.#sceneOf(recorded));
    if (this.#follows(recorded)) return FOLLOWS;
    return reasonOfField(field, pair);
  }

  /** Why the replica lacks a transaction. */
  #reasonOfOne(recorded: Json, end: Json | undefined): Reason {
    if (this.#follows(recorded)) return FOLLOWS;
    const ended = reasonOfEnd(recorded) ?? (end && reasonOfEnd(end));
    if (ended !== undefined) return ended;
    if (!this.#isQuoted(recorded)) return UNQUOTED;
    const shown = recorded['type'] === 'ORDER_FILL' ? shownQuote(recorded) : undefined;
    if (shown === undefined) return { cause: 'rule', because: reasonText(recorded) };
    return causeOfQuote(shown, recorded, undefined, this.#sceneOf(recorded));
  }

  /** Whether a price of the instrument was seen before; a transaction may name no instrument. */
  #isQuoted({ instrument, time }: Json): boolean {
    if (instrument === undefined) return true;
    const at = parseInstant(String(time))?.at ?? 0;
    return this.#session.samples.some(each => each.instrument === instrument && each.time <= at);
  }

  /** What the recording has around a transaction of the host. */
  #sceneOf({ id }: Json): FillEvidence {
    const { samples, commands } = this.#session;
    const command = commands.find(({ ids }) => ids.includes(String(id)));
    const clock = this.#clock;
    return {
      samples,
      clock: clock.kind,
      command: command && {
        sentAt: clock.sentAt(command),
        answerLine: command.answerLine,
      },
    };
  }

  #reasonOfExtra(replica: Json): Reason {
    if (this.differences.length > 0) return FOLLOWS;
    return reasonOfEnd(replica) ?? { cause: 'rule', because: 'the host did not write it' };
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
    what: Pick<TransactionDifference, 'field' | 'recorded' | 'replica'>,
    { cause, because }: Reason,
  ): void {
    const { id, type, time, orderID } = transaction;
    if (what.field !== 'extra') this.#spoilt.add(String(id));
    if (what.field === 'missing') this.#spoilt.add(String(orderID ?? id));
    const named = { id: String(id), type: String(type), time: String(time) };
    this.differences.push({ ...named, ...what, cause, because });
  }
}

const UNQUOTED: Reason = { cause: 'lost lines', because: 'no quote was seen before' };

function isEqual(one: unknown, other: unknown): boolean {
  const [a, b] = [textOf(one), textOf(other)];
  return a === b || (NUMBER.test(a) && NUMBER.test(b) && decimal(a).eq(b));
}

/** The value as text. An amount that is not sent is none: older recordings lack some. */
function textOf(value: unknown): string {
  return value === undefined ? '0' : String(value);
}
