/** What a run of a program is asked to be, and what came of it. */

import type { SeenRequest } from '../broker/api/http/options.js';
import type { ServerSetup } from '../broker/api/server.js';
import type { Dialect } from '../broker/api/v20/dialect.js';
import type { ClockMode, ClockSettings } from '../broker/runtime/clock/clock-modes.js';
import type { PaceSetup } from '../broker/runtime/clock/pace.js';
import type { Simulation } from '../broker/runtime/simulation/simulation.js';
import type { Scenario } from '../core/run/scenario.js';
import type { Instant } from '../core/time/instant.js';
import type { Exchange } from './exchange/exchange.js';
import type { TextCount } from './exchange/tally.js';
import type { FaultFile } from './faults.js';
import type { Notes } from './notes.js';
import type { Restart } from './virtual/interruption.js';

/** The page that is shown on a running sandbox. */
export interface PageOrder extends Pick<ServerSetup, 'loaded' | 'report'> {
  /** A free port is taken when it is in use. */
  readonly port: number;
  /** Whether time stands until a person plays it in the page. */
  readonly paused: boolean;
  /** Called with its address before the program starts. */
  readonly onShown: (address: string) => void;
  /**
   * Called when the program has ended; the page stays until the promise is kept.
   * @param isTerminated - whether a signal asked for the end of everything
   */
  readonly until: (outcome: RunOutcome, isTerminated: boolean) => Promise<void>;
}

/** The default of `RunOrder.stallSeconds`. */
export const STALL_SECONDS = 600;

/** A jump of the program's clock against that of the broker. Its monotonic clocks and sleeps go on. */
export interface ClockJump {
  readonly at: Instant;
  /** Microseconds; negative: back. */
  readonly by: number;
}

/** What is to be run, and how. */
export interface RunOrder extends ClockSettings {
  readonly scenario: Scenario;
  readonly dialect: Dialect;
  readonly command: readonly string[];
  readonly mode: ClockMode;
  /** Whether simulated time is the wall's from the start of the program on. Default: no. */
  readonly livesNow?: boolean;
  /** Whether the program lives in simulated time. */
  readonly virtualTime: boolean;
  /** Whether the program is held by a network namespace. */
  readonly strict: boolean;
  /** Whether a program that no layer holds may go on. */
  readonly unguarded: boolean;
  readonly faults?: FaultFile;
  /** Whether each of the broker's hosts serves both REST and streams. Default: no. */
  readonly anyHost?: boolean;
  /**
   * Wall seconds for which a thread that does not stop may keep simulated time still, from when it is
   * named; 0: no limit. Default: STALL_SECONDS.
   */
  readonly stallSeconds?: number;
  /** Kills the program once and starts it again; in virtual time only. */
  readonly restart?: Restart;
  /** Moves the program's own clock; in virtual time only. */
  readonly clockJump?: ClockJump;
  /** Requests at one instant of virtual time after which the run ends as a stall. Default: no limit. */
  readonly standingLimit?: number;
  /** Called with every request and its answer, when that is over. */
  readonly onExchange?: (exchange: Exchange) => void;
  /** Called with every request of the program, before it is carried out, and simulated time. */
  readonly onRequest?: (request: SeenRequest, now: Instant) => void;
  /** Added to the environment of this process for the program; what the run needs comes on top. */
  readonly env?: Readonly<Record<string, string>>;
  /** The folder in which the program runs. Default: that of this process. */
  readonly cwd?: string;
  /** Whether the program's stdout goes to our stderr. */
  readonly quiet: boolean;
  /** An open file that takes all output of the program instead. */
  readonly output?: number;
  /** Holds virtual time to a pace; absent: it goes as fast as the program. */
  readonly pace?: PaceSetup | undefined;
  /** Shows the page on the running sandbox. */
  readonly page?: PageOrder | undefined;
  /** Ends the program; signals are then not handed on. Absent: they are. */
  readonly stop?: AbortSignal;
  /** Takes sentences for people while the program runs. */
  readonly tell: (sentence: string) => void;
}

/**
 * What ended the run: the program, the end of the window, the guard, because nothing held the program,
 * or a stall, because the program kept simulated time still for too long.
 */
export type RunEnding = 'program' | 'window' | 'guard' | 'stall';

/** What came of a run. */
export interface RunOutcome {
  /** The exit code of the program; 128 and the signal's number if a signal ended it. */
  readonly exitCode: number;
  readonly ending: RunEnding;
  /** The file and the line at which a stall was ended; absent when not known. */
  readonly stalledAt?: string;
  /** Whether the program lived in simulated time. */
  readonly virtualTime: boolean;
  readonly simulation: Simulation;
  readonly notes: Notes;
  /** When it was killed and when it was started again; absent when it was not. */
  readonly restarted?: { readonly killed: Instant; readonly started: Instant };
  /** Faults that fired. */
  readonly faults: readonly TextCount[];
  /** Wall milliseconds from the start of the program to its end. */
  readonly wallMs: number;
}
