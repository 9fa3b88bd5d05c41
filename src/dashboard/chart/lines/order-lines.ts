/** The lines of an account on the chart of an instrument: orders at their prices, trades at theirs. Pure. */

import { grouped } from '../../parts/format.js';
import type { PageAccount } from '../../state/apply-changes.js';
import type { OrderDraft } from '../../state/order-draft.js';
import type { Order, TradeSummary } from '../../wire/types.js';

export type LineKind = 'entry' | 'trade' | 'stop' | 'profit' | 'trailing';

/** One line. */
export interface OrderLine {
  readonly key: string;
  readonly kind: LineKind;
  /** Which side fills at the line; of a trade, which side opened it. */
  readonly side: 'buy' | 'sell';
  readonly price: string;
  /** What it is, in a few words. */
  readonly label: string;
  /** The open profit or loss of a trade. */
  readonly pl?: string | undefined;
  /** The order; absent for a trade, and for an order that is only proposed. */
  readonly order?: Order;
  /** The trade of its own line, and of an order that closes one. */
  readonly trade?: TradeSummary | undefined;
  /** How many lines it stands for, when it is a group of several at one price. */
  readonly members?: number;
  /** For a level of the ticket: the order in the ticket, and which of its levels this is. */
  readonly draft?: OrderDraft;
  readonly part?: 'entry' | 'stop' | 'profit';
}

const KINDS: Readonly<Record<string, { readonly kind: LineKind; readonly words: string }>> = {
  LIMIT: { kind: 'entry', words: 'limit' },
  STOP: { kind: 'entry', words: 'stop' },
  MARKET_IF_TOUCHED: { kind: 'entry', words: 'if touched' },
  TAKE_PROFIT: { kind: 'profit', words: 'Profit' },
  STOP_LOSS: { kind: 'stop', words: 'Stop' },
  GUARANTEED_STOP_LOSS: { kind: 'stop', words: 'Guaranteed stop' },
  TRAILING_STOP_LOSS: { kind: 'trailing', words: 'Trailing stop' },
};
/** Lines on one chart; more would hide the candles. */
const MOST = 150;

/** The lines of `instrument`, those nearest to `price` when there are very many. */
export function orderLines(
  { orders, trades }: PageAccount,
  instrument: string,
  price: number,
): readonly OrderLine[] {
  const ofTrades = [...trades.values()].filter(trade => trade.instrument === instrument);
  const ofOrders = [...orders.values()].map(order => lineOfOrder(order, trades, instrument));
  const lines = [...ofTrades.map(lineOfTrade), ...ofOrders.filter(line => line !== undefined)];
  if (lines.length <= MOST) return lines;
  const away = (line: OrderLine) => Math.abs(Number(line.price) - price);
  return lines.sort((one, other) => away(one) - away(other)).slice(0, MOST);
}

function lineOfTrade(trade: TradeSummary): OrderLine {
  const { id, currentUnits, price, unrealizedPL } = trade;
  const isShort = currentUnits.startsWith('-');
  return {
    key: `trade ${id}`,
    kind: 'trade',
    side: isShort ? 'sell' : 'buy',
    price,
    label: `${isShort ? '▼ Short' : '▲ Long'} ${sizeText(currentUnits)}`,
    pl: unrealizedPL,
    trade,
  };
}

function lineOfOrder(
  order: Order,
  trades: PageAccount['trades'],
  instrument: string,
): OrderLine | undefined {
  const row = KINDS[order.type];
  const trade = order.tradeID === undefined ? undefined : trades.get(order.tradeID);
  const price = row?.kind === 'trailing' ? order.trailingStopValue : order.price;
  if (row === undefined || price === undefined) return undefined;
  if ((trade?.instrument ?? order.instrument) !== instrument) return undefined;
  const units = trade === undefined ? (order.units ?? '0') : opposite(trade.currentUnits);
  const side = units.startsWith('-') ? 'sell' : 'buy';
  const entry = side === 'buy' ? '▲ Buy' : '▼ Sell';
  return {
    key: `order ${order.id}`,
    kind: row.kind,
    side,
    price,
    label: `${row.kind === 'entry' ? `${entry} ${row.words}` : row.words} ${sizeText(units)}`,
    order,
    trade,
  };
}

function opposite(units: string): string {
  return units.startsWith('-') ? units.slice(1) : `-${units}`;
}

/** Units without their sign, for a label. */
export function sizeText(units: string): string {
  return grouped(units.replace('-', ''));
}
