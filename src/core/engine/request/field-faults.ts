/**
 * Checks of single fields in orders, on-fill objects and client extensions. Source: v20 semantics
 * 2.3 (lengths), 3.3.
 */

import { decimal } from '../../base/decimal.js';
import type { AccountState } from '../../ledger/account.js';
import type { Instrument } from '../../market/instrument.js';
import { fitsPoints } from '../../market/points.js';
import type { ClientExtensions } from '../../order/order.js';
import type { RejectReason } from '../../reason/reject-reasons.js';

/** Most characters of a client id, tag or comment (semantics 2.3). */
const LONGEST_EXTENSION = 128;

/** The fault of client extensions, as the end of a reject reason; undefined when there is none. */
export function extensionFault(
  extensions: ClientExtensions | undefined,
): 'ID_INVALID' | 'TAG_INVALID' | 'COMMENT_INVALID' | undefined {
  if (extensions === undefined) return undefined;
  const { id, tag, comment } = extensions;
  if (id !== undefined && (id === '' || id.length > LONGEST_EXTENSION)) return 'ID_INVALID';
  if (tag !== undefined && tag.length > LONGEST_EXTENSION) return 'TAG_INVALID';
  return comment !== undefined && comment.length > LONGEST_EXTENSION
    ? 'COMMENT_INVALID'
    : undefined;
}

/**
 * Why an order may not give `extensions` to the trade that it opens; undefined when it may.
 * @param mayOpen - whether a fill of the order can open a trade at all.
 */
export function tradeLabelRefusal(
  { clientTradeIDs }: AccountState,
  extensions: ClientExtensions | undefined,
  mayOpen: boolean,
): RejectReason | undefined {
  if (extensions === undefined) return undefined;
  const fault = extensionFault(extensions);
  if (fault !== undefined) return `CLIENT_TRADE_${fault}`;
  if (extensions.id !== undefined && clientTradeIDs.has(extensions.id)) {
    return 'CLIENT_TRADE_ID_ALREADY_EXISTS';
  }
  return mayOpen ? undefined : 'TRADE_ON_FILL_CLIENT_EXTENSIONS_NOT_SUPPORTED';
}

/** Whether a price or distance is positive and small enough for a quote. */
export function isPossiblePrice(text: string, instrument: Instrument | undefined): boolean {
  const price = decimal(text);
  if (price.lte(0)) return false;
  return instrument === undefined || fitsPoints(price, instrument.displayPrecision);
}

/** Whether a price has more decimals than the instrument. Trailing zeros do not count. */
export function isTooPrecise(text: string, instrument: Instrument | undefined): boolean {
  return instrument !== undefined && decimal(text).decimalPlaces() > instrument.displayPrecision;
}
