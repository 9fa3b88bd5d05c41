/**
 * Builds the transaction body of an OrderRequest. Accepted: defaults are filled in and prices
 * padded. Refused: the texts of the request itself. The key order is the recorded one. Source: v20
 * semantics 3.1, 6.1.
 */

import { type Decimal, decimal, formatFixed, formatUnits } from '../../base/decimal.js';
import { plainObjects, present } from '../../base/present.js';
import type { TradeRecord } from '../../ledger/account.js';
import type {
  DependentOrderBody,
  MarketOrderBody,
  MarketOrderPurpose,
  MarketOrderReason,
  OrderRejectBody,
  PendingEntryOrderBody,
  TransactionHead,
} from '../../ledger/transaction.js';
import type { Instrument } from '../../market/instrument.js';
import { flagsIn, NO_FLAGS } from '../../order/flags.js';
import { mapOnFill, NOTHING_ON_FILL } from '../../order/on-fill-orders.js';
import {
  type ClientExtensions,
  type DependentDetails,
  type DependentOrderType,
  type OnFillDetails,
  type OrderField,
  type OrderRequest,
  type OrderType,
  type TradeName,
  termsOf,
  type WrittenTerms,
} from '../../order/order.js';
import { ORDER_TYPE_NAMES, ORDER_TYPES } from '../../order/order-types.js';
import type { RejectReason } from '../../reason/reject-reasons.js';
import { formatRfc3339, instant, instantOf } from '../../time/instant.js';
import { stopFields } from '../fill/commit-fill.js';
import type { Batch } from '../state/batch.js';
import type { ExecutionContext } from '../state/execution-context.js';
import { dependentPrice } from './specifier.js';

/** The links of an order that replaces another. */
export interface Replacement {
  readonly replacesOrderID: string;
  readonly cancellingTransactionID: string;
  /** Client extensions of the old order, used when the request has none (semantics 4.9). */
  readonly clientExtensions?: ClientExtensions;
}

/** The body of an accepted entry order that waits for its price. */
export function entryBody(
  request: OrderRequest,
  instrument: Instrument,
  replacement?: Replacement,
): PendingEntryOrderBody {
  return present({
    type: `${request.type}_ORDER`,
    ...termsIn(request, ({ kind }, text) => {
      if (kind === 'units') return formatUnits(decimal(text));
      if (kind === 'time') return gtdText(request.timeInForce, text);
      return kind === 'price' ? padded(text, instrument) : text;
    }),
    partialFill: 'DEFAULT',
    ...onFillBodies(request, instrument),
    tradeClientExtensions: request.tradeClientExtensions,
    clientExtensions: request.clientExtensions ?? replacement?.clientExtensions,
    ...replacementFields(replacement),
  }) as PendingEntryOrderBody;
}

/**
 * The transaction of an accepted market order. It is never a replacement, because it never rests.
 */
export const MarketOrder = plainObjects<
  TransactionHead & MarketOrderBody,
  [Batch, OrderRequest, Instrument]
>(function (batch, request, instrument) {
  this.id = batch.nextID();
  this.accountID = batch.cell.state.config.id;
  this.userID = batch.userID;
  this.batchID = batch.batchID;
  if (batch.requestID !== undefined) this.requestID = batch.requestID;
  this.time = batch.timeText;
  const { tradeClientExtensions, clientExtensions } = request;
  const terms = {
    instrument: instrument.name,
    units: formatUnits(decimal(request.units ?? '0')),
    timeInForce: request.timeInForce ?? ORDER_TYPES.MARKET.timeInForceDefault,
    priceBound: padded(request.priceBound, instrument),
    positionFill: request.positionFill ?? 'DEFAULT',
  } satisfies WrittenTerms<'MARKET'>;
  this.type = 'MARKET_ORDER';
  this.instrument = terms.instrument;
  this.units = terms.units;
  this.timeInForce = terms.timeInForce;
  if (terms.priceBound !== undefined) this.priceBound = terms.priceBound;
  this.positionFill = terms.positionFill;
  const flags = flagsIn('MARKET', request);
  if (flags !== NO_FLAGS) Object.assign(this, flags);
  const onFill = onFillBodies(request, instrument);
  if (onFill !== NOTHING_ON_FILL) Object.assign(this, onFill);
  if (tradeClientExtensions !== undefined) this.tradeClientExtensions = tradeClientExtensions;
  if (clientExtensions !== undefined) this.clientExtensions = clientExtensions;
  this.reason = 'CLIENT_ORDER';
});

function onFillBodies(request: OrderRequest, instrument: Instrument): OnFillDetails {
  return mapOnFill(request, (details, type) => detailsBody(type, details, instrument));
}

/** The body of an accepted dependent order of `trade`. */
export function dependentBody(
  context: ExecutionContext,
  request: OrderRequest,
  trade: TradeRecord,
  replacement?: Replacement,
): DependentOrderBody {
  const instrument = context.quotes.instrument(context.quotes.mustSlot(trade.instrument));
  const { timeInForce = 'GTC', triggerCondition = 'DEFAULT' } = request;
  const priced = ORDER_TYPES[request.type].price !== 'none';
  const price = priced ? dependentPrice(context, trade, request) : undefined;
  return present({
    type: `${request.type as DependentOrderType}_ORDER`,
    ...({
      tradeID: String(trade.id),
      clientTradeID: trade.clientExtensions?.id,
      price: price === undefined ? undefined : formatFixed(price, instrument.displayPrecision),
      distance: padded(request.distance, instrument),
      timeInForce,
      gtdTime: gtdText(timeInForce, request.gtdTime),
      triggerCondition,
    } satisfies WrittenTerms<DependentOrderType>),
    ...flagsIn(request.type, request),
    ...stopFields(request.type, instrument),
    clientExtensions: request.clientExtensions ?? replacement?.clientExtensions,
    ...replacementFields(replacement),
  }) as DependentOrderBody;
}

/** What a MARKET_ORDER of the engine closes, and why. */
export interface ClosingOrder {
  readonly instrument: string;
  /** Signed as the fill. */
  readonly units: Decimal;
  readonly reason: Exclude<MarketOrderReason, 'CLIENT_ORDER'>;
  readonly purpose: MarketOrderPurpose;
  readonly clientExtensions?: ClientExtensions | undefined;
}

/** A MARKET_ORDER that the engine makes to close something. */
export function closingBody(closing: ClosingOrder): MarketOrderBody {
  const { instrument, units, reason, purpose, clientExtensions } = closing;
  return {
    type: 'MARKET_ORDER',
    instrument,
    units: formatUnits(units),
    timeInForce: 'FOK',
    positionFill: 'REDUCE_ONLY',
    ...present({ clientExtensions }),
    reason,
    ...purpose,
  };
}

const TERMS = Object.fromEntries(ORDER_TYPE_NAMES.map(type => [type, termsOf(type)])) as Readonly<
  Record<OrderType, ReturnType<typeof termsOf>>
>;

/**
 * The terms of a request by their names, in the recorded order; those that the client left out have
 * their fallbacks.
 * @param written - the text of a term as the transaction has it; undefined for none.
 */
function termsIn(
  request: OrderRequest,
  written: (field: OrderField, text: string) => string | undefined,
): Readonly<Record<string, unknown>> {
  const { type, timeInForce = ORDER_TYPES[type].timeInForceDefault } = request;
  const terms: Record<string, unknown> = {};
  for (const field of TERMS[type]) {
    const { name, fallback } = field;
    const value = name === 'timeInForce' ? timeInForce : (request[name] ?? fallback);
    terms[name] = typeof value === 'string' ? written(field, value) : value;
  }
  return terms;
}

/** The body of a refused order: the fields of its type, in the texts that the client sent. */
export function rejectBody(
  request: OrderRequest,
  rejectReason: RejectReason,
  intendedReplacesOrderID?: string,
): OrderRejectBody {
  const entry = !ORDER_TYPES[request.type].dependent;
  const triggered = request.type !== 'MARKET';
  return present({
    type: `${request.type}_ORDER_REJECT`,
    ...termsIn(request, (_, text) => text),
    partialFill: entry && triggered ? 'DEFAULT' : undefined,
    ...(entry ? onFillTexts(request) : {}),
    clientExtensions: request.clientExtensions,
    // Market orders have no REPLACEMENT reason, because they never rest.
    reason: intendedReplacesOrderID === undefined || !triggered ? 'CLIENT_ORDER' : 'REPLACEMENT',
    intendedReplacesOrderID,
    rejectReason,
  }) as OrderRejectBody;
}

/** On-fill objects in the client's own texts, with the time in force that they would have had. */
function onFillTexts(request: OrderRequest) {
  const texts = ({ price, distance, timeInForce = 'GTC', ...rest }: DependentDetails) =>
    present({ price, distance, timeInForce, ...rest }) as DependentDetails;
  return {
    ...mapOnFill(request, texts),
    tradeClientExtensions: request.tradeClientExtensions,
  };
}

function detailsBody(
  type: DependentOrderType,
  details: DependentDetails,
  instrument: Instrument,
): DependentDetails {
  const { timeInForce = 'GTC' } = details;
  return present({
    ...({
      price: padded(details.price, instrument),
      distance: padded(details.distance, instrument),
      timeInForce,
      gtdTime: gtdText(timeInForce, details.gtdTime),
      triggerCondition: details.triggerCondition,
    } satisfies Omit<WrittenTerms<DependentOrderType>, TradeName>),
    ...flagsIn(type, details),
    clientExtensions: details.clientExtensions,
  }) as DependentDetails;
}

function replacementFields(replacement: Replacement | undefined) {
  if (replacement === undefined) return { reason: 'CLIENT_ORDER' as const };
  const { replacesOrderID, cancellingTransactionID } = replacement;
  return { reason: 'REPLACEMENT' as const, replacesOrderID, cancellingTransactionID };
}

function padded(price: string | undefined, instrument: Instrument): string | undefined {
  return price === undefined ? undefined : formatFixed(decimal(price), instrument.displayPrecision);
}

function gtdText(timeInForce: string | undefined, gtdTime: string | undefined): string | undefined {
  if (timeInForce !== 'GTD' || gtdTime === undefined) return undefined;
  return formatRfc3339(instant(instantOf(gtdTime)));
}
