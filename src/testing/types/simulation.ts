/** A simulation and its accounts, as a test uses them. Source: docs/guides/testing-vitest.md. */

/// <reference lib="esnext.disposable" preserve="true" />

import type { FaultFields } from '../../core/fault/rule.js';
import type { Transaction } from '../../core/ledger/transaction.js';
import type { TestClock, Time } from './clock.js';
import type { TestStep, TestStepRequest } from './step.js';

/** The answer to a request; a test may name the type of the body that it expects. */
export interface TestAnswer<Body = Readonly<Record<string, unknown>>> {
  /** The HTTP status. */
  readonly status: number;
  /** The JSON body; an empty object when the answer has none. */
  readonly body: Body;
}

/** The fields of an order, as in v20's OrderRequest: `type`, `instrument`, `units`, `price` and so on. */
export type OrderFields = Readonly<Record<string, unknown>>;

/** An account of a simulation. */
export interface TestAccount {
  /** The account id as in v20, for example `101-001-1000001-001`. */
  readonly id: string;
  /** The bearer token of its user in this simulation. */
  readonly token: string;
  /** The balance in home currency, a decimal such as `10000.0000`. */
  readonly balance: string;
  /** The signed net position, a decimal such as `-1000`; `0` without one. */
  units(instrument: string): string;
  /** The transactions of the account so far, oldest first. */
  ledger(): readonly Transaction[];
  /**
   * Sends a request of the v20 API without a socket. It passes every check that a bot's own
   * requests pass, and meets the faults of the simulation.
   * @param path - `{a}` stands for the account's id, as in `/v3/accounts/{a}/openTrades`.
   */
  request<Body = Readonly<Record<string, unknown>>>(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<TestAnswer<Body>>;
  /** Sends an order: `POST /v3/accounts/{a}/orders`. A refused one is an answer too. */
  order(fields: OrderFields): Promise<TestAnswer>;
  /** Transfers money in, or out when negative. @param amount - in home currency. @throws RefusedError */
  transfer(amount: string): Promise<void>;
}

/** A rule of faults; docs/reference/faults.md describes every field and effect. */
export type FaultRule = FaultFields;

/** A fault that fired. */
export interface FiredFault {
  /** The id of its rule. */
  readonly rule: string;
  /** Simulated time, RFC 3339. */
  readonly time: string;
  readonly operation: string;
  readonly requestID: string;
  /** What became of the request. */
  readonly did: string;
}

/** The faults of a simulation. */
export interface TestFaults {
  /** Adds a rule. @returns its id. @throws RefusedError for a bad rule, naming the valid forms. */
  add(rule: FaultRule): Promise<string>;
  /** Removes all rules. */
  clear(): Promise<void>;
  /** The last 1,000 faults, oldest first. */
  fired(): Promise<readonly FiredFault[]>;
}

/** A tick of an instrument. Prices are decimals with no more digits than the instrument has. */
export interface TestTick {
  readonly instrument: string;
  readonly bid: string;
  readonly ask: string;
  /** When the market quotes it; default: now. Not before the last tick of the instrument. */
  readonly time?: Time;
}

/** Where a fork begins, and what it is called. */
export interface ForkOptions {
  /** An instant of the past, or the id of the last transaction; default: now. */
  readonly at?: Time;
  readonly name?: string;
  /** Default: that of the original. */
  readonly clock?: 'manual' | 'paced';
}

/**
 * A market with a clock, accounts and tokens of its own. Nothing that happens in it changes another
 * simulation. Reads (`now`, `ledger()`, `units()`) are synchronous, everything else is a promise.
 */
export interface TestSimulation extends AsyncDisposable {
  /** The id in the server, such as `s7`. */
  readonly id: string;
  readonly name: string;
  /** Scheme, host and port for REST, and for streams. */
  readonly url: string;
  readonly streamUrl: string;
  /** The first account, and all. */
  readonly account: TestAccount;
  readonly accounts: readonly TestAccount[];
  /**
   * ORRERY_URL, ORRERY_TOKEN and ORRERY_ACCOUNT of the first account, for a bot in another process.
   */
  readonly env: Readonly<Record<'ORRERY_URL' | 'ORRERY_TOKEN' | 'ORRERY_ACCOUNT', string>>;
  readonly clock: TestClock;
  readonly faults: TestFaults;
  /** The transactions of all accounts so far, oldest first. */
  ledger(): readonly Transaction[];
  /** The hash of the ledger, `sha256:<hex>`, as `orrery run` prints it. */
  ledgerHash(): string;
  /** Adds a tick. @throws RefusedError for a bad price or time, or under a paced clock. */
  tick(tick: TestTick): Promise<void>;
  /** Opens an account. @param fields - as an entry of `accounts` in a scenario file. @throws RefusedError */
  openAccount(fields?: Readonly<Record<string, unknown>>): Promise<TestAccount>;
  /** A copy of this simulation, with new tokens. @throws RefusedError for a place that is not in its past. */
  fork(options?: ForkOptions): Promise<TestSimulation>;
  /** Goes back to an instant that has passed; what came later is undone, streams end. @throws RefusedError */
  rewind(to: Time): Promise<void>;
  /**
   * Carries commands out, moves time, and returns what has changed. @throws RefusedError when a
   * part is wrong
   */
  step(request?: TestStepRequest): Promise<TestStep>;
  /** Any verb of the control API. @param path - below the simulation, such as `explain/7`. @throws RefusedError */
  control(method: string, path: string, body?: unknown): Promise<unknown>;
  /** Removes it: its tokens are taken back and its streams end. A second call does nothing. */
  close(): Promise<void>;
}
