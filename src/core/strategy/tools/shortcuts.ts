/**
 * Shortcuts for what strategies do most: market orders by side, closing, cancelling. Each sends commands of
 * v20 and nothing else.
 */

import type { ReadCommand } from '../../engine/state/command.js';
import type { AccountHoldings } from './held-account.js';
import { type NumberLike, numberOf } from './price-text.js';
import { StrategyError } from './strategy-fault.js';
import type { TaggedOrder } from './tagged-order.js';

/** Further fields of an order: `takeProfitOnFill`, `tag`, or another type with its price. */
export type OrderExtras = Omit<Partial<TaggedOrder>, 'instrument' | 'units'>;

/** What the shortcuts need of the host of a strategy. */
export interface ShortcutHost {
  readonly account: AccountHoldings;
  /** @throws StrategyError when there is none of that name. */
  instrument(name: string): { readonly name: string };
  createOrder(order: TaggedOrder): number;
  submit(command: ReadCommand): number;
}

/** Sends an order of one side. @returns the ticket. @throws StrategyError unless the units are above 0 */
export function enter(
  host: ShortcutHost,
  side: 'buy' | 'sell',
  { instrument, units, extras }: EntryRequest,
): number {
  const size = numberOf(units, `${side}: units`);
  if (size.isNegative() || size.isZero()) {
    throw new StrategyError(`${side}: units must be above 0, were ${String(units)}`);
  }
  return host.createOrder({
    type: 'MARKET',
    ...extras,
    instrument,
    units: (side === 'buy' ? size : size.negated()).toFixed(),
  });
}

/** An order of one side. */
export interface EntryRequest {
  readonly instrument: string;
  /** Above 0. */
  readonly units: NumberLike;
  readonly extras: OrderExtras | undefined;
}

/** Closes the position in `instrument`. @returns the ticket; undefined when there is no trade. */
export function closePosition(host: ShortcutHost, instrument: string): number | undefined {
  const { name } = host.instrument(instrument);
  const held = host.account.openTrades().filter(trade => trade.instrument === name);
  if (held.length === 0) return undefined;
  const isShort = (units: string) => units.startsWith('-');
  const [short, long] = [true, false].map(side =>
    held.some(({ currentUnits }) => isShort(currentUnits) === side),
  );
  return host.submit({
    type: 'ClosePosition',
    instrument: name,
    longUnits: long === true ? 'ALL' : 'NONE',
    shortUnits: short === true ? 'ALL' : 'NONE',
  });
}

/** Closes every position. @returns the tickets, in the order in which the trades were opened. */
export function closeAll(host: ShortcutHost): number[] {
  const held = new Set(host.account.openTrades().map(({ instrument }) => instrument));
  return [...held].flatMap(instrument => closePosition(host, instrument) ?? []);
}

/**
 * Cancels pending orders that would open a trade. Orders that close a trade stay: they protect it.
 * @param instrument - default: of all instruments. @returns the tickets.
 */
export function cancelEntries(host: ShortcutHost, instrument?: string): number[] {
  const name = instrument === undefined ? undefined : host.instrument(instrument).name;
  return host.account
    .pendingOrders()
    .filter(order => order.tradeID === undefined && (name ?? order.instrument) === order.instrument)
    .map(({ id }) => host.submit({ type: 'CancelOrder', orderSpecifier: id }));
}
