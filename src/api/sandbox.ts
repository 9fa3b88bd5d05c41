/**
 * What a server serves: one simulation with its clock, and who may use it.
 */

import type { SandboxClock } from '../runtime/sandbox-clock.js';
import type { Simulation } from '../runtime/simulation.js';
import type { Dialect } from './dialect.js';
import type { Tokens } from './tokens.js';

export interface Sandbox {
  readonly simulation: Simulation;
  readonly clock: SandboxClock;
  readonly dialect: Dialect;
  /** Tokens of the accounts' users. */
  readonly tokens: Tokens;
  /** The token of `/_sim`. */
  readonly control: Tokens;
}

/** Limits of the service, as published by v20; absent means none. */
export interface Limits {
  readonly requestsPerSecond?: number;
  readonly streams?: number;
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
  /** Told of every answer of an operation before it is sent; tests hold it against the schema. */
  readonly onAnswer?: (operationId: string, status: number, body: unknown) => void;
}
