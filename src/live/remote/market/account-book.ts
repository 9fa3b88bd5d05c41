/**
 * Keeps the account up to date between two readings: the fold of the ledger (`core/ledger/apply.ts`)
 * goes on from the last reading with each transaction since then, as in a backtest. Values that depend
 * on prices are those of the latest reading.
 * Source: v20 semantics 6 (transactions), 9.1 (account).
 */

import { formatFixed, formatMoney, formatUnits, sum } from '../../../core/base/decimal.js';
import type { AccountState, TradeRecord } from '../../../core/ledger/account.js';
import type { Transaction } from '../../../core/ledger/transaction.js';
import type {
  StrategyAccount,
  StrategyOrder,
  StrategyTrade,
} from '../../../core/strategy/account.js';
import { accountFields, orderFields, tradeFields } from '../../../core/strategy/account-fields.js';
import { instrumentNamed } from '../../../core/strategy/check-command.js';
import { LiveOrder } from '../../../core/strategy/live-account.js';
import type { StrategyInstrument } from '../../../core/strategy/strategy.js';
import { PRINTED } from '../../../core/strategy/tools/printed.js';
import type { Json } from '../wire/v20-client.js';
import { accountStateOf, emptyAccount } from './host-account.js';
import { applyHosted } from './host-transaction.js';

/**
 * Owns the trades, orders and balance of one account. A reading replaces them, `apply` adds one
 * transaction; together they are the account as of the last transaction that they include.
 */
export class AccountBook implements StrategyAccount {
  readonly id: string;
  /** Instruments of the market. */
  readonly #instruments: () => readonly StrategyInstrument[];
  #state: AccountState;
  /** The account at the last reading. */
  #values: Json = {};

  constructor(id: string, instruments: () => readonly StrategyInstrument[]) {
    this.id = id;
    this.#instruments = instruments;
    this.#state = emptyAccount(id);
  }

  get lastTransactionID(): number {
    return this.#state.lastTransactionID;
  }

  get hasOpenTrades(): boolean {
    return this.#state.openTrades.size > 0;
  }

  /** Takes the values that depend on prices from an account or its summary, as the host sent it. */
  takeValues(shown: Json): void {
    this.#values = shown;
  }

  /**
   * Called when all transactions so far have been taken. Takes the rest of the account too, if it
   * was read since and includes exactly these transactions.
   */
  settle(): void {
    const shown = this.#values;
    const isWhole = 'trades' in shown && 'orders' in shown;
    if (isWhole && Number(shown['lastTransactionID']) === this.lastTransactionID)
      this.takeAll(shown);
  }

  /** Takes an account as the host sent it. */
  takeAll(account: Json): void {
    this.#values = account;
    this.#state = accountStateOf(this.id, account);
  }

  /**
   * Applies one transaction; a transaction that is already included changes nothing.
   * @throws InvariantError when it does not follow from the account.
   */
  apply(transaction: Transaction): void {
    if (Number(transaction.id) > this.lastTransactionID) applyHosted(this.#state, transaction);
  }

  get currency(): string {
    return this.#values['currency'] as string;
  }

  get balance(): string {
    return formatMoney(this.#state.balance);
  }

  get NAV(): string {
    return this.#values['NAV'] as string;
  }

  get unrealizedPL(): string {
    return this.#values['unrealizedPL'] as string;
  }

  get marginUsed(): string {
    return this.#values['marginUsed'] as string;
  }

  get marginAvailable(): string {
    return this.#values['marginAvailable'] as string;
  }

  unitsOf(name: string): number {
    const instrument = instrumentNamed(this.#instruments(), name).name;
    const trades = [...this.#state.openTrades.values()].filter(
      trade => trade.instrument === instrument,
    );
    return Number(formatUnits(sum(trades.map(trade => trade.currentUnits))));
  }

  /** Whether the account may hold both sides of an instrument. */
  get isHedging(): boolean {
    return this.#values['hedgingEnabled'] === true;
  }

  /** The margin rate of the account; the larger of it and that of an instrument applies. */
  get marginRate(): string {
    return this.#values['marginRate'] as string;
  }

  openTrades(): readonly StrategyTrade[] {
    return Array.from(this.#state.openTrades.values(), trade => this.#tradeOf(trade));
  }

  pendingOrders(): readonly StrategyOrder[] {
    return Array.from(this.#state.pendingOrders.values(), order =>
      orderFields(new LiveOrder(order)),
    );
  }

  toJSON(): object {
    return accountFields(this);
  }

  [PRINTED](): object {
    return this.toJSON();
  }

  /** A trade as the host sends it; a price of an instrument that is not listed keeps its digits. */
  #tradeOf(trade: TradeRecord): StrategyTrade {
    const { id, instrument, price, currentUnits, financing } = trade;
    const digits = this.#instruments().find(({ name }) => name === instrument)?.displayPrecision;
    return tradeFields({
      ...trade,
      id: String(id),
      price: digits === undefined ? String(price) : formatFixed(price, digits),
      currentUnits: formatUnits(currentUnits),
      financing: formatMoney(financing),
    });
  }
}
