/**
 * A client's copy of an account, kept fresh by polling `changes` as v20 means it to be: lists say
 * what came, went and moved, `state` what moves with prices. Source: v20 semantics 9.2.
 * What the lists do not carry, labels and financing, its transactions do.
 */

import { decimal } from '../../../src/core/base/decimal.js';
import { present } from '../../../src/core/base/present.js';

type Fields = Readonly<Record<string, unknown>>;
interface WithID extends Fields {
  readonly id: string;
}
interface Changes {
  readonly ordersCreated: readonly WithID[];
  readonly ordersCancelled: readonly WithID[];
  readonly ordersFilled: readonly WithID[];
  readonly ordersTriggered: readonly WithID[];
  readonly tradesOpened: readonly WithID[];
  readonly tradesReduced: readonly WithID[];
  readonly tradesClosed: readonly WithID[];
  readonly positions: readonly Fields[];
  readonly transactions: readonly Fields[];
}
interface Values {
  readonly orders: readonly WithID[];
  readonly trades: readonly WithID[];
  readonly positions: readonly Fields[];
}

/** What `changes` speaks of, of an account as it is shown in full. */
export interface AccountCopy {
  readonly orders: ReadonlyMap<string, Fields>;
  readonly trades: ReadonlyMap<string, Fields>;
  readonly positions: ReadonlyMap<string, Fields>;
  /** Amounts of the account itself. */
  readonly amounts: Fields;
}

/** What a dependent order is called on its trade. */
const LINKS: Readonly<Record<string, string>> = {
  TAKE_PROFIT: 'takeProfitOrderID',
  STOP_LOSS: 'stopLossOrderID',
  TRAILING_STOP_LOSS: 'trailingStopLossOrderID',
  GUARANTEED_STOP_LOSS: 'guaranteedStopLossOrderID',
};
/** What a position is worth that is not among those with a worth. */
const FLAT = {
  netUnrealizedPL: '0.0000',
  longUnrealizedPL: '0.0000',
  shortUnrealizedPL: '0.0000',
};
const WAITING = 'CLOSE_WHEN_TRADEABLE';
const DISTANCES = ['triggerDistance', 'isTriggerDistanceExact'];

/** The copy in an account as `GET /accounts/{id}` shows it. @param amounts - names to keep. */
export function copyOf(account: Fields, amounts: readonly string[]): AccountCopy {
  const byID = (name: string, key: string) =>
    new Map((account[name] as readonly Fields[]).map(item => [String(item[key]), item]));
  return {
    orders: byID('orders', 'id'),
    trades: byID('trades', 'id'),
    positions: byID('positions', 'instrument'),
    amounts: Object.fromEntries(amounts.map(name => [name, account[name]])),
  };
}

/** The copy after what an answer of `changes` tells. */
export function changedCopy(copy: AccountCopy, answer: Fields): AccountCopy {
  const changes = answer['changes'] as Changes;
  const {
    orders: moving,
    trades: values,
    positions: worth,
    ...amounts
  } = answer['state'] as Values;
  const orders = new Map(copy.orders);
  for (const order of changes.ordersCreated) orders.set(order.id, order);
  for (const name of ['ordersCancelled', 'ordersFilled', 'ordersTriggered'] as const) {
    for (const { id } of changes[name]) orders.delete(id);
  }
  const trades = new Map(copy.trades);
  for (const transaction of changes.transactions) tell(orders, trades, transaction);
  for (const { id, ...state } of moving) {
    const moved = { ...orders.get(id), ...state };
    for (const name of DISTANCES) Reflect.deleteProperty(moved, name);
    orders.set(id, moved);
  }
  for (const name of ['tradesOpened', 'tradesReduced'] as const) {
    for (const trade of changes[name]) trades.set(trade.id, trade);
  }
  for (const { id } of changes.tradesClosed) trades.delete(id);
  for (const value of values) trades.set(value.id, { ...trades.get(value.id), ...value });
  const positions = new Map(copy.positions);
  for (const position of changes.positions) {
    const instrument = String(position['instrument']);
    positions.set(instrument, { ...position, ...shownWorth(position, FLAT) });
  }
  for (const value of worth) {
    const instrument = String(value['instrument']);
    positions.set(instrument, {
      ...positions.get(instrument),
      ...shownWorth(positions.get(instrument) ?? {}, value),
    });
  }
  return { orders, trades: linked(trades, orders), positions, amounts };
}

/** What only a transaction says: labels of orders and trades, financing and dividends of trades. */
function tell(orders: Map<string, Fields>, trades: Map<string, Fields>, told: Fields): void {
  const change = (items: Map<string, Fields>, id: unknown, fields: Fields) => {
    const item = items.get(String(id));
    if (item !== undefined) items.set(String(id), { ...item, ...present(fields) });
  };
  const add = (field: string, { tradeID, [field]: amount }: Fields) => {
    const before = decimal(String(trades.get(String(tradeID))?.[field] ?? 0));
    change(trades, tradeID, { [field]: before.plus(String(amount)).toFixed(4) });
  };
  const { clientExtensionsModify, tradeClientExtensionsModify } = told;
  if (told['type'] === 'ORDER_CLIENT_EXTENSIONS_MODIFY') {
    const { clientExtensions, tradeClientExtensions } = orders.get(String(told['orderID'])) ?? {};
    change(orders, told['orderID'], {
      clientExtensions: merged(clientExtensions, clientExtensionsModify),
      tradeClientExtensions: merged(tradeClientExtensions, tradeClientExtensionsModify),
    });
  } else if (told['type'] === 'TRADE_CLIENT_EXTENSIONS_MODIFY') {
    const { clientExtensions } = trades.get(String(told['tradeID'])) ?? {};
    change(trades, told['tradeID'], {
      clientExtensions: merged(clientExtensions, tradeClientExtensionsModify),
    });
  } else if (told['type'] === 'DAILY_FINANCING') {
    const positions = told['positionFinancings'] as { openTradeFinancings: Fields[] }[];
    for (const each of positions.flatMap(each => each.openTradeFinancings)) add('financing', each);
  } else if (told['type'] === 'DIVIDEND_ADJUSTMENT') {
    for (const each of told['openTradeDividendAdjustments'] as Fields[]) {
      add('dividendAdjustment', each);
    }
  } else if (told['type'] === 'DELAYED_TRADE_CLOSURE') {
    for (const id of told['tradeIDs'] as string[]) change(trades, id, { state: WAITING });
  }
}

function merged(before: unknown, change: unknown): unknown {
  return change === undefined ? before : { ...(before as Fields), ...(change as Fields) };
}

/** Trades with the ids of the dependent orders that wait. */
function linked(
  trades: ReadonlyMap<string, Fields>,
  orders: ReadonlyMap<string, Fields>,
): ReadonlyMap<string, Fields> {
  const bare = [...trades].map(([id, trade]): [string, Fields] => {
    const others = Object.entries(trade).filter(([name]) => !Object.values(LINKS).includes(name));
    const own = [...orders.values()].filter(({ tradeID }) => tradeID === id);
    const links = own.map(order => [LINKS[String(order['type'])], order['id']]);
    return [id, { ...Object.fromEntries(others), ...Object.fromEntries(links) }];
  });
  return new Map(bare);
}

/** Profit and loss of a position under the names that the position itself has for them. */
function shownWorth(position: Fields, value: Fields): Fields {
  const side = (name: string) => ({
    ...(position[name] as Fields),
    unrealizedPL: value[`${name}UnrealizedPL`],
  });
  return present({
    unrealizedPL: value['netUnrealizedPL'],
    marginUsed: value['marginUsed'],
    long: side('long'),
    short: side('short'),
  });
}
