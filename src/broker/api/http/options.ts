/**
 * What may be set of a server, whichever facade it has.
 */

import type { FaultTime } from './fault-time.js';

/** Limits of a server. Absent: the default (doors/limits.ts); Infinity: none. */
export interface Limits {
  /** Requests a second of each client address. */
  readonly requestsPerSecond?: number;
  /** Requests of all clients that are not answered yet; streams are not counted. */
  readonly requestsInFlight?: number;
  /** Open streams of each client address. */
  readonly streams?: number;
  /** Open streams of all clients. */
  readonly allStreams?: number;
  /** Open connections of all clients. */
  readonly connections?: number;
}

/** A request of a client. */
export interface SeenRequest {
  readonly method: string;
  /** Path and query, as sent. */
  readonly url: string;
  /** Its JSON value; undefined without one. */
  readonly body: unknown;
}

/** Settings of the application; every one may be absent. */
export interface AppOptions {
  readonly limits?: Limits;
  /** Host names beside the loopback ones under which the server may be addressed. */
  readonly allowedHosts?: readonly string[];
  /** The start of links, when clients know the server by another address: scheme, host, port. */
  readonly baseUrl?: string;
  /** Proxies in front of the server whose X-Forwarded headers are believed. Default: 0. */
  readonly proxies?: number;
  /** A pino level; logs go to stderr. Default: silent. */
  readonly logLevel?: string;
  /** Wall milliseconds between heartbeats of streams. Default: 5000. */
  readonly heartbeatMs?: number;
  /** Wall milliseconds that time at full speed waits for a reader of a stream. Default: 10000. */
  readonly patienceMs?: number;
  /** Wall milliseconds between pings of the feed. Default: 15000. */
  readonly pingMs?: number;
  /** Bytes of answers that may wait for readers, over all connections. Default: 128 MiB. */
  readonly heldBytes?: number;
  /** Wall milliseconds within which a reader of a long answer must take something. Default: 30000. */
  readonly drainMs?: number;
  /** Simulations beside the one that the server was started with. Default: 1000. */
  readonly maxSimulations?: number;
  /** Wall milliseconds after its last use at which such a simulation is removed. Default: an hour. */
  readonly idleMs?: number;
  /** Wall milliseconds after its last use at which such a simulation is parked. Default: ten minutes. */
  readonly parkMs?: number;
  /**
   * Simulations beside that one that are retained, of each guest and of the server itself: a further one takes the
   * place of the longest unused of the same owner. Default: all.
   */
  readonly retained?: number;
  /** Called with a sentence for people when a simulation was removed because it was not used. */
  readonly onRemoved?: (sentence: string) => void;
  /** The first RequestID of answers, from 0 to 999,999. Default: random. */
  readonly requestSeries?: number;
  /** Called with every request of a client whose body has been read, before it is carried out. */
  readonly onRequest?: (request: SeenRequest) => void;
  /** The time in which faults wait. Default: that of the wall. */
  readonly faultTime?: FaultTime;
  /** Called with every answer of an operation before it is sent; tests check it by the schema. */
  readonly onAnswer?: (operationId: string, status: number, body: unknown) => void;
}
