/** The requests of the clients of one sandbox, as lockstep needs them. */

/**
 * Owns two counts: requests in work, and all requests. `begin` and `end` change the first, `note`
 * the second. A stream that has been opened is not in work.
 */
export class Traffic {
  #inWork = 0;
  #count = 0;

  /** Requests whose answers have not wholly left. */
  get inWork(): number {
    return this.#inWork;
  }

  /** Grows with each request and each answer. */
  get count(): number {
    return this.#count;
  }

  /** Notes a request that has no end of its own: the opening of a stream. */
  note(): void {
    this.#count += 1;
  }

  /** Notes the start of a request. */
  begin(): void {
    this.#count += 1;
    this.#inWork += 1;
  }

  /** Notes that the answer to a request has left, or its connection is gone. */
  end(): void {
    this.#count += 1;
    this.#inWork -= 1;
  }
}
