/**
 * What an explanation may look at: one transaction, the order that it is about, and the market and
 * the account as they were then. Each part is made when it is first asked for.
 */

import { present } from '../base/present.js';
import type { CandleSeries } from '../candle/series.js';
import type { AccountCell } from '../engine/state/account-cell.js';
import type { EngineState } from '../engine/state/engine-state.js';
import type { AccountState, OrderRecord } from '../ledger/account.js';
import { TakenLiquidity } from '../ledger/log/taken-liquidity.js';
import type { Transaction } from '../ledger/transaction.js';
import type { AccountMarket } from '../ledger/valuation.js';
import type { Instrument } from '../market/instrument.js';
import { formatPoints } from '../market/points.js';
import type { TriggerSide } from '../order/trigger.js';
import { formatRfc3339, instant } from '../time/instant.js';
import type { ExplainedTick } from './explanation.js';
import { isHeldUp } from './held-up.js';
import { isEnd, laterQuote, legTo, legWords } from './leg-place.js';
import {
  type MarketPlace,
  marketAt,
  placeOf,
  quoteAt,
  stateBefore,
  type TickPlace,
} from './place.js';
import { type Trial, trialFill } from './trial.js';
import { neededSide, type PriceWait, trailedLevel, triggerTicks, waitingOf } from './waiting.js';

/**
 * One transaction, or one pending order, with its surroundings. Owns the parts that were made; each
 * is made when it is first read, and never changes.
 */
export class Scene {
  readonly state: EngineState;
  readonly cell: AccountCell;
  /** The transaction that decided; of a pending order the one that made it. */
  readonly transaction: Transaction;
  readonly order: OrderRecord | undefined;
  /** Whether the order still waits; its place is then the present. */
  readonly isPending: boolean;
  #place: MarketPlace | undefined;
  #market: AccountMarket | undefined;
  #before: AccountState | undefined;
  #trial: Trial | undefined;
  #waiting: { readonly found: PriceWait | undefined } | undefined;

  constructor(state: EngineState, cell: AccountCell, transaction: Transaction, isPending = false) {
    this.state = state;
    this.cell = cell;
    this.transaction = transaction;
    this.isPending = isPending;
    const id = isPending ? transaction.id : orderOf(transaction);
    this.order = id === undefined ? undefined : cell.state.orders.get(Number(id));
  }

  /** Where the transaction was made; of a pending order: now. */
  get place(): MarketPlace {
    this.#place ??= this.#findPlace();
    return this.#place;
  }

  /** The quotes at the place. */
  get market(): AccountMarket {
    this.#market ??= marketAt(this.state, this.cell, this.place);
    return this.#market;
  }

  /** The account before the transaction. */
  get before(): AccountState {
    if (this.isPending) return this.cell.state;
    this.#before ??= stateBefore(this.cell, Number(this.transaction.id));
    return this.#before;
  }

  /** What the book would have given the order at the place; undefined without an order. */
  get trial(): Trial | undefined {
    const { order, slot } = this;
    if (order === undefined || slot === undefined || !this.market.quotes.isPriced(slot)) {
      return undefined;
    }
    const { before: account, market, cell } = this;
    const { model } = this.state;
    const lastID = this.isPending ? cell.log.lastID : Number(this.transaction.id) - 1;
    const taker = { taken: new TakenLiquidity(cell.log), at: this.place.time, lastID };
    this.#trial ??= trialFill({ order, account, market, model, taker });
    return this.#trial;
  }

  /** How the order waited; undefined when it did not. */
  get waiting(): PriceWait | undefined {
    const { order } = this;
    this.#waiting ??= {
      found: order === undefined ? undefined : waitingOf(this.state, this.cell, order),
    };
    return this.#waiting.found;
  }

  /** The slot of the instrument that the transaction is about. */
  get slot(): number | undefined {
    const name = this.#instrumentName();
    return name === undefined ? undefined : this.state.quotes.slot(name);
  }

  get instrument(): Instrument | undefined {
    return this.slot === undefined ? undefined : this.state.quotes.instrument(this.slot);
  }

  /** Whether a fill of the order would buy; undefined when it is not known. */
  get buys(): boolean | undefined {
    const { order, transaction } = this;
    if (transaction.type === 'ORDER_FILL') return !transaction.units.startsWith('-');
    const trade =
      order?.tradeID === undefined ? undefined : this.cell.state.trades.get(order.tradeID);
    if (trade !== undefined) return trade.initialUnits.isNegative();
    if (order !== undefined) return order.units.isPositive();
    return undefined;
  }

  /** The latest tick of the instrument at the place. */
  get tick(): ExplainedTick | undefined {
    const { slot, instrument } = this;
    if (slot === undefined || instrument === undefined) return undefined;
    const quote = quoteAt(this.state, slot, this.place);
    if (quote === undefined) return undefined;
    const { time, bid, ask } = quote;
    const { between } = this;
    return {
      instrument: instrument.name,
      time: formatRfc3339(instant(time)),
      bid: formatPoints(bid, instrument.displayPrecision),
      ask: formatPoints(ask, instrument.displayPrecision),
      ...present({ between }),
    };
  }

  /** The points of a path between which the quote of the place lies; undefined when it is a tick's own. */
  get between(): string | undefined {
    const { place, slot } = this;
    if (place.kind !== 'tick' || place.quote === undefined || place.slot !== slot) return undefined;
    return legWords(this.state.candles[slot] as CandleSeries, place.row);
  }

  #findPlace(): MarketPlace {
    const { state, cell, transaction } = this;
    if (this.isPending) return { kind: 'commands', time: state.clock.now };
    const place = placeOf(state, cell, transaction);
    const isFirst = transaction.batchID === transaction.id;
    if (place.kind !== 'tick' || transaction.type !== 'ORDER_CANCEL' || !isFirst) return place;
    const { waiting, order, before: account } = this;
    if (waiting === undefined || order === undefined) return place;
    const own = neededSide(order, waiting);
    const ticks = triggerTicks(state, own, place);
    const tick = ticks.find(each => !isHeldUp(state, { cell, account, order }, own, each)) ?? place;
    const quote = tick.kind === 'tick' ? this.#meetingQuote(own, tick) : undefined;
    return quote === undefined ? tick : { ...tick, quote };
  }

  /** The quote between two points at which the leg to `tick` met the order; undefined at the tick itself. */
  #meetingQuote({ side, direction, standingAt, ...own }: PriceWait, tick: TickPlace) {
    const { state } = this;
    const leg = legTo(state.candles[tick.slot] as CandleSeries, tick.row);
    const level = trailedLevel(state, { side, direction, ...own }, tick.row);
    const span = leg?.reached(side, direction, level);
    if (leg === undefined || span === undefined) return undefined;
    const quote = laterQuote(leg, leg.quoteAt(span.from), own.bornAt);
    return isEnd(leg, quote) ? undefined : quote;
  }

  #instrumentName(): string | undefined {
    const { transaction, order, cell } = this;
    if (order !== undefined) return order.instrument;
    if ('instrument' in transaction) return transaction.instrument;
    const named = 'tradeID' in transaction ? transaction.tradeID : undefined;
    const label = 'clientTradeID' in transaction ? transaction.clientTradeID : undefined;
    const id = named ?? (label === undefined ? undefined : this.before.clientTradeIDs.get(label));
    return id === undefined ? undefined : cell.state.trades.get(Number(id))?.instrument;
  }
}

/** The order that a fill, a cancel or a refused change names. */
function orderOf(transaction: Transaction): string | undefined {
  return 'orderID' in transaction ? transaction.orderID : undefined;
}

/** The text of a price in units of `side`. @param precision - displayPrecision. */
export function sidePriceText(side: TriggerSide, price: number, precision: number): string {
  if (side !== 'MID') return formatPoints(price, precision);
  return price % 2 === 0
    ? formatPoints(price / 2, precision)
    : formatPoints(price * 5, precision + 1);
}
