/**
 * One row per dependent order type: the orders that close one trade. Everything that differs between
 * them is a field of the row, and every v20 name is made of the row's `name`, so a new type is a new
 * row. The rows stand in the order in which orders on fill are checked, created and shown.
 * Source: v20 semantics 3.1, 3.2, 3.6, 4.7, 1.4 (dependent orders of a trade).
 */

/** What a dependent order type is. */
interface DependentOrderRow {
  /** What the v20 fields of the type begin with, in camel case: `takeProfit`. */
  readonly name: string;
  /** How sentences to clients name the type: `Take Profit`. */
  readonly words: string;
  /** `limit` waits for a price that is better for the trade, `stop` for a worse one. */
  readonly trigger: 'limit' | 'stop';
  /** How a client gives the price: it must, or it may give a distance instead, or it never does. */
  readonly price: 'required' | 'orDistance' | 'none';
  /** How a client gives the distance. `required` means that the price trails the market. */
  readonly distance: 'none' | 'orPrice' | 'required';
  /** Whether an order on fill is checked before the policy of guaranteed stops is, or after it. */
  readonly judged: 'beforePolicy' | 'afterPolicy';
  /** Whether an order that is triggered when it is made fills in the same batch, or by a later tick. */
  readonly fillsWhenMade: boolean;
  /** Place among the types in `PUT trades/{t}/orders`, in its request and its answers: 1, 2, 3 ... */
  readonly placeOnTrade: number;
  /** Whether the answer of that request has fields for how the new order ended at once. */
  readonly showsEnd: boolean;
}

const ROWS = {
  TAKE_PROFIT: {
    name: 'takeProfit',
    words: 'Take Profit',
    trigger: 'limit',
    price: 'required',
    distance: 'none',
    judged: 'beforePolicy',
    fillsWhenMade: true,
    placeOnTrade: 1,
    showsEnd: true,
  },
  STOP_LOSS: {
    name: 'stopLoss',
    words: 'Stop Loss',
    trigger: 'stop',
    price: 'orDistance',
    distance: 'orPrice',
    judged: 'beforePolicy',
    fillsWhenMade: true,
    placeOnTrade: 2,
    showsEnd: true,
  },
  GUARANTEED_STOP_LOSS: {
    name: 'guaranteedStopLoss',
    words: 'Guaranteed Stop Loss',
    trigger: 'stop',
    price: 'orDistance',
    distance: 'orPrice',
    judged: 'afterPolicy',
    fillsWhenMade: false,
    placeOnTrade: 4,
    showsEnd: false,
  },
  TRAILING_STOP_LOSS: {
    name: 'trailingStopLoss',
    words: 'Trailing Stop Loss',
    trigger: 'stop',
    price: 'none',
    distance: 'required',
    judged: 'afterPolicy',
    fillsWhenMade: false,
    placeOnTrade: 3,
    showsEnd: false,
  },
} as const satisfies Readonly<Record<string, DependentOrderRow>>;

type Rows = typeof ROWS;

/** Orders that close one trade. */
export type DependentOrderType = keyof Rows;
/** What the v20 fields of a dependent order type begin with. */
export type DependentOrderName = Rows[DependentOrderType]['name'];
/** The field of an entry order that asks for a dependent order on its fill. */
export type OnFillField = `${DependentOrderName}OnFill`;
/** The field of a trade that holds the id of its dependent order. */
export type DependentLink = `${DependentOrderName}OrderID`;
/** The field of a trade that holds its dependent order in full. */
export type DependentOrderField = `${DependentOrderName}Order`;
/** The dependent order types that give their price in one of these ways. */
export type DependentTypesPriced<Mode extends DependentOrderRow['price']> = {
  [Type in DependentOrderType]: Rows[Type]['price'] extends Mode ? Type : never;
}[DependentOrderType];

/** A row of the table with its type and the v20 names that are made of it. */
export interface DependentOrder<Type extends DependentOrderType = DependentOrderType>
  extends DependentOrderRow {
  readonly type: Type;
  /** The field of `PUT trades/{t}/orders`, and what the fields of its answers begin with. */
  readonly name: DependentOrderName;
  /** The field of an entry order: `takeProfitOnFill`. */
  readonly onFillField: OnFillField;
  /** What reasons of its orders on fill begin with: `TAKE_PROFIT_ON_FILL`. */
  readonly onFillPrefix: `${Type}_ON_FILL`;
  /** The field of a trade with the order's id: `takeProfitOrderID`. */
  readonly link: DependentLink;
  /** The field of a trade with the order in full: `takeProfitOrder`. */
  readonly orderField: DependentOrderField;
}

/** The rows by type, in the order in which orders on fill are checked and created. */
export const DEPENDENT_ORDERS = Object.fromEntries(
  Object.entries(ROWS).map(([type, row]) => [type, named(type as DependentOrderType, row)]),
) as { readonly [Type in DependentOrderType]: DependentOrder<Type> };

/** The rows in the order in which orders on fill are checked, created and shown. */
export const DEPENDENT_ORDER_LIST: readonly DependentOrder[] = Object.values(DEPENDENT_ORDERS);

/** The rows in the order in which `PUT trades/{t}/orders` treats and shows them. */
export const ORDERS_ON_TRADE: readonly DependentOrder[] = [...DEPENDENT_ORDER_LIST].sort(
  (a, b) => a.placeOnTrade - b.placeOnTrade,
);

/** The row of `type`; undefined for an order type that is not dependent. */
export function dependentOrder(type: string): DependentOrder | undefined {
  return Object.hasOwn(DEPENDENT_ORDERS, type)
    ? DEPENDENT_ORDERS[type as DependentOrderType]
    : undefined;
}

/** The dependent order types that give their price in one of `modes`, in the order of the table. */
export function typesPriced<Mode extends DependentOrderRow['price']>(modes: readonly Mode[]) {
  const types = DEPENDENT_ORDER_LIST.filter(({ price }) =>
    (modes as readonly DependentOrderRow['price'][]).includes(price),
  );
  return types.map(({ type }) => type as DependentTypesPriced<Mode>);
}

/** Whether the price of orders of `type` follows the market at a distance. */
export function trails(type: string): boolean {
  return dependentOrder(type)?.distance === 'required';
}

/** One value per dependent order type, under the v20 name that `field` of its row holds. */
export function perDependentOrder<
  Field extends 'name' | 'onFillField' | 'link' | 'orderField',
  Value,
>(
  field: Field,
  value: (row: DependentOrder) => Value,
  rows: readonly DependentOrder[] = DEPENDENT_ORDER_LIST,
): Record<DependentOrder[Field], Value> {
  const fields = {} as Record<DependentOrder[Field], Value>;
  for (const row of rows) fields[row[field]] = value(row);
  return fields;
}

function named(type: DependentOrderType, row: Rows[DependentOrderType]): DependentOrder {
  const { name } = row;
  return {
    ...row,
    type,
    onFillField: `${name}OnFill`,
    onFillPrefix: `${type}_ON_FILL`,
    link: `${name}OrderID`,
    orderField: `${name}Order`,
  };
}
