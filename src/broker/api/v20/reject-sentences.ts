/**
 * The sentence of each reject reason, for errorMessage. Recorded sentences are verbatim; the others
 * follow their style. Reasons that are made of parts have sentences made of parts.
 * Source: v20 semantics 2.4, 3.3, 3.6.
 */

import {
  DEPENDENT_ORDERS,
  type DependentOrder,
  type DependentTypesPriced,
  typesPriced,
} from '../../../core/order/dependent-orders.js';
import type { RejectReason } from '../../../core/order/reasons.js';

const TOO_PRECISE = 'contains more precision than is allowed for the instrument';

/** The sentence of each fault; `%` stands for the name of the order. */
type Faults = Readonly<Record<string, string>>;

const COMMON_ON_FILL = {
  TIME_IN_FORCE_INVALID: 'The time in force specified for the % on fill is invalid',
  GTD_TIMESTAMP_MISSING: 'The % on fill is good till a date, but no date was specified',
  GTD_TIMESTAMP_IN_PAST: 'The date that the % on fill is good till is in the past',
  CLIENT_ORDER_ID_INVALID: 'The client Order ID specified for the % on fill is invalid',
  CLIENT_ORDER_TAG_INVALID: 'The client Order tag specified for the % on fill is invalid',
  CLIENT_ORDER_COMMENT_INVALID: 'The client Order comment specified for the % on fill is invalid',
};
const PRICE_ON_FILL = {
  PRICE_INVALID: 'The price specified for the % on fill is invalid',
  PRICE_PRECISION_EXCEEDED: `The price specified for the % on fill ${TOO_PRECISE}`,
};
const PRICED_ON_FILL = {
  ...PRICE_ON_FILL,
  PRICE_MISSING: 'No price was specified for the % on fill',
};
const STOP_ON_FILL = {
  ...PRICE_ON_FILL,
  DISTANCE_INVALID: 'The distance specified for the % on fill is invalid',
  DISTANCE_PRECISION_EXCEEDED: `The distance specified for the % on fill ${TOO_PRECISE}`,
  PRICE_AND_DISTANCE_BOTH_SPECIFIED: 'Both a price and a distance were specified for the % on fill',
  PRICE_AND_DISTANCE_BOTH_MISSING: 'Neither a price nor a distance was specified for the % on fill',
};
const TRAILING_ON_FILL = {
  PRICE_DISTANCE_MISSING: 'No price distance was specified for the % on fill',
  PRICE_DISTANCE_INVALID: 'The price distance specified for the % on fill is invalid',
  PRICE_DISTANCE_PRECISION_EXCEEDED: `The price distance specified for the % on fill ${TOO_PRECISE}`,
  PRICE_DISTANCE_MAXIMUM_EXCEEDED:
    'The price distance specified for the % on fill exceeds the maximum allowed',
  PRICE_DISTANCE_MINIMUM_NOT_MET:
    'The price distance specified for the % on fill is below the minimum allowed',
};
const ANY_ORDER = {
  ALREADY_EXISTS: 'The Trade already has a % Order',
  WOULD_VIOLATE_FIFO_VIOLATION_SAFEGUARD:
    'The % Order would violate the FIFO safeguard: another Trade has the same size',
};
const STOP_ORDER = {
  PRICE_AND_DISTANCE_BOTH_SPECIFIED: 'Both a price and a distance were specified for the % Order',
  PRICE_AND_DISTANCE_BOTH_MISSING: 'Neither a price nor a distance was specified for the % Order',
};

type Sentences<Reason extends string> = Readonly<Record<Reason, string>>;
type PriceMode = DependentOrder['price'];

/**
 * Sentences of the faults of the dependent order types that give their price in one of `modes`, as
 * the reasons `<type>_<subject>_<fault>`.
 */
function composed<const Mode extends PriceMode, Subject extends string, F extends Faults>(
  modes: readonly Mode[],
  subject: Subject,
  faults: F,
) {
  const entries = typesPriced(modes).flatMap(type =>
    Object.entries(faults).map(([fault, sentence]) => [
      `${type}_${subject}_${fault}`,
      sentence.replace('%', DEPENDENT_ORDERS[type].words),
    ]),
  );
  return Object.fromEntries(
    entries,
  ) as Sentences<`${DependentTypesPriced<Mode>}_${Subject}_${keyof F & string}`>;
}

const ANY = ['required', 'orDistance', 'none'] as const;

/** The compiler lists the reasons that have no sentence. */
export const REJECT_SENTENCES: Sentences<RejectReason> = {
  INTERNAL_SERVER_ERROR: 'An unexpected internal error has occurred',
  ACCOUNT_NOT_ACTIVE: 'The Account is not active',
  ACCOUNT_LOCKED: 'The Account is locked',
  ACCOUNT_ORDER_CREATION_LOCKED: 'The Account is locked for Order creation',
  ACCOUNT_ORDER_CANCEL_LOCKED: 'The Account is locked for Order cancellation',
  ACCOUNT_CONFIGURATION_LOCKED: 'The Account is locked for configuration',
  ACCOUNT_DEPOSIT_LOCKED: 'The Account is locked for deposits',
  ACCOUNT_WITHDRAWAL_LOCKED: 'The Account is locked for withdrawals',
  INVALID_REISSUE_IMMEDIATE_PARTIAL_FILL:
    'The Order was filled in part as soon as it was made, and cannot wait for its remaining units',
  PENDING_ORDERS_ALLOWED_EXCEEDED: 'The number of pending Orders allowed would be exceeded',
  INSTRUMENT_MISSING: 'No instrument was specified',
  INSTRUMENT_PRICE_UNKNOWN: 'No price is known for the instrument specified',
  UNITS_MISSING: 'No Order units were specified',
  UNITS_INVALID: 'Order units specified are invalid',
  UNITS_PRECISION_EXCEEDED:
    'The units specified contain more precision than is allowed for the instrument',
  UNITS_MINIMUM_NOT_MET: 'The units specified are below the minimum trade size of the instrument',
  UNITS_LIMIT_EXCEEDED: 'The units specified exceed the maximum allowed for the instrument',
  PRICE_MISSING: 'No price was specified',
  PRICE_INVALID: 'The price specified is invalid',
  PRICE_PRECISION_EXCEEDED: `The price specified ${TOO_PRECISE}`,
  PRICE_BOUND_INVALID: 'The price bound specified is invalid',
  PRICE_BOUND_PRECISION_EXCEEDED: `The price bound specified ${TOO_PRECISE}`,
  PRICE_DISTANCE_MISSING: 'No price distance was specified',
  PRICE_DISTANCE_INVALID: 'The price distance specified is invalid',
  PRICE_DISTANCE_PRECISION_EXCEEDED: `The price distance specified ${TOO_PRECISE}`,
  PRICE_DISTANCE_MAXIMUM_EXCEEDED: 'The price distance specified exceeds the maximum allowed',
  PRICE_DISTANCE_MINIMUM_NOT_MET: 'The price distance specified is below the minimum allowed',
  TIME_IN_FORCE_INVALID: 'The time in force specified is invalid',
  TIME_IN_FORCE_GTD_TIMESTAMP_MISSING: 'The Order is good till a date, but none was specified',
  TIME_IN_FORCE_GTD_TIMESTAMP_IN_PAST: 'The date that the Order is good till is in the past',
  TRIGGER_CONDITION_INVALID: 'The trigger condition specified is invalid',
  CLIENT_ORDER_ID_INVALID: 'The client Order ID specified is invalid',
  CLIENT_ORDER_ID_ALREADY_EXISTS: 'The client Order ID specified is used by another pending Order',
  CLIENT_ORDER_TAG_INVALID: 'The client Order tag specified is invalid',
  CLIENT_ORDER_COMMENT_INVALID: 'The client Order comment specified is invalid',
  CLIENT_TRADE_ID_INVALID: 'The client Trade ID specified is invalid',
  CLIENT_TRADE_ID_ALREADY_EXISTS: 'The client Trade ID specified is used by another open Trade',
  CLIENT_TRADE_TAG_INVALID: 'The client Trade tag specified is invalid',
  CLIENT_TRADE_COMMENT_INVALID: 'The client Trade comment specified is invalid',
  CLIENT_EXTENSIONS_DATA_MISSING: 'No client extensions were specified',
  TRADE_ON_FILL_CLIENT_EXTENSIONS_NOT_SUPPORTED:
    'The Order cannot open a Trade, so that client Trade extensions have no effect',
  TRADE_ID_UNSPECIFIED: 'No Trade was specified',
  TRADE_DOESNT_EXIST: 'The Trade specified does not exist',
  TRADE_IDENTIFIER_INCONSISTENCY: 'The Trade ID and the client Trade ID name different Trades',
  TRAILING_STOP_LOSS_ORDERS_NOT_SUPPORTED: 'The Account does not support Trailing Stop Loss Orders',
  GUARANTEED_STOP_LOSS_ORDER_REQUIRED: 'The Account requires a Guaranteed Stop Loss Order',
  GUARANTEED_STOP_LOSS_ORDER_HALTED_NOT_CANCELABLE:
    'The Guaranteed Stop Loss Order cannot be cancelled while trading is halted',
  GUARANTEED_STOP_LOSS_ORDER_NOT_ALLOWED: 'Guaranteed Stop Loss Orders are not allowed',
  GUARANTEED_STOP_LOSS_ORDER_HEDGING_NOT_ALLOWED:
    'Guaranteed Stop Loss Orders are not allowed for hedged Trades',
  GUARANTEED_STOP_LOSS_ORDER_HALTED_CREATE_VIOLATION:
    'The Guaranteed Stop Loss Order cannot be created while trading is halted',
  GUARANTEED_STOP_LOSS_ORDER_HALTED_TIGHTEN_VIOLATION:
    'The Guaranteed Stop Loss Order cannot be tightened while trading is halted',
  GUARANTEED_STOP_LOSS_ORDER_PRICE_WITHIN_SPREAD:
    'The price of the Guaranteed Stop Loss Order is within the current spread',
  GUARANTEED_STOP_LOSS_ORDER_MINIMUM_DISTANCE_NOT_MET:
    'The Guaranteed Stop Loss Order is nearer to the current price than is allowed',
  GUARANTEED_STOP_LOSS_ORDER_LEVEL_RESTRICTION_VOLUME_EXCEEDED:
    'The guaranteed volume near the price specified would exceed its limit',
  ...composed(ANY, 'ON_FILL', COMMON_ON_FILL),
  ...composed(['required'], 'ON_FILL', PRICED_ON_FILL),
  ...composed(['orDistance'], 'ON_FILL', STOP_ON_FILL),
  ...composed(['none'], 'ON_FILL', TRAILING_ON_FILL),
  GUARANTEED_STOP_LOSS_ON_FILL_TRIGGER_CONDITION_INVALID:
    'The trigger condition specified for the Guaranteed Stop Loss on fill is invalid',
  ...composed(ANY, 'ORDER', ANY_ORDER),
  ...composed(['orDistance'], 'ORDER', STOP_ORDER),
  ORDERS_ON_FILL_DUPLICATE_CLIENT_ORDER_IDS: 'Orders on fill were given the same client Order ID',
  GUARANTEED_STOP_LOSS_ON_FILL_REQUIRED_FOR_PENDING_ORDER:
    'The Account requires pending Orders to have a Guaranteed Stop Loss on fill',
  GUARANTEED_STOP_LOSS_ON_FILL_NOT_ALLOWED: 'A Guaranteed Stop Loss on fill is not allowed',
  REPLACING_ORDER_INVALID: 'The replacing Order has another type than the Order to replace',
  REPLACING_TRADE_ID_INVALID: 'The replacing Order names another Trade than the Order to replace',
  ORDER_DOESNT_EXIST: 'The Order specified does not exist',
  ORDER_ID_UNSPECIFIED: 'No Order was specified',
  CLOSE_TRADE_UNITS_EXCEED_TRADE_SIZE: 'The units to close exceed the size of the Trade',
  CLOSEOUT_POSITION_DOESNT_EXIST: 'The Position requested to be closed out does not exist',
  CLOSEOUT_POSITION_INCOMPLETE_SPECIFICATION:
    'The request does not say what of the Position is to be closed out',
  CLOSEOUT_POSITION_UNITS_EXCEED_POSITION_SIZE:
    'The units to close out exceed the size of the Position',
  CLOSEOUT_POSITION_REJECT: 'The other side of the Position cannot be closed out',
  CLIENT_CONFIGURE_DATA_MISSING: 'No configuration was specified',
  ALIAS_INVALID: 'The alias provided is invalid',
  MARGIN_RATE_INVALID: 'The margin rate provided is invalid',
  MARGIN_RATE_WOULD_TRIGGER_CLOSEOUT:
    'The margin rate provided would cause an immediate margin closeout',
  MARGIN_RATE_WOULD_TRIGGER_MARGIN_CALL:
    'The margin rate provided would cause an immediate margin call',
  AMOUNT_MISSING: 'No amount was specified',
  AMOUNT_INVALID: 'The amount specified is invalid',
  FUNDING_REASON_MISSING: 'No funding reason was specified',
  INSUFFICIENT_FUNDS: 'The Account has insufficient funds for the withdrawal',
};
