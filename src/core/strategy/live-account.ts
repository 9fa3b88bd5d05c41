/**
 * The account as a strategy sees it. Fields are v20's, values are wire strings. Each is computed
 * from the live state when it is read; nothing is computed that is not read.
 */

import { formatFixed, formatMoney, formatUnits, sum } from '../base/decimal.js';
import type { AccountState, OrderRecord, TradeRecord } from '../ledger/account.js';
import { type AccountMarket, valueAccount } from '../ledger/valuation.js';
import type { ClientExtensions } from '../order/order.js';
import type { StrategyAccount, StrategyOrder, StrategyTrade } from './account.js';
import { accountFields, orderFields, tradeFields } from './account-fields.js';
import { instrumentNamed } from './check-command.js';
import type { StrategyInstrument } from './strategy.js';
import { PRINTED } from './tools/printed.js';

/** The view of one account of an engine. */
export class LiveAccount implements StrategyAccount {
  readonly id: string;
  readonly currency: string;
  readonly #state: AccountState;
  readonly #market: AccountMarket;
  readonly #instruments: readonly StrategyInstrument[];

  constructor(
    state: AccountState,
    market: AccountMarket,
    instruments: readonly StrategyInstrument[],
  ) {
    this.id = state.config.id;
    this.currency = state.config.currency;
    this.#state = state;
    this.#market = market;
    this.#instruments = instruments;
  }

  get balance(): string {
    return formatMoney(this.#state.balance);
  }

  get NAV(): string {
    return formatMoney(valueAccount(this.#state, this.#market).NAV);
  }

  get unrealizedPL(): string {
    return formatMoney(valueAccount(this.#state, this.#market).unrealizedPL);
  }

  get marginUsed(): string {
    return formatMoney(valueAccount(this.#state, this.#market).marginUsed);
  }

  get marginAvailable(): string {
    return formatMoney(valueAccount(this.#state, this.#market).marginAvailable);
  }

  unitsOf(name: string): number {
    const instrument = instrumentNamed(this.#instruments, name).name;
    const held = [...this.#state.openTrades.values()].filter(
      trade => trade.instrument === instrument,
    );
    return Number(formatUnits(sum(held.map(trade => trade.currentUnits))));
  }

  openTrades(): readonly StrategyTrade[] {
    return Array.from(this.#state.openTrades.values(), trade => new LiveTrade(trade, this.#market));
  }

  pendingOrders(): readonly StrategyOrder[] {
    return Array.from(this.#state.pendingOrders.values(), order => new LiveOrder(order));
  }

  toJSON(): object {
    return accountFields(this);
  }

  [PRINTED](): object {
    return this.toJSON();
  }
}

/** An open trade as it is when a field is read. */
class LiveTrade implements StrategyTrade {
  readonly #trade: TradeRecord;
  readonly #market: AccountMarket;

  constructor(trade: TradeRecord, market: AccountMarket) {
    this.#trade = trade;
    this.#market = market;
  }

  get id(): string {
    return String(this.#trade.id);
  }

  get instrument(): string {
    return this.#trade.instrument;
  }

  get price(): string {
    const { quotes } = this.#market;
    const { displayPrecision } = quotes.instrument(quotes.mustSlot(this.#trade.instrument));
    return formatFixed(this.#trade.price, displayPrecision);
  }

  get openTime(): string {
    return this.#trade.openTime;
  }

  get currentUnits(): string {
    return formatUnits(this.#trade.currentUnits);
  }

  get financing(): string {
    return formatMoney(this.#trade.financing);
  }

  get clientExtensions(): ClientExtensions | undefined {
    return this.#trade.clientExtensions;
  }

  toJSON(): object {
    return tradeFields(this);
  }

  [PRINTED](): object {
    return this.toJSON();
  }
}

/** A pending order as it is when a field is read. */
export class LiveOrder implements StrategyOrder {
  readonly #order: OrderRecord;

  constructor(order: OrderRecord) {
    this.#order = order;
  }

  get id(): string {
    return String(this.#order.id);
  }

  get type(): string {
    return this.#order.type;
  }

  get instrument(): string | undefined {
    return this.#order.tradeID === undefined ? this.#order.instrument : undefined;
  }

  get units(): string | undefined {
    return this.#created('units');
  }

  get price(): string | undefined {
    return this.#created('price');
  }

  get tradeID(): string | undefined {
    return this.#created('tradeID');
  }

  get clientExtensions(): ClientExtensions | undefined {
    return this.#order.clientExtensions;
  }

  toJSON(): object {
    return orderFields(this);
  }

  [PRINTED](): object {
    return this.toJSON();
  }

  #created(field: 'units' | 'price' | 'tradeID'): string | undefined {
    return (this.#order.creation as Partial<Record<typeof field, string>>)[field];
  }
}
