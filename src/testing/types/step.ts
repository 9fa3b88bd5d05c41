/** A step: commands, time, and what has changed, in one request. Source: docs/guides/steps.md. */

import type { Transaction } from '../../core/ledger/transaction.js';
import type { Time } from './clock.js';

type Fields = Readonly<Record<string, unknown>>;

/** A write of v20: its operationId, the parameters of its path and the fields of its body beside each other. */
export interface TestCommand extends Fields {
  /** Such as `createOrder`, `cancelOrder`, `replaceOrder`, `closePosition`, `closeTrade`. */
  readonly operation: string;
  /** Default: the first account. */
  readonly accountID?: string;
}

/** How time moves in a step: by one of `by`, `to`, `candle` and `ticks`. */
export interface TestTurn {
  /** A duration, such as `1h30m`. */
  readonly by?: string;
  readonly to?: Time;
  /** Moves time to the next close of a candle, such as `M1`. */
  readonly candle?: string;
  readonly ticks?: number;
  /** Stops earlier; not with `ticks`. */
  readonly until?: 'fill' | 'transaction' | 'tick';
}

/** What a step does, and what it is to answer. */
export interface TestStepRequest {
  /** Carried out in order, before time moves. */
  readonly commands?: readonly TestCommand[];
  /** Absent: time stays. */
  readonly advance?: TestTurn;
  /** The instruments whose prices are answered; default: all. */
  readonly instruments?: readonly string[];
  /** The accounts whose changes are answered; default: all. */
  readonly accounts?: readonly {
    readonly accountID: string;
    /** Default: the last transaction before the step. */
    readonly sinceTransactionID?: string;
  }[];
  /** The series whose candles of the step are answered; default: none. */
  readonly candles?: readonly {
    readonly instrument: string;
    readonly granularity: string;
    /** Letters of M, B and A; default: M. */
    readonly price?: string;
  }[];
}

/** The world after a step, and what has changed in it. The objects are those of v20. */
export interface TestStep {
  /** The clock as `GET /_sim/clock` answers it; `state` is `ended` at the end of the window. */
  readonly clock: Fields & { readonly now: string; readonly state: string };
  /** One for each command. 202: it is on its way, and the body is empty. */
  readonly results: readonly { readonly status: number; readonly body: Fields }[];
  readonly prices: readonly (Fields & { readonly instrument: string })[];
  readonly accounts: readonly {
    readonly accountID: string;
    readonly changes: Fields & { readonly transactions: readonly Transaction[] };
    readonly state: Fields;
    readonly lastTransactionID: string;
  }[];
  readonly candles: readonly {
    readonly instrument: string;
    readonly granularity: string;
    readonly candles: readonly Fields[];
  }[];
}
