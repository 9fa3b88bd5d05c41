/**
 * A run of a program against a sandbox of its own. Source: docs/guides/testing-vitest.md,
 * docs/reference/command-line.md.
 */

import type { Transaction } from '../../core/ledger/transaction.js';
import type { InlineScenario } from './server.js';
import type { FaultRule } from './simulation.js';

/** How a program is run; the fields are the flags of `orrery exec`. */
export interface BotOptions {
  /** A scenario file, or a scenario. Default: the quickstart of the package. */
  readonly scenario?: string | InlineScenario;
  /** Where tick files are found by name. Default: the folder of the scenario file, or the current one. */
  readonly folder?: string;
  /** Replaces the scenario's seed. */
  readonly seed?: number;
  /** What moves time. Default: `on-poll`, which suits a bot that polls, and `lockstep` in virtual time; a bot that streams needs `lockstep`. */
  readonly clock?: 'paced' | 'lockstep' | 'on-poll';
  /** Simulated seconds a second, or Infinity; for `paced`. */
  readonly speed?: number;
  /** The step of a poll, a duration or a granularity; for `on-poll`. Default: M1. */
  readonly step?: string;
  /**
   * The silence after which the program counts as idle, a duration; for `lockstep`. Default: its
   * threads show it.
   */
  readonly settle?: string;
  /** Whether the clocks and sleeps of a Python or Node program are the simulation's. Default: no. */
  readonly virtualTime?: boolean;
  /** Whether a network namespace holds the program (Linux). Default: no. */
  readonly strict?: boolean;
  /** Whether a program that nothing holds may go on. Default: no. */
  readonly unguarded?: boolean;
  /** Whether each of the broker's hosts serves both REST and streams. Default: no. */
  readonly anyHost?: boolean;
  /**
   * Wall seconds from the notice about a loop that never waits to the end of the run, in virtual
   * time; 0: no limit. Default: 600.
   */
  readonly stallLimit?: number;
  /** The account id that the program has written down: the first account has it. `X,Y`: the first two. */
  readonly account?: string;
  readonly faults?: readonly FaultRule[];
  /** Added to the environment of the test for the program. The broker's variables cannot be replaced. */
  readonly env?: Readonly<Record<string, string>>;
  /** The folder in which the program runs. Default: that of the test. */
  readonly cwd?: string;
}

/** Something that happened, and how often. */
export interface Count {
  readonly what: string;
  readonly count: number;
}

/** Refused requests about one thing: an account, instruments, a path, a reason. */
export interface RefusedRequests {
  readonly kind:
    | 'account'
    | 'instrument'
    | 'path'
    | 'retired'
    | 'host'
    | 'token'
    | 'future'
    | 'reject'
    | 'request';
  /** The account, the instruments, method and path, the host, the time or the reject reason; may be empty. */
  readonly what: readonly string[];
  readonly count: number;
  /** The first one: simulated time (RFC 3339), operation, status and sentence. */
  readonly first: string;
  readonly operation: string;
  readonly status: number;
  readonly message: string;
}

/** What came of a run. A matcher takes it as it takes a simulation. */
export interface BotRun {
  /** The exit code of the program; 128 and the signal's number if a signal ended it. */
  readonly exitCode: number;
  /**
   * What ended it: the program, the end of the window, the guard, because nothing held it, or a stall,
   * because it kept simulated time still for too long.
   */
  readonly ending: 'program' | 'window' | 'guard' | 'stall';
  /** The transactions of all accounts, oldest first. */
  readonly ledger: readonly Transaction[];
  /** `sha256:<hex>`, as `orrery run` prints it. */
  readonly ledgerHash: string;
  /** Requests by operation. */
  readonly requests: readonly Count[];
  /** Answers by operation and status, such as `createOrder 201`; status 0: the connection was cut. */
  readonly answers: readonly Count[];
  /** What was refused, in the order of the first of each kind. */
  readonly refusals: readonly RefusedRequests[];
  /** Hosts that were refused, with how they were asked for. */
  readonly refused: readonly Count[];
  /** Faults that fired. */
  readonly faults: readonly Count[];
  /** What `orrery exec` would have said on stderr while the program ran, sentence by sentence. */
  readonly said: readonly string[];
  /** Wall milliseconds from the start of the program to its end. */
  readonly wallMs: number;
}
