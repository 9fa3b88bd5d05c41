/** What happened around the program in a run, for the end of it. Every list is bounded. */

/** Something that happened, and how often. */
export interface Counted {
  readonly what: string;
  readonly count: number;
}

/** Different texts that one list keeps; later ones are counted under `OTHERS`. */
const TEXTS_MAX = 1_000;
const OTHERS = 'others';
/** Sentences that are told while the program runs; the rest is counted for the end. */
const TOLD_MAX = 100;

/** How often each of some texts came. */
export class Tally {
  readonly #counts = new Map<string, number>();

  /** Counts `what` once more. @returns whether it is new. */
  add(what: string): boolean {
    const isKnown = this.#counts.has(what);
    const key = isKnown || this.#counts.size < TEXTS_MAX ? what : OTHERS;
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    return !isKnown && key === what;
  }

  /** All texts, in the order in which they first came. */
  list(): readonly Counted[] {
    return Array.from(this.#counts, ([what, count]) => ({ what, count }));
  }
}

/** The notes of a run. What is new is told at once. */
export class Notes {
  /** Requests by operation. */
  readonly requests = new Tally();
  /** Hosts that were refused, with how they were asked for. */
  readonly refused = new Tally();
  /** TLS handshakes that failed, by reason. */
  readonly tlsErrors = new Tally();
  /** Programs that no layer holds, with what they did. */
  readonly unheld = new Tally();
  /** Things in the program that virtual time does not reach, and threads that do not stop. */
  readonly limits = new Tally();
  readonly #tell: (sentence: string) => void;
  #told = 0;

  /** @param tell - takes sentences for people, without line ends. */
  constructor(tell: (sentence: string) => void) {
    this.#tell = sentence => {
      this.#told += 1;
      if (this.#told <= TOLD_MAX) tell(sentence);
      if (this.#told === TOLD_MAX) tell('more of this is counted for the end of the run');
    };
  }

  /** A host was refused. */
  refuse(what: string, how: string): void {
    if (this.refused.add(`${what} (${how})`)) this.#tell(`refused ${what} (${how})`);
  }

  /** A TLS handshake failed. */
  tlsFailed(reason: string): void {
    if (!this.tlsErrors.add(reason)) return;
    this.#tell(
      `a TLS connection failed: ${reason}; a program that pins certificates or brings its own` +
        ' authorities must be told to trust the file in ORRERY_CA',
    );
  }

  /** Something that virtual time does not reach, or a thread that spins. */
  limit(sentence: string): void {
    if (this.limits.add(sentence)) this.#tell(sentence);
  }
}
