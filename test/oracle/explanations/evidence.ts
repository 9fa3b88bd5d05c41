/**
 * What explanations are checked against: the raw ticks and the ledger of one account, as plain
 * arrays. Nothing of the engine is here, and every question is a full scan.
 */

import type { AccountConfig } from '../../../src/core/ledger/account-config.js';
import type { Transaction } from '../../../src/core/ledger/transaction.js';
import type { Instrument } from '../../../src/core/market/instrument.js';
import { sessionAt } from '../../../src/core/time/calendar.js';
import { instant, mustParse } from '../../../src/core/time/instant.js';
import { decimal, points, type Rational } from '../numbers/rational.js';
import type { Halt } from '../numbers/state.js';

/** One raw tick; prices as the market shows them. */
export interface RawTick {
  readonly time: number;
  readonly bid: Rational;
  readonly ask: Rational;
  /** Units at the bid and at the ask; 0 for the instrument's default. */
  readonly volumes: readonly [number, number];
}

export interface Evidence {
  readonly instruments: readonly Instrument[];
  readonly halts: ReadonlyMap<string, readonly Halt[]>;
  /** The ticks by instrument, in time order. */
  readonly ticks: ReadonlyMap<string, readonly RawTick[]>;
  readonly account: AccountConfig;
  readonly ledger: readonly Transaction[];
  /** When the run ended, microseconds. */
  readonly now: number;
}

export function rawTick(
  { time, bid, ask, volumes }: Omit<RawTick, 'bid' | 'ask'> & { bid: number; ask: number },
  precision: number,
): RawTick {
  return { time, bid: points(bid, precision), ask: points(ask, precision), volumes };
}

export function byID({ ledger }: Evidence, id: string | undefined): Transaction | undefined {
  return ledger.find(each => each.id === id);
}

/** The latest ticks that a decision at `time` can have seen: those of its instant, and the one before. */
export function latestTicks({ ticks }: Evidence, name: string, time: number): readonly RawTick[] {
  const until = (ticks.get(name) ?? []).filter(tick => tick.time <= time);
  const before = until.filter(tick => tick.time < time);
  return [...before.slice(-1), ...until.slice(before.length)];
}

/** Whether the market was open at a tick, by its hours and halts. */
export function isOpen({ instruments, halts }: Evidence, name: string, time: number): boolean {
  const instrument = instruments.find(each => each.name === name);
  if (instrument === undefined) return false;
  const isHalted = (halts.get(name) ?? []).some(
    ({ from, to, side, mode }) => side === 'ALL' && mode === 'HALTED' && from <= time && time < to,
  );
  return sessionAt(instrument.tradingHours, instant(time)).open && !isHalted;
}

/** The order of a fill or a cancel, the instrument that it is for, and whether its fill buys. */
export interface RawOrder {
  readonly creation: Transaction;
  readonly type: string;
  readonly instrument: string;
  readonly buys: boolean;
}

export function rawOrder(evidence: Evidence, id: string): RawOrder | undefined {
  const creation = byID(evidence, id);
  if (creation === undefined || !creation.type.endsWith('_ORDER')) return undefined;
  const type = creation.type.slice(0, -'_ORDER'.length);
  if ('instrument' in creation && 'units' in creation) {
    const { instrument = '', units = '0' } = creation;
    return { creation, type, instrument, buys: !units.startsWith('-') };
  }
  const opening = byID(evidence, 'tradeID' in creation ? creation.tradeID : undefined);
  if (opening?.type !== 'ORDER_FILL') return undefined;
  const buys = opening.tradeOpened?.units.startsWith('-') === true;
  return { creation, type, instrument: opening.instrument, buys };
}

/** The ticks that an order saw between its creation and `end`, both excluded, while it was open. */
export function seenBetween(evidence: Evidence, order: RawOrder, end: number): RawTick[] {
  const from = mustParse(order.creation.time);
  const all = evidence.ticks.get(order.instrument) ?? [];
  return all.filter(
    ({ time }) => time > from && time < end && isOpen(evidence, order.instrument, time),
  );
}

export function watched({ bid, ask }: RawTick, what: string): Rational {
  if (what === 'bid') return bid;
  return what === 'ask' ? ask : bid.plus(ask).times(decimal('0.5'));
}
