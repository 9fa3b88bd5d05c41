/**
 * The table of dependent order types: orders that close one trade. One row per type. Every
 * difference between the types is a field of the row, and every v20 name is built from the row's
 * `name`, so a new type is a new row. The rows are in the order in which orders on fill are
 * checked, created and shown. Source: v20 semantics 3.1, 3.2, 3.6, 4.7, 1.4 (dependent orders of a
 * trade).
 */

/** One row: what is special about a dependent order type. */
interface DependentOrderRow {
  /** The start of the type's v20 field names, in camel case: `takeProfit`. */
  readonly name: string;
  /** The name of the type in messages to clients: `Take Profit`. */
  readonly words: string;
  /** `limit` waits for a price that is better for the trade, `stop` for a worse price. */
  readonly trigger: 'limit' | 'stop';
  /** Whether a client gives a price: it must, it gives a price or a distance, or it cannot. */
  readonly price: 'required' | 'orDistance' | 'none';
  /** Whether a client gives a distance. `required` means that the price trails the market. */
  readonly distance: 'none' | 'orPrice' | 'required';
  /** Whether an order on fill is checked before or after the policy of guaranteed stops. */
  readonly judged: 'beforePolicy' | 'afterPolicy';
  /**
   * Whether an order that is already triggered when it is made fills in the same batch; otherwise a
   * later tick fills it.
   */
  readonly fillsWhenMade: boolean;
  /** Position of the type in the request and the answers of `PUT trades/{t}/orders`: 1, 2, 3 ... */
  readonly placeOnTrade: number;
  /**
   * Whether the answer of that request has fields for an order that fills or is cancelled at once.
   */
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

/** The types of orders that close one trade. */
export type DependentOrderType = keyof Rows;
/** The start of the v20 field names of a dependent order type. */
export type DependentOrderName = Rows[DependentOrderType]['name'];
/** The field of an entry order that requests a dependent order on its fill. */
export type OnFillField = `${DependentOrderName}OnFill`;
/** The field of a trade that holds the id of its dependent order. */
export type DependentLink = `${DependentOrderName}OrderID`;
/** The field of a trade that holds its dependent order in full. */
export type DependentOrderField = `${DependentOrderName}Order`;
/** The dependent order types that give their price in one of these ways. */
export type DependentTypesPriced<Mode extends DependentOrderRow['price']> = {
  [Type in DependentOrderType]: Rows[Type]['price'] extends Mode ? Type : never;
}[DependentOrderType];

/** A row of the table with its type and the v20 names that are built from it. */
export interface DependentOrder<Type extends DependentOrderType = DependentOrderType>
  extends DependentOrderRow {
  readonly type: Type;
  /** The field of `PUT trades/{t}/orders`, and the start of the field names in its answers. */
  readonly name: DependentOrderName;
  /** The field of an entry order: `takeProfitOnFill`. */
  readonly onFillField: OnFillField;
  /** The start of the reject reasons of its orders on fill: `TAKE_PROFIT_ON_FILL`. */
  readonly onFillPrefix: `${Type}_ON_FILL`;
  /** The field of a trade with the id of the order: `takeProfitOrderID`. */
  readonly link: DependentLink;
  /** The field of a trade with the full order: `takeProfitOrder`. */
  readonly orderField: DependentOrderField;
}

/** The rows by type, in the order in which orders on fill are checked and created. */
export const DEPENDENT_ORDERS = Object.fromEntries(
  Object.entries(ROWS).map(([type, row]) => [type, named(type as DependentOrderType, row)]),
) as { readonly [Type in DependentOrderType]: DependentOrder<Type> };

/** The rows in the order in which orders on fill are checked, created and shown. */
export const DEPENDENT_ORDER_LIST: readonly DependentOrder[] = Object.values(DEPENDENT_ORDERS);

/** The rows in the order in which `PUT trades/{t}/orders` handles and shows them. */
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

/** Whether the price of an order of `type` follows the market at a distance. */
export function trails(type: string): boolean {
  return dependentOrder(type)?.distance === 'required';
}

/** One value per dependent order type. The key is the v20 name in the field `field` of the row. */
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
