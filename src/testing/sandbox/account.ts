/** An account of a simulation in a test. */

import { formatMoney, formatUnits, sum } from '../../core/base/decimal.js';
import type { AccountCell } from '../../core/engine/state/account-cell.js';
import type { Transaction } from '../../core/ledger/transaction.js';
import type { OrderFields, TestAccount, TestAnswer } from '../types/simulation.js';
import type { ServerSimulation } from './held.js';
import { send } from './wire.js';

/** An account with the token of its user. */
export interface AccountKey {
  readonly id: string;
  readonly token: string;
}

/** The account that an answer of the control API describes. */
export function accountKeyIn({ id, token }: TestAnswer['body']): AccountKey {
  return { id: String(id), token: String(token) };
}

/** An account by its id. It keeps nothing else: every reading asks the server's simulation. */
export class HeldAccount implements TestAccount {
  readonly id: string;
  readonly token: string;
  readonly #held: ServerSimulation;

  constructor(held: ServerSimulation, { id, token }: AccountKey) {
    this.#held = held;
    this.id = id;
    this.token = token;
  }

  get balance(): string {
    return formatMoney(this.#cell.state.balance);
  }

  units(instrument: string): string {
    const trades = [...this.#cell.state.openTrades.values()];
    const own = trades.filter(trade => trade.instrument === instrument);
    return formatUnits(sum(own.map(({ currentUnits }) => currentUnits)));
  }

  ledger(): readonly Transaction[] {
    const { ledger } = this.#held.sandbox.simulation.engine;
    return ledger.slice().filter(({ accountID }) => accountID === this.id);
  }

  async request<Body>(method: string, path: string, body?: unknown): Promise<TestAnswer<Body>> {
    const { app } = this.#held.server;
    const request = { method, path: path.replace('{a}', this.id), token: this.token, body };
    return (await send(app, request)) as TestAnswer<Body>;
  }

  order(fields: OrderFields): Promise<TestAnswer> {
    return this.request('POST', '/v3/accounts/{a}/orders', { order: fields });
  }

  async transfer(amount: string): Promise<void> {
    await this.#held.control('POST', `accounts/${this.id}/transfer`, { amount });
  }

  /** @throws Error when a rewind has taken the account away. */
  get #cell(): AccountCell {
    const cell = this.#held.sandbox.simulation.account(this.id);
    if (cell === undefined) throw new Error(`There is no account ${this.id} at this instant`);
    return cell;
  }
}
