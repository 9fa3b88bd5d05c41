/** How the requests of a program were answered: by operation and status, and the refusals of each kind. */

import type { Exchange } from './exchange.js';
import { causeOf, isRefused, type Offer, type RefusalCause } from './refusal.js';
import { Tally, type TextCount } from './tally.js';

/** Refusals of one kind, about the same thing. */
export interface RefusalCount extends RefusalCause {
  readonly operation: string;
  readonly status: number;
  readonly count: number;
  /** Simulated time of the first one, RFC 3339; operation, status and message are of it too. */
  readonly first: string;
}

/** Different refusals that are kept; later ones are counted with their answers only. */
const REFUSALS_MAX = 200;
/** Names of one refusal that are kept. */
const NAMES_MAX = 20;
const FINE_BELOW = 400;

/** Owns the counts of the answers of a run. `add` adds one; counts never fall. */
export class Answers {
  readonly #offer: Omit<Offer, 'isElsewhere'>;
  readonly #tally = new Tally();
  readonly #refusals = new Map<string, RefusalCount>();
  #refused = 0;
  #fine = 0;

  /** @param offer - what the sandbox has. */
  constructor(offer: Omit<Offer, 'isElsewhere'>) {
    this.#offer = offer;
  }

  /** Counts an answer. @param isElsewhere - whether its request came to a host that has no such thing. */
  add(exchange: Exchange, isElsewhere: boolean): void {
    const { status } = exchange.answer;
    this.count(exchange.operation, status);
    if (!isRefused(status)) return;
    this.#refused += 1;
    this.#note(exchange, causeOf(exchange, { ...this.#offer, isElsewhere }));
  }

  /** Counts an answer; of one that refuses nothing no more need be known. */
  count(operation: string, status: number): void {
    this.#tally.add(`${operation} ${status}`);
    if (status > 0 && status < FINE_BELOW) this.#fine += 1;
  }

  /** Answers by operation and status, such as `createOrder 201`; status 0 stands for a cut connection. */
  list(): readonly TextCount[] {
    return this.#tally.list();
  }

  /** The refusals, in the order of the first of each kind. */
  get refusals(): readonly RefusalCount[] {
    return [...this.#refusals.values()];
  }

  /** Whether requests were refused, and none was carried out. */
  get isAllRefused(): boolean {
    return this.#refused > 0 && this.#fine === 0;
  }

  /** Requests that were refused. */
  get refused(): number {
    return this.#refused;
  }

  #note({ operation, answer, time }: Exchange, cause: RefusalCause): void {
    const key = keyOf(cause, operation, answer.status);
    const known = this.#refusals.get(key);
    if (known !== undefined) {
      const what = [...new Set([...known.what, ...cause.what])].slice(0, NAMES_MAX);
      this.#refusals.set(key, { ...known, what, count: known.count + 1 });
    } else if (this.#refusals.size < REFUSALS_MAX) {
      const { status } = answer;
      this.#refusals.set(key, { ...cause, operation, status, count: 1, first: time });
    }
  }
}

/** Kinds of which each has a sentence for each thing that it is about. */
const BY_WHAT: ReadonlySet<string> = new Set(['account', 'host', 'reject', 'retired']);

/** Refusals with one key share one sentence. */
function keyOf({ kind, what, message }: RefusalCause, operation: string, status: number): string {
  if (BY_WHAT.has(kind)) return `${kind} ${what[0]}`;
  return kind === 'request' ? `${operation} ${status} ${message}` : kind;
}
