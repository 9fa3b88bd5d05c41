/** Changes one fact of a recorded body, in one of eight ways. */

import type { Prng } from '../../../core/base/prng.js';
import { formatRfc3339, formatUnix, instant, parseInstant } from '../../../core/time/instant.js';
import { isObject, type Json, objectsWithin } from '../recording/json.js';
import { type Fact, factsIn } from './facts.js';

/** The kinds of changes. */
export const MUTATIONS = {
  digit: 'one digit of an amount is another',
  tenfold: 'an amount is ten times as large',
  id: 'an id is another',
  reason: 'a reason is another',
  state: 'a state is another',
  deleted: 'a field is left out',
  reversed: 'the keys of an object are reversed',
  time: 'a time is moved',
} as const;
/** One of them. */
export type MutationKind = keyof typeof MUTATIONS;

/** A changed body. */
export interface Mutation {
  readonly kind: MutationKind;
  /** The fact that was changed, as it stood; of reversed keys, the first fact of the object. */
  readonly fact: Fact;
  readonly value: object;
  /** The value that the fact has now; absent: it has none, or the same one. */
  readonly to?: unknown;
}

const ID =
  /^(id|batchID|orderID|tradeID|requestID|accountID|userID|.*TransactionIDs?|.*OrderID|tradeIDs|tradeClosedIDs|tradeOpenedID|tradeReducedID|closedTradeID|createdByUserID)$/;
const TIME = /(^|[a-z])time$|Time$|^timestamp$/;
const REASON = /^(reason|rejectReason|errorCode)$/;
const STATE = /^(state|status|tradeable|complete)$/;
const AMOUNT = /^-?\d+(\.\d+)?$/;
const KEYS_MIN = 3;

/** Changes one fact of the kind; undefined when the body has none. */
export function mutate(body: object, kind: MutationKind, random: Prng): Mutation | undefined {
  const facts = factsIn(body);
  if (kind === 'reversed') return reversed(body, facts, random);
  const fitting = facts.filter(fact => fits(kind, fact));
  if (fitting.length === 0) return undefined;
  const fact = fitting[random.nextInt(0, fitting.length - 1)] as Fact;
  const value = changed(kind, fact, random);
  if (value === undefined && kind !== 'deleted') return undefined;
  return { kind, fact, to: value, value: replaced(body, '', fact.path, value) as object };
}

function fits(kind: MutationKind, { field, value, holder }: Fact): boolean {
  const isText = typeof value === 'string' || typeof value === 'number';
  if (kind === 'deleted') return !Array.isArray(holder);
  if (kind === 'reason') return REASON.test(field);
  if (kind === 'state') return STATE.test(field);
  if (kind === 'id') return ID.test(field) && isText && /\d/.test(String(value));
  if (kind === 'time') return TIME.test(field) && parseInstant(String(value)) !== undefined;
  const isAmount = isText && AMOUNT.test(String(value)) && !ID.test(field) && !TIME.test(field);
  return isAmount && (kind === 'digit' || Number(value) !== 0);
}

function changed(kind: MutationKind, { value, field }: Fact, random: Prng): unknown {
  const text = String(value);
  const kept = (changed: string) => (typeof value === 'number' ? Number(changed) : changed);
  if (kind === 'digit') return kept(otherDigit(text, random));
  if (kind === 'tenfold') return kept(tenTimes(text));
  if (kind === 'id')
    return kept(/^\d+$/.test(text) ? String(BigInt(text) + 7n) : otherDigit(text, random));
  if (kind === 'reason') return otherOf(REASONS, text, random);
  if (kind === 'state') return otherState(value, field, random);
  return kind === 'time' ? moved(text, random) : undefined;
}

function otherDigit(text: string, random: Prng): string {
  const places = [...text.matchAll(/\d/g)].map(({ index }) => index);
  const at = places[random.nextInt(0, places.length - 1)] ?? 0;
  const digit = (Number(text[at]) + random.nextInt(1, 9)) % 10;
  return `${text.slice(0, at)}${digit}${text.slice(at + 1)}`;
}

function tenTimes(text: string): string {
  const [whole = '', fraction] = text.split('.');
  if (fraction === undefined) return `${whole}0`;
  // The same number of digits, as a service would write it.
  return `${whole}${fraction[0]}.${fraction.slice(1)}0`;
}

/** Reasons of orders, fills, cancels and refusals. */
const REASONS = [
  ...['CLIENT_ORDER', 'REPLACEMENT', 'ON_FILL', 'TRADE_CLOSE', 'POSITION_CLOSEOUT'],
  ...['MARKET_ORDER', 'LIMIT_ORDER', 'STOP_LOSS_ORDER', 'TAKE_PROFIT_ORDER'],
  ...['MARKET_ORDER_TRADE_CLOSE', 'MARKET_ORDER_POSITION_CLOSEOUT', 'CLIENT_REQUEST'],
  ...['CLIENT_REQUEST_REPLACED', 'LINKED_TRADE_CLOSED', 'MARKET_HALTED', 'INSUFFICIENT_MARGIN'],
  ...['UNITS_INVALID', 'PRICE_PRECISION_EXCEEDED', 'CLOSEOUT_POSITION_DOESNT_EXIST'],
];
const STATES = ['PENDING', 'FILLED', 'CANCELLED', 'TRIGGERED'];
const TRADE_STATES = ['OPEN', 'CLOSED', 'CLOSE_WHEN_TRADEABLE'];

function otherState(value: unknown, field: string, random: Prng): unknown {
  if (typeof value === 'boolean') return !value;
  if (field === 'status') return value === 'tradeable' ? 'non-tradeable' : 'tradeable';
  return otherOf(STATES.includes(String(value)) ? STATES : TRADE_STATES, String(value), random);
}

function otherOf(values: readonly string[], value: string, random: Prng): string {
  const others = values.filter(each => each !== value);
  return others[random.nextInt(0, others.length - 1)] as string;
}

/** Seconds by which a time is moved. */
const MOVES = [1, -1, 60, -60, 3_600, -3_600, 86_400, -86_400];
const MICROS = 1_000_000;

function moved(text: string, random: Prng): string | undefined {
  const at = parseInstant(text)?.at;
  if (at === undefined) return undefined;
  const seconds = MOVES[random.nextInt(0, MOVES.length - 1)] ?? 1;
  const time = instant(at + seconds * MICROS);
  return text.includes('T') ? formatRfc3339(time) : formatUnix(time);
}

function reversed(body: object, facts: readonly Fact[], random: Prng): Mutation | undefined {
  const objects = [...objectsWithin(body)].filter(
    ({ object }) => Object.keys(object).length >= KEYS_MIN,
  );
  if (objects.length === 0) return undefined;
  const chosen = objects[random.nextInt(0, objects.length - 1)];
  const fact = facts.find(({ holder }) => holder === chosen?.object);
  if (chosen === undefined || fact === undefined) return undefined;
  const turned = Object.fromEntries(Object.entries(chosen.object).reverse());
  return { kind: 'reversed', fact, value: replaced(body, '', chosen.path, turned) as object };
}

/** A copy of `value` with another value at `path`; undefined takes the field out. */
function replaced(value: unknown, path: string, at: string, by: unknown): unknown {
  if (path === at) return by;
  if (!at.startsWith(path)) return value;
  if (Array.isArray(value)) {
    return value.map((each, index) => replaced(each, `${path}[${index}]`, at, by));
  }
  if (!isObject(value)) return value;
  const entries = Object.entries(value as Json).flatMap(([key, each]) => {
    const place = path === '' ? key : `${path}.${key}`;
    if (place === at && by === undefined) return [];
    return [[key, replaced(each, place, at, by)] as const];
  });
  return Object.fromEntries(entries);
}
