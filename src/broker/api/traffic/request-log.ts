/**
 * The requests to a simulation as they were answered, the newest of them. An entry is written when its
 * answer leaves; texts that cost time are made when somebody reads it. It never holds a token: no
 * header is kept, and secrets in a path are blanked. Source: docs/reference/feed.md; invariants A4,
 * A5.
 */

import type { LoggedRequest } from '../control/schema/page/requests.js';

/** Requests that are kept of each simulation. */
const REQUESTS_MAX = 5_000;

/** The newest requests of one simulation. */
export class RequestLog {
  readonly #entries: (() => LoggedRequest)[] = [];
  readonly #onEntry = new Set<(entry: () => LoggedRequest) => void>();
  #total = 0;

  /** Requests so far, also those that are not kept any more. */
  get total(): number {
    return this.#total;
  }

  /** Adds a request. @param entry - makes its description; always the same one. */
  add(entry: () => LoggedRequest): void {
    this.#entries[this.#total % REQUESTS_MAX] = entry;
    this.#total += 1;
    for (const listener of this.#onEntry) listener(entry);
  }

  /** The kept requests, the newest first. */
  *newestFirst(): Generator<LoggedRequest> {
    const oldest = Math.max(0, this.#total - REQUESTS_MAX);
    for (let at = this.#total - 1; at >= oldest; at--) {
      yield (this.#entries[at % REQUESTS_MAX] as () => LoggedRequest)();
    }
  }

  /** Calls `listener` with each request that is added. @returns what ends that. */
  onEntry(listener: (entry: () => LoggedRequest) => void): () => void {
    this.#onEntry.add(listener);
    return () => this.#onEntry.delete(listener);
  }
}
