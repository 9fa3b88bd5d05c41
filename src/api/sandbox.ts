/**
 * What a server serves: one simulation with its clock, and who may use it.
 */

import type { SandboxClock } from '../runtime/sandbox-clock.js';
import type { Simulation } from '../runtime/simulation.js';
import type { Tokens } from './http/doors/tokens.js';
import type { Dialect } from './v20/dialect.js';

export interface Sandbox {
  readonly simulation: Simulation;
  readonly clock: SandboxClock;
  readonly dialect: Dialect;
  /** Tokens of the accounts' users. */
  readonly tokens: Tokens;
  /** The token of `/_sim`. */
  readonly control: Tokens;
}

/** Limits of a server: absent for the usual ones (limits.ts), Infinity for none. */
export interface Limits {
  /** Of each client address. */
  readonly requestsPerSecond?: number;
  /** Requests that have not been answered yet, of all clients; streams are not among them. */
  readonly requestsInFlight?: number;
  /** Open streams of each client address. */
  readonly streams?: number;
  /** Open streams of all clients. */
  readonly allStreams?: number;
  /** Open connections of all clients. */
  readonly connections?: number;
}

export interface AppOptions {
  readonly limits?: Limits;
  /** Host names beside the loopback ones under which the server may be addressed. */
  readonly allowedHosts?: readonly string[];
  /** What links begin with, when clients know the server under another address. */
  readonly baseUrl?: string;
  /** Whether the sender of a request may say under which address its own client asked. */
  readonly trustProxy?: boolean;
  /** pino level; logs go to stderr. Default: silent. */
  readonly logLevel?: string;
  /** Wall milliseconds between heartbeats of streams. Default: 5000. */
  readonly heartbeatMs?: number;
  /** Wall milliseconds that time at full speed waits for a reader of a stream. Default: 10000. */
  readonly patienceMs?: number;
  /** Bytes of answers that may wait for readers, over all connections. Default: 128 MiB. */
  readonly heldBytes?: number;
  /** Wall milliseconds within which a reader of a long answer has to take something. Default: 30000. */
  readonly drainMs?: number;
  /** Told of every answer of an operation before it is sent; tests hold it against the schema. */
  readonly onAnswer?: (operationId: string, status: number, body: unknown) => void;
}
