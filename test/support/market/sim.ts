/**
 * A market to poke in tests: quotes and commands in, transactions out. Time starts on Tuesday
 * 2024-03-05 10:00 UTC unless said otherwise and passes only when a quote or `wait` says so.
 */

import { Engine } from '../../../src/core/engine/engine.js';
import type { Command } from '../../../src/core/engine/state/command.js';
import {
  type ExecutionModel,
  IDEAL_EXECUTION,
} from '../../../src/core/engine/state/execution-model.js';
import type { Halt } from '../../../src/core/engine/state/market-entry.js';
import type { Outcome } from '../../../src/core/engine/state/outputs.js';
import type { AccountConfig } from '../../../src/core/ledger/account-config.js';
import { audit } from '../../../src/core/ledger/audit.js';
import type { Transaction } from '../../../src/core/ledger/transaction.js';
import type { Instrument } from '../../../src/core/market/instrument.js';
import { rowsOf } from '../../../src/core/market/tick.js';
import type { CalendarEvent } from '../../../src/core/risk/calendar.js';
import { type Instant, instant } from '../../../src/core/time/instant.js';
import { at, account as defaultAccount, pair } from './fixtures.js';
import { oneTick } from './one-tick.js';

export interface SimOptions {
  readonly instruments?: readonly Instrument[];
  readonly accounts?: readonly AccountConfig[];
  readonly from?: string;
  readonly model?: Partial<ExecutionModel>;
  readonly halts?: readonly Halt[];
  readonly events?: readonly CalendarEvent[];
  readonly seed?: number;
}

export class Sim {
  readonly engine: Engine;
  readonly #outcomes = new Map<number, Outcome>();

  constructor(options: SimOptions = {}) {
    const { instruments = [pair('EUR_USD')], accounts = [defaultAccount()], halts = [] } = options;
    this.engine = Engine.create({
      market: instruments.map(instrument => ({ instrument, halts })),
      accounts,
      model: { ...IDEAL_EXECUTION, ...options.model },
      events: options.events ?? [],
      seed: options.seed ?? 1,
      from: at(options.from ?? '2024-03-05T10:00:00Z'),
      outputs: { onOutcome: outcome => this.#outcomes.set(outcome.ticket, outcome) },
    });
  }

  /** A tick `seconds` after now; prices as text. @returns the transactions that it caused. */
  quote(
    instrument: string,
    bid: string,
    ask: string,
    { seconds = 1, volume, isLeg }: { seconds?: number; volume?: number; isLeg?: boolean } = {},
  ): readonly Transaction[] {
    const slot = this.engine.state.quotes.mustSlot(instrument);
    const before = this.engine.ledger.length;
    const time = instant(this.engine.now + seconds * 1_000_000);
    this.engine.tick(rowsOf(slot, oneTick(time, points(bid), points(ask), { volume, isLeg })), 0);
    return this.engine.ledger.slice(before);
  }

  /** A tick that ends a leg from the quote before it, `seconds` after now. */
  leg(instrument: string, bid: string, ask: string, more: { volume?: number } = {}) {
    return this.quote(instrument, bid, ask, { ...more, isLeg: true });
  }

  /** Lets time pass to an instant. @returns the transactions that it caused. */
  waitUntil(text: string): readonly Transaction[] {
    const before = this.engine.ledger.length;
    this.engine.advanceTo(at(text));
    return this.engine.ledger.slice(before);
  }

  /** Sends a command and lets it take effect. */
  send(command: Command, accountID = defaultAccount().id): Outcome {
    const ticket = this.engine.accept(accountID, command);
    this.engine.advanceTo(this.engine.now);
    const outcome = this.#outcomes.get(ticket);
    if (outcome === undefined) throw new Error('the command has not taken effect yet');
    return outcome;
  }

  /** Sends an order, which need not be well formed. @returns what it wrote. */
  order(order: object, accountID?: string): readonly Transaction[] {
    const command = { type: 'CreateOrder', order } as unknown as Command;
    return this.send(command, accountID).transactions;
  }

  /** Every violated invariant of every account. */
  faults(): string[] {
    return this.engine.state.cells.flatMap(cell =>
      audit(cell.state, cell.log.since(0), cell.market),
    );
  }

  get now(): Instant {
    return this.engine.now;
  }
}

/** Points of a price written with all of its decimals. */
export function points(price: string): number {
  return Number(price.replace('.', ''));
}

/** The types of transactions, in order. */
export function types(transactions: readonly Transaction[]): string[] {
  return transactions.map(transaction => transaction.type);
}
