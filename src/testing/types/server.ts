/**
 * A server for tests, and how simulations of it are made. Source: docs/guides/testing-vitest.md.
 */

/// <reference lib="esnext.disposable" preserve="true" />

import type { ForkOptions, TestSimulation } from './simulation.js';

/** Time (RFC 3339), bid and ask of one tick; prices are decimals. */
export type TickRow = readonly [time: string, bid: string, ask: string];

/** An instrument of a scenario that is written in a test. */
export interface InlineInstrument {
  /** Rows, or the path of a tick file. Absent: the test adds ticks, and `window` is needed. */
  readonly ticks?: readonly TickRow[] | string | readonly string[];
  readonly [field: string]: unknown;
}

/** A scenario as an object: the fields of scenario files. `version` and `name` may be absent. */
export interface InlineScenario {
  /** RFC 3339; `to` is exclusive. */
  readonly window?: { readonly from: string; readonly to: string };
  readonly market: Readonly<Record<string, InlineInstrument>>;
  readonly accounts?: readonly Readonly<Record<string, unknown>>[];
  readonly [field: string]: unknown;
}

/** How a test server is set up. */
export interface TestServerOptions {
  /** A scenario file, or a scenario. Default: the quickstart of the package, two days of EUR_USD. */
  readonly scenario?: string | InlineScenario;
  /** Where scenarios and tick files are found by name. Default: the folder of the scenario file, or the current one. */
  readonly folder?: string;
  /** Replaces the scenario's seed. */
  readonly seed?: number;
  /** The port on 127.0.0.1; default: a free one. */
  readonly port?: number;
  /** A pino level, on stderr. Default: silent. */
  readonly logLevel?: string;
}

/** What a simulation is made from: a fork of the server's scenario unless `scenario` is given. */
export interface SimulationOptions extends ForkOptions {
  /** A file in the server's folder, or a scenario. */
  readonly scenario?: string | InlineScenario;
  /** Replaces the seed of `scenario`. */
  readonly seed?: number;
}

/** A server in the process of the test. It listens on loopback; every simulation is reached by its token. */
export interface TestServer extends AsyncDisposable {
  /** Scheme, host and port of REST and streams. */
  readonly url: string;
  /** The token of control, for tools that turn the clock over HTTP. */
  readonly controlToken: string;
  /**
   * Makes a simulation for one test. Without `scenario` it is a fork of the server's own, which
   * stands at the start of its window. A scenario file is read once and forked from then on.
   * @throws RefusedError for a bad scenario, or beyond 1,000 simulations.
   */
  simulation(options?: SimulationOptions): Promise<TestSimulation>;
  /** Removes all simulations and closes the port. A second call does nothing. */
  close(): Promise<void>;
}
