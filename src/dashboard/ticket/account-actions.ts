/** Actions that close, cancel and reverse what the account has open, and show the result. */

import { instrumentText } from '../parts/format.js';
import { showError, showToast } from '../parts/toast.js';
import { instrument, store } from '../state/app.js';
import type { PageAccount } from '../state/apply-changes.js';
import { atOnceText } from '../state/at-once.js';
import { closePosition } from '../wire/trades.js';
import type { Order, TradeSummary } from '../wire/types.js';
import {
  type AccountPlace,
  cancelOrder,
  closeTrade,
  placeOrder,
  setTradeOrders,
} from '../wire/v20.js';
import { partOf, reversedUnits } from './terms/parts.js';

/** The waiting orders that make a position; those of trades are not among them. */
export function entryOrders(account: PageAccount | undefined): readonly Order[] {
  const waiting = [...(account?.orders.values() ?? [])];
  return waiting.filter(({ tradeID }) => tradeID === undefined);
}

/** Closes every position of the account. */
export function closeAll(): void {
  const shown = store.value;
  const positions = [...(shown?.account.value?.positions.values() ?? [])];
  if (shown === undefined || positions.length === 0) return;
  tell(
    Promise.all(positions.map(each => closePosition(shown.place, each))),
    `${positions.length} ${positions.length === 1 ? 'position' : 'positions'} closed`,
  );
}

/** Closes the position of the shown instrument. */
export function closeShown(): void {
  const shown = store.value;
  const position = shown?.account.value?.positions.get(instrument.value ?? '');
  if (shown === undefined || position === undefined) {
    const text = `No position of ${instrument.value ?? 'any instrument'}`;
    showToast({ kind: 'error', text, of: 'ticket' });
    return;
  }
  tell(closePosition(shown.place, position), `Position of ${position.instrument} closed`);
}

/** Turns the position of the shown instrument around: as many units on the other side, without a stop and a profit. */
export function reversePosition(): void {
  const shown = store.value;
  const position = shown?.account.value?.positions.get(instrument.value ?? '');
  if (shown === undefined || position === undefined) return;
  const { long, short, instrument: name } = position;
  const units = reversedUnits(long.units, short.units);
  if (units === '0') {
    showToast({
      kind: 'error',
      text: 'Both sides of the position have one size: nothing to reverse',
      of: 'ticket',
    });
    return;
  }
  const order = { type: 'MARKET', instrument: name, units, positionFill: 'REDUCE_FIRST' };
  const done = `Position of ${instrumentText(name)} reversed: it has no stop and no profit`;
  tell(placeOrder(shown.place, order), done);
}

/** Cancels every waiting order of the account that makes a position; those of trades stay. */
export function cancelEntries(): void {
  const shown = store.value;
  if (shown === undefined) return;
  const entries = entryOrders(shown.account.value);
  tell(
    Promise.all(entries.map(({ id }) => cancelOrder(shown.place, id))),
    `${entries.length} orders cancelled`,
  );
}

/** Cancels one waiting order. */
export function cancelWaiting(place: AccountPlace, id: string): void {
  tell(cancelOrder(place, id), `Order ${id} cancelled`);
}

/** Closes a part of a trade, in percent; all of it with 100. */
export function closePart(
  { id, instrument: name, currentUnits }: TradeSummary,
  percent: number,
): void {
  const shown = store.value;
  const known = shown?.instruments.value.get(name);
  if (shown === undefined || known === undefined) return;
  const units = partOf(currentUnits, percent, known.tradeUnitsPrecision);
  if (units === '0') {
    showToast({
      kind: 'error',
      text: `${percent} % of trade ${id} is less than the smallest size`,
      of: 'ticket',
    });
    return;
  }
  tell(
    closeTrade(shown.place, id, percent === 100 ? 'ALL' : units),
    percent === 100 ? `Trade ${id} closed` : `Trade ${id}: ${units} units closed`,
  );
}

/**
 * Puts the stop of a trade where the trade was opened; one that would close it at once is reported
 * and not sent.
 */
export function breakEven(trade: TradeSummary): void {
  const shown = store.value;
  if (shown === undefined) return;
  const { id, price, currentUnits } = trade;
  const side = currentUnits.startsWith('-') ? 'buy' : 'sell';
  const quote = shown.quote(trade.instrument).value;
  const text = atOnceText({ type: 'STOP_LOSS', side, price }, quote);
  if (text !== undefined) {
    showToast({ kind: 'error', text: `Not at break-even yet. ${text}`, of: 'ticket' });
    return;
  }
  tell(
    setTradeOrders(shown.place, id, { stopLoss: { price } }),
    `Trade ${id}: the stop is at ${price}, where it was opened`,
  );
}

function tell(work: Promise<unknown>, text: string): void {
  work.then(
    () => showToast({ kind: 'done', text, of: 'ticket' }),
    error => showError(error, 'ticket'),
  );
}
