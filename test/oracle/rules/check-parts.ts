/**
 * Checks that orders and on-fill objects share: lifetimes, client extensions, and the fields of one
 * on-fill object with its prefix. Source: v20 semantics 3.3, 3.6.
 */

import type { Instrument } from '../../../src/core/market/instrument.js';
import type {
  ClientExtensions,
  DependentDetails,
  OrderRequest,
} from '../../../src/core/order/order.js';
import { decimal } from '../numbers/rational.js';
import { type Account, marketOf, type World } from '../numbers/state.js';
import { guaranteedMode } from './guaranteed.js';
import { gtdInstant, type ON_FILL } from './request.js';

const LENGTH_MAX = 128;

/** Which lifetimes an order or an on-fill object may have. */
export interface TimeRules {
  /** What each reason begins with. */
  readonly prefix: string;
  readonly allowed: readonly string[];
  /** The lifetime of what names none. */
  readonly usual: 'GTC' | 'FOK';
}

/** TIME_IN_FORCE_* reasons of an order or of an on-fill object. */
export function timeReason(
  world: World,
  from: { readonly timeInForce?: string; readonly gtdTime?: string },
  { prefix, allowed, usual }: TimeRules,
): string | undefined {
  const timeInForce = from.timeInForce ?? usual;
  if (!allowed.includes(timeInForce)) return `${prefix}TIME_IN_FORCE_INVALID`;
  if (timeInForce !== 'GTD') return undefined;
  const gtd = prefix === '' ? 'TIME_IN_FORCE_GTD_TIMESTAMP' : `${prefix}GTD_TIMESTAMP`;
  if (from.gtdTime === undefined) return `${gtd}_MISSING`;
  return gtdInstant(from.gtdTime) <= world.now ? `${gtd}_IN_PAST` : undefined;
}

/** `<prefix>_ID_INVALID`, `_ID_ALREADY_EXISTS`, `_TAG_INVALID`, `_COMMENT_INVALID`. */
export function extensionsReason(
  prefix: string,
  extensions: ClientExtensions | undefined,
  taken: readonly (string | undefined)[],
): string | undefined {
  if (extensions === undefined) return undefined;
  const { id, tag, comment } = extensions;
  if (id !== undefined && (id.length === 0 || id.length > LENGTH_MAX))
    return `${prefix}_ID_INVALID`;
  if (id !== undefined && taken.includes(id)) return `${prefix}_ID_ALREADY_EXISTS`;
  if (tag !== undefined && tag.length > LENGTH_MAX) return `${prefix}_TAG_INVALID`;
  if (comment !== undefined && comment.length > LENGTH_MAX) return `${prefix}_COMMENT_INVALID`;
  return undefined;
}

/**
 * Reason to reject the request for one on-fill object. A pending entry order is refused at
 * creation when guaranteed stops are DISABLED or REQUIRED; a MARKET order is cancelled at its fill.
 */
export function onFillReason(
  world: World,
  account: Account,
  request: OrderRequest,
  kind: Pick<(typeof ON_FILL)[number], 'key' | 'type'>,
): string | undefined {
  const { instrument } = marketOf(world, request.instrument as string);
  const details = request[kind.key];
  const prefix = `${kind.type}_ON_FILL_`;
  const guaranteed = kind.type === 'GUARANTEED_STOP_LOSS';
  if (guaranteed && request.type !== 'MARKET') {
    const mode = guaranteedMode(account, instrument);
    if (details !== undefined && mode === 'DISABLED') return `${prefix}NOT_ALLOWED`;
    if (details === undefined && mode === 'REQUIRED' && request.positionFill !== 'REDUCE_ONLY') {
      return `${prefix}REQUIRED_FOR_PENDING_ORDER`;
    }
  }
  if (details === undefined) return undefined;
  if (kind.type === 'TRAILING_STOP_LOSS' && !account.config.trailingStops) {
    return 'TRAILING_STOP_LOSS_ORDERS_NOT_SUPPORTED';
  }
  const sells = request.units?.startsWith('-') === true;
  return (
    levelReason(prefix, details, instrument, kind.type) ??
    timeReason(world, details, { prefix, allowed: ['GTC', 'GTD', 'GFD'], usual: 'GTC' }) ??
    (guaranteed ? naturalReason(prefix, details, sells) : undefined) ??
    extensionsReason(`${prefix}CLIENT_ORDER`, details.clientExtensions, [])
  );
}

function levelReason(
  prefix: string,
  details: DependentDetails,
  instrument: Instrument,
  type: string,
): string | undefined {
  if (type === 'TRAILING_STOP_LOSS') return trailingReason(prefix, details, instrument);
  const { price } = details;
  if (type === 'TAKE_PROFIT') {
    if (price === undefined) return `${prefix}PRICE_MISSING`;
    return priceReason(prefix, price, instrument);
  }
  const { distance } = details;
  if (price !== undefined && distance !== undefined) {
    return `${prefix}PRICE_AND_DISTANCE_BOTH_SPECIFIED`;
  }
  if (price !== undefined) return priceReason(prefix, price, instrument);
  if (distance === undefined) return `${prefix}PRICE_AND_DISTANCE_BOTH_MISSING`;
  if (decimal(distance).sign <= 0) return `${prefix}DISTANCE_INVALID`;
  const fits = decimal(distance).fits(instrument.displayPrecision);
  return fits ? undefined : `${prefix}DISTANCE_PRECISION_EXCEEDED`;
}

function priceReason(prefix: string, price: string, instrument: Instrument): string | undefined {
  if (decimal(price).sign <= 0) return `${prefix}PRICE_INVALID`;
  const fits = decimal(price).fits(instrument.displayPrecision);
  return fits ? undefined : `${prefix}PRICE_PRECISION_EXCEEDED`;
}

function trailingReason(
  prefix: string,
  { distance }: DependentDetails,
  instrument: Instrument,
): string | undefined {
  if (distance === undefined) return `${prefix}PRICE_DISTANCE_MISSING`;
  const value = decimal(distance);
  if (value.sign <= 0) return `${prefix}PRICE_DISTANCE_INVALID`;
  if (!value.fits(instrument.displayPrecision)) return `${prefix}PRICE_DISTANCE_PRECISION_EXCEEDED`;
  if (value.moreThan(decimal(instrument.maximumTrailingStopDistance))) {
    return `${prefix}PRICE_DISTANCE_MAXIMUM_EXCEEDED`;
  }
  const near = value.lessThan(decimal(instrument.minimumTrailingStopDistance));
  return near ? `${prefix}PRICE_DISTANCE_MINIMUM_NOT_MET` : undefined;
}

/** The trade that the order opens has the order's direction; a short one is stopped on the ask. */
function naturalReason(
  prefix: string,
  details: DependentDetails,
  sells: boolean,
): string | undefined {
  const condition = details.triggerCondition ?? 'DEFAULT';
  const natural = ['DEFAULT', sells ? 'ASK' : 'BID'];
  return natural.includes(condition) ? undefined : `${prefix}TRIGGER_CONDITION_INVALID`;
}
