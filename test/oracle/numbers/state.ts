/**
 * What the oracle knows: markets, accounts, orders and trades as plain arrays, changed in place.
 * Orders and trades of the past stay in their arrays; every question is a full scan.
 * Source: v20 semantics 3, 4.3, 4.9.
 */

import type { ReadCommand as Command } from '../../../src/core/engine/state/command.js';
import type { AccountConfig } from '../../../src/core/ledger/account-config.js';
import type { Instrument } from '../../../src/core/market/instrument.js';
import type {
  ClientExtensions,
  OnFillDetails,
  OrderPositionFill,
  OrderTriggerCondition,
  OrderType,
  TimeInForce,
} from '../../../src/core/order/order.js';
import { sessionAt } from '../../../src/core/time/calendar.js';
import { formatRfc3339, instant } from '../../../src/core/time/instant.js';
import { points, type Rational, whole } from './rational.js';

export interface Halt {
  readonly from: number;
  readonly to: number;
  /** A halt of ALL sides closes the market. */
  readonly side: 'ALL' | 'BID' | 'ASK';
  readonly mode: 'HALTED' | 'REDUCE_ONLY';
}

export interface OracleTick {
  readonly kind: 'tick';
  readonly time: number;
  readonly instrument: string;
  /** Integer points. */
  readonly bid: number;
  readonly ask: number;
  readonly bidVolume?: number;
  readonly askVolume?: number;
  /** Whether the price passed here from the tick before through every price between. */
  readonly leg?: boolean;
}

export interface OracleCommand {
  readonly kind: 'command';
  readonly time: number;
  readonly accountID: string;
  readonly command: Command;
  /** The reason with which a fault has it refused, if it creates or replaces an order. */
  readonly refuse?: string;
}

/** What a fault of the market changes from `from` on and before `to`. */
export interface MarketChange {
  readonly from: number;
  readonly to: number;
  /** Points added on each side of the spread. */
  readonly spread?: number;
  /** Points added to both prices. */
  readonly gap?: number;
  /** Units on each side of the book. */
  readonly liquidity?: number;
  readonly halt?: Pick<Halt, 'side' | 'mode'>;
}

/** From now on these changes hold for the instrument, in their order, and no others. */
export interface OracleFault {
  readonly kind: 'fault';
  readonly time: number;
  readonly instrument: string;
  readonly changes: readonly MarketChange[];
}

/** What happens in a run. Of one instant ticks come first. */
export type OracleEvent = OracleTick | OracleCommand | OracleFault;

/** A whole run; times are microseconds, events in time order. */
export interface OracleInput {
  readonly from: number;
  readonly to: number;
  readonly instruments: readonly {
    readonly instrument: Instrument;
    readonly halts: readonly Halt[];
  }[];
  readonly accounts: readonly AccountConfig[];
  /** Ticks before `from`, in time order: the last of an instrument is its price at `from`. */
  readonly before?: readonly OracleTick[];
  readonly events: readonly OracleEvent[];
}

export interface Quote {
  readonly time: number;
  readonly bid: Rational;
  readonly ask: Rational;
  readonly bidDepth: Rational;
  readonly askDepth: Rational;
}

export interface Market {
  readonly instrument: Instrument;
  readonly halts: readonly Halt[];
  quote?: Quote;
  /** The changes of the last fault. */
  changes?: readonly MarketChange[];
}

export interface Trade {
  readonly id: number;
  readonly instrument: string;
  readonly price: Rational;
  /** Signed; zero when closed. */
  units: Rational;
  /** Up to when financing is settled: the opening, then each settlement (SECOND_BY_SECOND). */
  financedTo: number;
  clientExtensions?: ClientExtensions | undefined;
  /** Id of the DELAYED_TRADE_CLOSURE that waits for a tradeable price. */
  delayedBy?: number;
}

export interface Order {
  readonly id: number;
  readonly type: OrderType;
  readonly instrument: string;
  /** Signed units of an entry order; a dependent order closes what its trade then has. */
  readonly units: Rational;
  readonly timeInForce: TimeInForce;
  readonly positionFill: OrderPositionFill;
  readonly triggerCondition: OrderTriggerCondition;
  readonly price?: Rational | undefined;
  readonly bound?: Rational | undefined;
  readonly distance?: Rational | undefined;
  /** Instant at which a GTD or GFD order expires. */
  readonly expires?: number | undefined;
  readonly gtdTime?: string | undefined;
  /** The trade of a dependent order. */
  readonly trade?: Trade | undefined;
  /** Trades that a closing MARKET order may touch, in this order. */
  readonly closes?: readonly Trade[];
  /** MARKET orders: CLIENT_ORDER, TRADE_CLOSE, POSITION_CLOSEOUT and so on. */
  readonly marketReason?: string;
  /** MARKET_IF_TOUCHED: compared price at creation. */
  readonly initialPrice?: Rational | undefined;
  readonly onFill: OnFillDetails;
  clientExtensions?: ClientExtensions | undefined;
  tradeClientExtensions?: ClientExtensions | undefined;
  trailingValue?: Rational;
  /** Whether it is the rest of a partial fill, which only a leg that comes to its price meets. */
  readonly isRest?: boolean;
  pending: boolean;
}

/** Transactions as they go over the wire. */
export type Wire = Record<string, unknown>;

export interface Account {
  readonly config: AccountConfig;
  readonly userID: number;
  readonly orders: Order[];
  readonly trades: Trade[];
  readonly log: Wire[];
  balance: Rational;
  alias: string;
  marginRate?: string | undefined;
  closed: boolean;
  /** First id of the batch being written. */
  batch: number;
}

export interface World {
  now: number;
  readonly markets: readonly Market[];
  readonly accounts: readonly Account[];
  /** Commands executed so far, over all accounts. */
  requests: number;
  /** Set while a command executes. */
  requestID?: string | undefined;
  /** Set while a command executes that a fault refuses. */
  refusal?: string | undefined;
  /** Set while a closeout or a delayed close is written: its userID is 0. */
  byServer: boolean;
}

/** The market of an instrument name that is known to exist. */
export function marketOf(world: World, name: string): Market {
  const market = world.markets.find(({ instrument }) => instrument.name === name);
  if (market === undefined) throw new Error(`no market ${name}`);
  return market;
}

/** Latest quote of a market that has one. */
export function quoteOf(world: World, name: string): Quote {
  const { quote } = marketOf(world, name);
  if (quote === undefined) throw new Error(`no quote ${name}`);
  return quote;
}

/**
 * Whether fills are possible at all: the session is open and no halt of all sides covers now.
 * The quote may be older than the session (ambiguous: the last known quote counts).
 */
export function isTradeable(world: World, market: Market): boolean {
  if (market.quote === undefined) return false;
  if (!sessionAt(market.instrument.tradingHours, instant(world.now)).open) return false;
  return !haltsNow(world, market).some(halt => halt.side === 'ALL' && halt.mode === 'HALTED');
}

/** Halts that cover now, those of faults too; `to` is exclusive. */
export function haltsNow(world: World, market: Market): readonly Pick<Halt, 'side' | 'mode'>[] {
  const covers = ({ from, to }: { from: number; to: number }) =>
    from <= world.now && world.now < to;
  const changes = (market.changes ?? []).filter(covers);
  return [...market.halts.filter(covers), ...changes.flatMap(({ halt }) => halt ?? [])];
}

/**
 * The quote of a tick with what faults make of it; depth is the tick's volume, else the instrument's default. A
 * price is 1 point at least. Source: docs/reference/faults.md, faults of the market.
 */
export function quoteFromTick(market: Market, tick: OracleTick): Quote {
  const { displayPrecision, defaultLiquidity } = market.instrument;
  let { bid, ask } = tick;
  let bidDepth = tick.bidVolume ?? defaultLiquidity;
  let askDepth = tick.askVolume ?? defaultLiquidity;
  for (const { from, to, spread = 0, gap = 0, liquidity } of market.changes ?? []) {
    if (tick.time < from || tick.time >= to) continue;
    bid = Math.max(1, bid + gap - spread);
    ask = Math.max(1, ask + gap + spread);
    bidDepth = liquidity ?? bidDepth;
    askDepth = liquidity ?? askDepth;
  }
  return {
    time: tick.time,
    bid: points(bid, displayPrecision),
    ask: points(ask, displayPrecision),
    bidDepth: whole(bidDepth),
    askDepth: whole(askDepth),
  };
}

/** Open trades of an account, oldest first; of one instrument when named. */
export function openTrades(account: Account, instrument?: string): Trade[] {
  return account.trades.filter(
    trade =>
      trade.units.sign !== 0 && (instrument === undefined || trade.instrument === instrument),
  );
}

/** Pending orders, ascending id. */
export function pendingOrders(account: Account): Order[] {
  return account.orders.filter(order => order.pending);
}

/** Pending dependent orders of a trade, ascending id. */
export function dependentsOf(account: Account, trade: Trade): Order[] {
  return pendingOrders(account).filter(order => order.trade === trade);
}

/** Id that the next transaction of the account gets. */
export function nextId(account: Account): number {
  return account.log.length + 1;
}

/** The next transaction starts a batch. */
export function beginBatch(account: Account): void {
  account.batch = nextId(account);
}

/** Appends a transaction in the current batch. @returns its id. */
export function write(world: World, account: Account, type: string, rest: Wire): number {
  const id = nextId(account);
  account.log.push(
    withoutAbsent({
      id: String(id),
      accountID: account.config.id,
      userID: world.byServer ? 0 : account.userID,
      batchID: String(account.batch),
      requestID: world.requestID,
      time: formatRfc3339(instant(world.now)),
      type,
      ...rest,
    }),
  );
  return id;
}

/** Why an order is cancelled, and what its cancel belongs to. */
export interface Cancel {
  readonly reason: string;
  readonly replacedByOrderID?: string;
  readonly closedTradeID?: string;
  readonly tradeCloseTransactionID?: string;
}

/** Cancels a pending or just created order within the current batch; E15 order of fields. */
export function cancelOrder(world: World, account: Account, order: Order, cancel: Cancel): number {
  order.pending = false;
  return write(world, account, 'ORDER_CANCEL', {
    orderID: String(order.id),
    clientOrderID: order.clientExtensions?.id,
    replacedByOrderID: cancel.replacedByOrderID,
    closedTradeID: cancel.closedTradeID,
    tradeCloseTransactionID: cancel.tradeCloseTransactionID,
    reason: cancel.reason,
  });
}

/** The object without its undefined members; absent is omitted on the wire. */
export function withoutAbsent(object: Wire): Wire {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}
