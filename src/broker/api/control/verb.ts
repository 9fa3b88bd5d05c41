/**
 * A verb of control: a command to a simulation, or a question about it. Each has its place under
 * `/_sim/simulations/{simulationID}/`, and for the simulation that the server was started with
 * under `/_sim/` too.
 */

import { type TObject, type TSchema, Type } from '@sinclair/typebox';
import type { Ajv2020 as Ajv } from 'ajv/dist/2020.js';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RunFolderWriter, Sandbox, SessionPage } from '../../runtime/sandboxes.js';
import { LostError, StoppedError } from '../../runtime/simulation/command-lost.js';
import type { SimulationFaults } from '../faults/simulation-faults.js';
import type { ChangeKind } from '../http/doors/held-sandbox.js';
import type { LongAnswers } from '../http/long/long-answers.js';
import { conflict, shuttingDown } from '../http/request-errors.js';
import type { SessionNews } from '../traffic/session-news.js';
import type { SimulationPool } from './fleet/fleet.js';
import type { GrowingHash } from './growing-hash.js';

/** One request to a verb. */
export interface ControlCall {
  readonly sandbox: Sandbox;
  /** Checked against the schema of the verb. */
  readonly body: unknown;
  /** Read by the schema of the verb; empty without one. */
  readonly query: Readonly<Record<string, unknown>>;
  /** The parameters of the path, unchecked. */
  readonly params: Readonly<Record<string, string>>;
  /** The hash of the simulation's ledger. */
  readonly hash: () => GrowingHash;
  /** The faults of the simulation. */
  readonly faults: () => SimulationFaults;
  /** Its requests, and what happens beside its ledger. */
  readonly news: () => SessionNews;
  /** Writes the folder of a run, and gives its path; absent without `--out`. */
  readonly record?: RunFolderWriter;
  /** Makes the report of a session; absent where there are none. */
  readonly report?: SessionPage;
  /** All simulations and their tokens. */
  readonly fleet: SimulationPool;
  readonly long: LongAnswers;
  /** Knows every definition. */
  readonly ajv: Ajv;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/**
 * Answers when a market is over, rewound or removed, or the server stops, before an input took effect.
 * @throws RequestError 409 for an input that was lost, 503 when the server stops, and any other error as
 * it is.
 */
export function refuseLost(error: unknown): never {
  if (error instanceof StoppedError) throw shuttingDown(error.message);
  throw error instanceof LostError ? conflict(error.message) : error;
}

/** The id of an account in a path. */
export const ACCOUNT_ID = Type.String({ pattern: '^\\d{3}-\\d{3}-\\d{1,12}-\\d{3}$' });

/** How a verb is asked, and what it answers. */
export interface VerbShape {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The path below the simulation, without a slash at either end; empty: the simulation itself. */
  readonly path: string;
  /** The chapter of the document that it stands in. */
  readonly tag: string;
  /** One sentence for people, without a full stop. */
  readonly summary: string;
  /** The status of a success; default: 200. */
  readonly status?: number;
  /** The body of a success; absent: it has none. */
  readonly answers?: TSchema;
  /** The content type of a success; default: JSON. */
  readonly answerType?: string;
  /** Another content type of a success, and what it holds. */
  readonly alsoAnswers?: { readonly type: string; readonly description: string };
  readonly query?: TObject;
  readonly body?: TSchema;
  /**
   * What the body is checked against, where the verb checks some of it itself; errors name the field and its
   * rule then. Default: `body`.
   */
  readonly checked?: TSchema;
  /** The form of the body in a few words, for the error that refuses another form. */
  readonly forms?: string;
  /** The schema of each parameter in `path`, by its name. */
  readonly params?: Readonly<Record<string, TSchema>>;
  /** Bytes of the largest body; default: that of the server. */
  readonly bodyLimit?: number;
  /** When it is refused with 409; absent when it never is. */
  readonly conflict?: string;
  /**
   * What of a simulation it changes beside its time: its market and accounts, or its past. In a
   * simulation that a program has for itself both are refused. Absent: it changes neither.
   */
  readonly changes?: ChangeKind;
}

/** A verb of one simulation, and what it does. */
export interface SimulationVerb extends VerbShape {
  /** @returns the body of the answer, or a promise of it. @throws RequestError */
  readonly run: (call: ControlCall) => unknown;
}
