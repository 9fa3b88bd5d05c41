/**
 * Keeps the account up to date between two readings: trades and orders from the last reading,
 * updated by each transaction since then, as in a backtest. Values that depend on prices are those
 * of the latest reading.
 * Source: v20 semantics 6 (transactions), 9.1 (account).
 */

import { decimal, formatMoney, formatUnits, sum } from '../../../core/base/decimal.js';
import type { Transaction } from '../../../core/ledger/transaction.js';
import type { ClientExtensions } from '../../../core/order/order.js';
import type {
  StrategyAccount,
  StrategyOrder,
  StrategyTrade,
} from '../../../core/strategy/account.js';
import { accountFields, orderFields, tradeFields } from '../../../core/strategy/account-fields.js';
import { instrumentNamed } from '../../../core/strategy/check-command.js';
import type { StrategyInstrument } from '../../../core/strategy/strategy.js';
import { PRINTED } from '../../../core/strategy/tools/printed.js';
import type { Json } from '../wire/v20-client.js';

/** Fields of a created order, whatever its type. */
interface OrderFields {
  readonly instrument?: string;
  readonly units?: string;
  readonly price?: string;
  readonly tradeID?: string;
  readonly clientExtensions?: ClientExtensions;
}

/**
 * Owns the trades, orders and balance of one account. A reading replaces them, `apply` adds one
 * transaction; together they are the account as of the last transaction that they include.
 */
export class AccountBook implements StrategyAccount {
  readonly id: string;
  /** Instruments of the market. */
  readonly #instruments: () => readonly StrategyInstrument[];
  #trades = new Map<string, StrategyTrade>();
  #orders = new Map<string, StrategyOrder>();
  #balance = '';
  /** Number of the last transaction that trades, orders and balance include. */
  #lastID = 0;
  /** The account at the last reading. */
  #values: Json = {};

  constructor(id: string, instruments: () => readonly StrategyInstrument[]) {
    this.id = id;
    this.#instruments = instruments;
  }

  get lastTransactionID(): number {
    return this.#lastID;
  }

  get hasOpenTrades(): boolean {
    return this.#trades.size > 0;
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
    if (isWhole && Number(shown['lastTransactionID']) === this.#lastID) this.takeAll(shown);
  }

  /** Takes an account as the host sent it. */
  takeAll(account: Json): void {
    this.#values = account;
    this.#lastID = Number(account['lastTransactionID']);
    this.#balance = account['balance'] as string;
    this.#trades = byID(account['trades'] as StrategyTrade[]);
    this.#orders = byID(account['orders'] as StrategyOrder[]);
  }

  /** Applies one transaction; a transaction that is already included changes nothing. */
  apply(transaction: Transaction): void {
    if (Number(transaction.id) <= this.#lastID) return;
    this.#lastID = Number(transaction.id);
    const { accountBalance } = transaction as { readonly accountBalance?: string };
    if (accountBalance !== undefined) this.#balance = accountBalance;
    switch (transaction.type) {
      case 'ORDER_FILL':
        this.#fill(transaction);
        return;
      case 'ORDER_CANCEL':
        this.#orders.delete(transaction.orderID);
        return;
      case 'ORDER_CLIENT_EXTENSIONS_MODIFY':
        label(this.#orders, transaction.orderID, transaction.clientExtensionsModify);
        return;
      case 'TRADE_CLIENT_EXTENSIONS_MODIFY':
        label(this.#trades, transaction.tradeID, transaction.tradeClientExtensionsModify);
        return;
      case 'DAILY_FINANCING':
        this.#financeAll(transaction);
        return;
      default:
        if (transaction.type.endsWith('_ORDER')) this.#order(transaction);
    }
  }

  #order({ id, type, ...rest }: Transaction): void {
    const { instrument, units, price, tradeID, clientExtensions } = rest as OrderFields;
    this.#orders.set(id, {
      id,
      type: type.slice(0, -'_ORDER'.length),
      instrument: tradeID === undefined ? instrument : undefined,
      units,
      price,
      tradeID,
      clientExtensions,
    });
  }

  #fill(fill: Transaction & { readonly type: 'ORDER_FILL' }): void {
    this.#orders.delete(fill.orderID);
    const { tradesClosed = [], tradeReduced, tradeOpened, instrument } = fill;
    for (const { tradeID } of tradesClosed) this.#trades.delete(tradeID);
    const reduced = tradeReduced && this.#trades.get(tradeReduced.tradeID);
    if (tradeReduced !== undefined && reduced !== undefined) {
      const currentUnits = formatUnits(
        sum([reduced.currentUnits, tradeReduced.units].map(decimal)),
      );
      this.#trades.set(reduced.id, { ...reduced, currentUnits });
      if (tradeReduced.financing !== undefined) this.#finance(reduced.id, tradeReduced.financing);
    }
    if (tradeOpened === undefined) return;
    const { tradeID: id, units, price = fill.price, clientExtensions } = tradeOpened;
    this.#trades.set(id, {
      id,
      instrument,
      price,
      openTime: fill.time,
      currentUnits: units,
      financing: formatMoney(decimal(0)),
      clientExtensions,
    });
  }

  /** Older hosts leave out fields that do not concern trades. */
  #financeAll({ positionFinancings = [] }: Transaction & { type: 'DAILY_FINANCING' }): void {
    for (const { openTradeFinancings = [] } of positionFinancings) {
      for (const { tradeID, financing } of openTradeFinancings) this.#finance(tradeID, financing);
    }
  }

  #finance(tradeID: string, financing: string): void {
    const trade = this.#trades.get(tradeID);
    if (trade === undefined) return;
    const total = formatMoney(sum([trade.financing, financing].map(decimal)));
    this.#trades.set(tradeID, { ...trade, financing: total });
  }

  get currency(): string {
    return this.#values['currency'] as string;
  }

  get balance(): string {
    return this.#balance;
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
    const held = [...this.#trades.values()].filter(trade => trade.instrument === instrument);
    return Number(formatUnits(sum(held.map(trade => decimal(trade.currentUnits)))));
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
    return Array.from(this.#trades.values(), tradeFields);
  }

  pendingOrders(): readonly StrategyOrder[] {
    return Array.from(this.#orders.values(), orderFields);
  }

  toJSON(): object {
    return accountFields(this);
  }

  [PRINTED](): object {
    return this.toJSON();
  }
}

/** Oldest first. */
function byID<T extends { readonly id: string }>(listed: readonly T[]): Map<string, T> {
  const sorted = [...listed].sort((a, b) => Number(a.id) - Number(b.id));
  return new Map(sorted.map(each => [each.id, each]));
}

function label<T extends { readonly clientExtensions?: ClientExtensions | undefined }>(
  labelled: Map<string, T>,
  id: string,
  modify: ClientExtensions | undefined,
): void {
  const known = labelled.get(id);
  if (known === undefined || modify === undefined) return;
  labelled.set(id, { ...known, clientExtensions: { ...known.clientExtensions, ...modify } });
}
