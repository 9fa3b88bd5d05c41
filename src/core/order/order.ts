/**
 * Orders: the request as a client sends it, and the table of its fields. The types of requests and
 * of the transactions that repeat them, their readers, copies and refusals are made from the table.
 * Field names, spellings and string formats are those of v20 (semantics 3.1, 3.2).
 */

import {
  type DependentOrderType,
  dependentOrder,
  type OnFillField,
  perDependentOrder,
  typesPriced,
} from './dependent-orders.js';

export type { DependentOrderType };

/** Orders that open or reduce trades by instrument and units. */
export type EntryOrderType = 'MARKET' | 'LIMIT' | 'STOP' | 'MARKET_IF_TOUCHED';
/** All order types. v20's FIXED_PRICE belongs to account migrations, which do not happen here. */
export type OrderType = EntryOrderType | DependentOrderType;

/** The state of an order. */
export type OrderState = 'PENDING' | 'FILLED' | 'TRIGGERED' | 'CANCELLED';
export const TIMES_IN_FORCE = ['GTC', 'GTD', 'GFD', 'FOK', 'IOC'] as const;
/** How long an order stays valid. */
export type TimeInForce = (typeof TIMES_IN_FORCE)[number];
export const POSITION_FILLS = ['OPEN_ONLY', 'REDUCE_FIRST', 'REDUCE_ONLY', 'DEFAULT'] as const;
/** How a fill treats open trades of the instrument. */
export type OrderPositionFill = (typeof POSITION_FILLS)[number];
export const TRIGGER_CONDITIONS = ['DEFAULT', 'INVERSE', 'BID', 'ASK', 'MID'] as const;
/** Which price triggers an order. */
export type OrderTriggerCondition = (typeof TRIGGER_CONDITIONS)[number];

/** The labels that a client gives an order or a trade; each text has at most 128 characters. */
export interface ClientExtensions {
  readonly id?: string;
  readonly tag?: string;
  readonly comment?: string;
}

/**
 * One of the `...OnFill` objects, or of the objects of `PUT trades/{t}/orders`: the terms of a
 * dependent order without its trade. Prices and distances are positive plain decimals in quote
 * currency per unit. The row of the type says which of the two it can have.
 */
export interface DependentDetails
  extends Partial<Omit<Terms<DependentOrderType, never>, TradeName>> {
  readonly clientExtensions?: ClientExtensions;
  /** 2016 dialect: requests a guaranteed stop inside `stopLossOnFill`. */
  readonly guaranteed?: boolean;
}
/** The two ways to name the trade that a dependent order closes. */
const TRADE_NAMES = ['tradeID', 'clientTradeID'] as const;
export type TradeName = (typeof TRADE_NAMES)[number];

/**
 * What an entry order requests on its fill: at most one dependent order of each type, and labels of
 * the trade.
 */
export interface OnFillDetails extends Readonly<Partial<Record<OnFillField, DependentDetails>>> {
  readonly tradeClientExtensions?: ClientExtensions;
}

/** One row: a field of an order request. Readers and formats of kinds stand where they are used. */
export interface OrderFieldRow {
  readonly kind: OrderFieldKind;
  /** The types of orders that have it. */
  readonly of: readonly OrderType[];
  /** The values of a choice. */
  readonly values?: readonly string[];
  /** What the order has when the client gives none. The time in force depends on the type. */
  readonly fallback?: string;
  /** The label of a flag in the ticket, and its description in the document of the API. */
  readonly words?: string;
  /** Whether it is about what the order opens; it is judged after the order itself. */
  readonly isOpening?: true;
  /** Whether it is another spelling of a type, and no field of an order. */
  readonly isSpelling?: true;
}

/** What a field holds, in the text of the client but for `flag`. */
interface KindValues {
  text: string;
  /** Units and prices are plain decimals; prices and distances are in quote currency per unit. */
  units: string;
  price: string;
  /** RFC 3339 or UNIX seconds. */
  time: string;
  choice: string;
  flag: boolean;
  details: DependentDetails;
  extensions: ClientExtensions;
}
export type OrderFieldKind = keyof KindValues;

/** Entry orders that wait for their price. */
export type RestingEntryType = (typeof RESTING_ENTRY)[number];
const RESTING_ENTRY = ['LIMIT', 'STOP', 'MARKET_IF_TOUCHED'] as const;
const ENTRY = ['MARKET', ...RESTING_ENTRY] as const;
const DEPENDENT = typesPriced(['required', 'orDistance', 'none']);
const ON_FILL = { kind: 'details', of: ENTRY, isOpening: true } as const;

/** The fields of requests in the order in which errors list them. Each has one row. */
export const ORDER_FIELDS = {
  instrument: { kind: 'text', of: ENTRY },
  /** Signed units of the base currency: positive buys, negative sells. */
  units: { kind: 'units', of: ENTRY },
  /** Price, price bound and distance are in quote currency per unit. */
  price: { kind: 'price', of: [...RESTING_ENTRY, ...typesPriced(['required', 'orDistance'])] },
  priceBound: { kind: 'price', of: ['MARKET', 'STOP', 'MARKET_IF_TOUCHED'] },
  distance: { kind: 'price', of: typesPriced(['orDistance', 'none']) },
  /** The trade that a dependent order closes: by id, or by client id. */
  tradeID: { kind: 'text', of: DEPENDENT },
  clientTradeID: { kind: 'text', of: DEPENDENT },
  timeInForce: { kind: 'choice', values: TIMES_IN_FORCE, of: [...ENTRY, ...DEPENDENT] },
  /** When a GTD order expires: RFC 3339 or UNIX seconds. */
  gtdTime: { kind: 'time', of: [...RESTING_ENTRY, ...DEPENDENT] },
  positionFill: {
    kind: 'choice',
    values: POSITION_FILLS,
    of: ENTRY,
    fallback: 'DEFAULT',
    isOpening: true,
  },
  triggerCondition: {
    kind: 'choice',
    values: TRIGGER_CONDITIONS,
    of: [...RESTING_ENTRY, ...DEPENDENT],
    fallback: 'DEFAULT',
  },
  /** Requests a guaranteed stop. */
  guaranteed: { kind: 'flag', of: ['STOP_LOSS'], words: '2016 dialect', isSpelling: true },
  ...perDependentOrder('onFillField', () => ON_FILL),
  tradeClientExtensions: { kind: 'extensions', of: ENTRY, isOpening: true },
  clientExtensions: { kind: 'extensions', of: [...ENTRY, ...DEPENDENT] },
} as const satisfies Readonly<Record<string, OrderFieldRow>>;

type Rows = typeof ORDER_FIELDS;
type ValueOf<Row extends OrderFieldRow> = Row extends { readonly values: readonly (infer V)[] }
  ? V
  : KindValues[Row['kind']];
/** Fields of these kinds are objects. All others are terms: one value each. */
type ObjectKind = 'details' | 'extensions';

/** The names of the terms that orders of `Type` have. */
export type TermOf<Type extends OrderType> = {
  [Name in keyof Rows]: Rows[Name] extends
    | { readonly kind: ObjectKind }
    | { readonly isSpelling: true }
    ? never
    : Type extends Rows[Name]['of'][number]
      ? Name
      : never;
}[keyof Rows];

/** Flags: terms that are true or false. All are copied together, by `flagsIn`. */
export type FlagName = {
  [Name in TermOf<OrderType>]: Rows[Name]['kind'] extends 'flag' ? Name : never;
}[TermOf<OrderType>];
/** The other terms. Code that writes them one by one must have each of them, or does not compile. */
export type WrittenTerms<Type extends OrderType> = Readonly<
  Record<Exclude<TermOf<Type>, FlagName>, unknown>
>;

/** The terms of orders of `Type` as transactions have them; those of `Given` are always there. */
export type Terms<Type extends OrderType, Given extends TermOf<Type>> = {
  readonly [Name in Exclude<TermOf<Type>, Given>]?: ValueOf<Rows[Name]>;
} & { readonly [Name in Given]: ValueOf<Rows[Name]> };

type RequestFields = { readonly [Name in keyof Rows]?: ValueOf<Rows[Name]> };

/**
 * A well-formed v20 `OrderRequest`: numbers are plain decimals of at most 15 digits on each side of
 * the point. The market rules have not judged it yet.
 */
export interface OrderRequest extends RequestFields {
  readonly type: OrderType;
}

export type OrderFieldName = keyof Rows;
/** A row with its name. */
export interface OrderField extends OrderFieldRow {
  readonly name: OrderFieldName;
}

/** All rows with their names, in the order of the table. */
export const ORDER_FIELD_LIST: readonly OrderField[] = Object.entries<OrderFieldRow>(
  ORDER_FIELDS,
).map(([name, row]) => ({ ...row, name: name as OrderFieldName }));

/** The fields that orders of `type` have, in the order of the table. */
export function fieldsOf(type: OrderType): readonly OrderField[] {
  return ORDER_FIELD_LIST.filter(
    ({ of, isSpelling }) => of.includes(type) && isSpelling === undefined,
  );
}

/** The fields of `DependentDetails`, in the order of the table. */
export const DETAIL_FIELDS: readonly OrderField[] = ORDER_FIELD_LIST.filter(
  field => !isTradeName(field) && field.of.some(type => dependentOrder(type) !== undefined),
);

/** The fields in the details of an order of `type`. */
export function detailFieldsOf(type: DependentOrderType): readonly OrderField[] {
  return DETAIL_FIELDS.filter(({ of }) => of.includes(type));
}

/** Whether the field names the trade that a dependent order closes. */
export function isTradeName({ name }: OrderField): boolean {
  return (TRADE_NAMES as readonly string[]).includes(name);
}

/** The terms of orders of `type` in the order in which transactions have them, as recorded. */
export function termsOf(type: OrderType): readonly OrderField[] {
  const terms = fieldsOf(type).filter(({ kind }) => kind !== 'details' && kind !== 'extensions');
  const isFirst = (field: OrderField) =>
    type === 'MARKET' ? BEFORE_BOUND.includes(field.name) : isTradeName(field);
  return [...terms.filter(isFirst), ...terms.filter(term => !isFirst(term))];
}
const BEFORE_BOUND: readonly string[] = ['instrument', 'units', 'timeInForce'];
