/**
 * The requests to a simulation as they were answered, the newest of them. An entry is written when
 * its answer leaves; texts that cost time are made when it is read. It never holds a token: no
 * header is kept, and secrets in a path are blanked. Source: docs/reference/feed.md; invariants A4,
 * A5.
 */

import { present } from '../../../core/base/present.js';
import type { LoggedRequest } from '../control/schema/page/requests.js';
import { type KeptText, KeptTexts } from './kept-texts.js';

/** Requests that are kept of each simulation. */
const REQUESTS_MAX = 5_000;

/**
 * Owns the newest requests of one simulation. `add` adds one in place of the oldest, `clear` drops
 * all. Numbers of entries rise by one.
 */
export class RequestLog {
  readonly #entries: (() => LoggedRequest)[] = [];
  /** The answer of each that had a text. */
  readonly #answers = new KeptTexts();
  readonly #onEntry = new Set<(entry: () => LoggedRequest) => void>();
  #total = 0;
  #bring: () => void = () => undefined;

  /** Requests so far, also those that are not kept any more. */
  get total(): number {
    return this.#total;
  }

  /**
   * Adds a request.
   * @param entry - makes its description; always the same one. @param answer - its body, if that is a text
   */
  add(entry: () => LoggedRequest, answer?: string): void {
    this.#entries[this.#total % REQUESTS_MAX] = entry;
    this.#answers.put(this.#total % REQUESTS_MAX, answer);
    this.#total += 1;
    for (const listener of this.#onEntry) listener(entry);
  }

  /** Has `bring` add what belongs to the log before it is read. */
  bringBeforeRead(bring: () => void): void {
    this.#bring = bring;
  }

  /** Forgets all requests. */
  clear(): void {
    this.#total = 0;
  }

  /** A kept request and the body of its answer, by its id; undefined when it is not kept. */
  find(id: string): { readonly request: LoggedRequest; readonly answer?: KeptText } | undefined {
    let back = 0;
    for (const request of this.newestFirst()) {
      back += 1;
      if (request.id !== id) continue;
      return {
        request,
        ...present({ answer: this.#answers.at((this.#total - back) % REQUESTS_MAX) }),
      };
    }
    return undefined;
  }

  /** The kept requests, the newest first. */
  *newestFirst(): Generator<LoggedRequest> {
    this.#bring();
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
