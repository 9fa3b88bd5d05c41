/**
 * The newest kept events of a simulation, each with its number, so that a reader whose connection broke
 * gets what it missed. Source: decision 0045.
 */

/** Events that are kept of each simulation. */
const KEPT_MAX = 20_000;

/** A kept event. */
export interface KeptEvent {
  /** Rises by one. */
  readonly sequence: number;
  /** The account that it is about; absent: it is for every reader. */
  readonly account?: string;
  /** Whether only readers that subscribed to requests get it. */
  readonly isRequest?: true;
  /** The event as JSON; made when it is first sent. */
  readonly text: () => string;
}

/**
 * Owns the newest events, up to a number. `push` adds one and drops the oldest, `forget` drops all.
 * Always: the numbers of events rise by one.
 */
export class SequenceRing {
  readonly #max: number;
  #events: KeptEvent[] = [];
  #last = 0;
  /** The number of the oldest kept event, or the next one. */
  #first = 1;

  constructor(max = KEPT_MAX) {
    this.#max = max;
  }

  /** The number of the newest event; 0 before the first. */
  get last(): number {
    return this.#last;
  }

  /** Keeps an event. @param make - gives its JSON for its number. */
  push(
    make: (sequence: number) => string,
    about: Pick<KeptEvent, 'account' | 'isRequest'> = {},
  ): void {
    const sequence = this.#last + 1;
    let text: string | undefined;
    const known = () => {
      text ??= make(sequence);
      return text;
    };
    this.#events[sequence % this.#max] = { sequence, ...about, text: known };
    this.#last = sequence;
    this.#first = Math.max(this.#first, sequence - this.#max + 1);
  }

  /** Whether every event after `sequence` is kept. */
  reaches(sequence: number): boolean {
    return sequence >= this.#first - 1 && sequence <= this.#last;
  }

  /** The event of a number that is kept. */
  at(sequence: number): KeptEvent {
    return this.#events[sequence % this.#max] as KeptEvent;
  }

  /** Forgets all events, and skips a number: what happens until the next event is not recorded. */
  forget(): void {
    this.#events = [];
    this.#last += 1;
    this.#first = this.#last + 1;
  }
}
