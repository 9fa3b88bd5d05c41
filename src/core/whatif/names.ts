/**
 * Names of the orders and trades of a run that do not depend on ids: what made them, and
 * which of its kind each was. In a run with other commands the ids shift, and the names stay. The
 * order of a command is named by the command; a dependent order that a fill made is named by its
 * trade; a trade is named by the order whose fill opened it.
 */

import type { Sequence } from '../base/chunked-list.js';
import {
  isOrderTransaction,
  type OrderTransaction,
  type Transaction,
} from '../ledger/transaction.js';

/** What a specifier can name. */
export type NamedKind = 'order' | 'trade';

/** An order or a trade. */
export interface OrderOrTrade {
  readonly kind: NamedKind;
  readonly name: string;
  /** The key of the command that made it, directly or by a fill; undefined when none did. */
  readonly maker: string | undefined;
  /** The place in the ledger of the transaction that made it. */
  readonly place: number;
}

/**
 * Owns the names of the orders and trades of one run. They grow with its ledger; a name stands for
 * one thing.
 */
export class Names {
  readonly #ledger: Sequence<Transaction>;
  readonly #commandOf: (requestID: string) => string | undefined;
  readonly #byID = new Map<string, OrderOrTrade>();
  readonly #byName = new Map<string, string>();
  /** The orders and trades that had a client id, oldest first. */
  readonly #holders = new Map<string, OrderOrTrade[]>();
  /** The place of the first fill of an instrument in an account. */
  readonly #firstFills = new Map<string, number>();
  readonly #counts = new Map<string, number>();
  #read = 0;

  /**
   * @param commandOf - the key of the command with this requestID: the same in every run that is
   * compared. It is known before the names are next asked for.
   */
  constructor(ledger: Sequence<Transaction>, commandOf: (requestID: string) => string | undefined) {
    this.#ledger = ledger;
    this.#commandOf = commandOf;
  }

  /** The order or trade of an id; undefined when the id is of neither. */
  made(kind: NamedKind, accountID: string, id: string): OrderOrTrade | undefined {
    this.#catchUp();
    return this.#byID.get(keyOf(kind, accountID, String(Number(id))));
  }

  /** The last order or trade before `place` of the ledger that had a client id. */
  holder(
    kind: NamedKind,
    accountID: string,
    clientID: string,
    place: number,
  ): OrderOrTrade | undefined {
    this.#catchUp();
    const holders = this.#holders.get(keyOf(kind, accountID, clientID)) ?? [];
    return holders.findLast(each => each.place < place) ?? holders[0];
  }

  /** The id of the order or trade of that name; undefined when there is none yet. */
  idOf(name: string): string | undefined {
    this.#catchUp();
    return this.#byName.get(name);
  }

  /** The place of the first fill of an instrument; Infinity when there is none. */
  firstFill(accountID: string, instrument: string): number {
    this.#catchUp();
    return this.#firstFills.get(`${accountID} ${instrument}`) ?? Number.POSITIVE_INFINITY;
  }

  /** The id of the account's last transaction before `place` of the ledger; 0 when there is none. */
  lastID(accountID: string, place: number): number {
    for (let at = Math.min(place, this.#ledger.length) - 1; at >= 0; at--) {
      const transaction = this.#ledger.at(at) as Transaction;
      if (transaction.accountID === accountID) return Number(transaction.id);
    }
    return 0;
  }

  /** The key of the command that caused a transaction; undefined when none did. */
  makerOf(transaction: Transaction): string | undefined {
    const { accountID, id, requestID } = transaction;
    const direct = requestID === undefined ? undefined : this.#commandOf(requestID);
    if (direct !== undefined) return direct;
    const order = 'orderID' in transaction ? String(transaction.orderID) : id;
    return this.made('order', accountID, order)?.maker;
  }

  #catchUp(): void {
    for (; this.#read < this.#ledger.length; this.#read++) {
      const transaction = this.#ledger.at(this.#read) as Transaction;
      if (isOrderTransaction(transaction)) this.#addOrder(transaction);
      else if (transaction.type === 'ORDER_FILL') this.#addFill(transaction);
      else this.#addClientID(transaction);
    }
  }

  #addOrder(order: OrderTransaction): void {
    const { accountID, id, requestID, time, type } = order;
    const trade =
      order.reason === 'ON_FILL'
        ? this.#byID.get(keyOf('trade', accountID, order.tradeID))
        : undefined;
    const command = requestID === undefined ? undefined : this.#commandOf(requestID);
    const cause = trade?.name ?? command ?? `${accountID} at ${time}`;
    const group = `${cause} ${type}`;
    const count = this.#counts.get(group) ?? 0;
    this.#counts.set(group, count + 1);
    const maker = trade === undefined ? command : trade.maker;
    const made = { kind: 'order', name: `${group} ${count}`, maker, place: this.#read } as const;
    this.#put(accountID, id, made);
    this.#hold(made, accountID, order.clientExtensions?.id);
  }

  #addFill(fill: Extract<Transaction, { readonly type: 'ORDER_FILL' }>): void {
    const { accountID, instrument, orderID, tradeOpened } = fill;
    const position = `${accountID} ${instrument}`;
    if (!this.#firstFills.has(position)) this.#firstFills.set(position, this.#read);
    const order = this.#byID.get(keyOf('order', accountID, orderID));
    if (tradeOpened === undefined || order === undefined) return;
    const { maker } = order;
    const made = {
      kind: 'trade',
      name: `trade of ${order.name}`,
      maker,
      place: this.#read,
    } as const;
    this.#put(accountID, tradeOpened.tradeID, made);
    this.#hold(made, accountID, tradeOpened.clientExtensions?.id);
  }

  /** A client id that is given later. */
  #addClientID(transaction: Transaction): void {
    const { accountID } = transaction;
    if (transaction.type === 'ORDER_CLIENT_EXTENSIONS_MODIFY') {
      const made = this.#byID.get(keyOf('order', accountID, transaction.orderID));
      this.#hold(made, accountID, transaction.clientExtensionsModify?.id);
    }
    if (transaction.type === 'TRADE_CLIENT_EXTENSIONS_MODIFY') {
      const made = this.#byID.get(keyOf('trade', accountID, transaction.tradeID));
      this.#hold(made, accountID, transaction.tradeClientExtensionsModify.id);
    }
  }

  #put(accountID: string, id: string, made: OrderOrTrade): void {
    this.#byID.set(keyOf(made.kind, accountID, id), made);
    this.#byName.set(made.name, id);
  }

  #hold(made: OrderOrTrade | undefined, accountID: string, clientID: string | undefined): void {
    if (made === undefined || clientID === undefined) return;
    const key = keyOf(made.kind, accountID, clientID);
    const holders = this.#holders.get(key) ?? [];
    holders.push({ ...made, place: this.#read });
    this.#holders.set(key, holders);
  }
}

function keyOf(kind: NamedKind, accountID: string, id: string): string {
  return `${kind} ${accountID} ${id}`;
}
