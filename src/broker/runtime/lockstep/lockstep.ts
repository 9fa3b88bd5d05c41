/**
 * Moves time to the next market event as soon as the client is known to be idle. Time waits while a
 * request is in work and while lines of a stream have not left. Source: decision 0033.
 */

import type { IdleBy, Idleness } from './idleness.js';
import { Traffic } from './traffic.js';

/** What lockstep moves. */
export interface LockstepParts {
  /** Moves time to the next market event. @returns a promise when that takes long. */
  step(): Promise<void> | undefined;
  /** Whether no step is left. */
  hasEnded(): boolean;
  /** Whether readers of streams have lines that have not left. */
  isUnread(): boolean;
  /** Requests that wait for simulated time. */
  waiting(): number;
}

/** Wall milliseconds between two looks while a request is in work, after the first few. */
const PAUSE_MS = 1;
const EAGER_LOOKS = 50;

/**
 * Owns the steps of one sandbox: whether they are taken by themselves, and the timer of the next
 * look. `start`, `stop` and `ack` change them. Always: one step is in progress at most.
 */
export class Lockstep {
  /** The requests of its clients. */
  readonly traffic = new Traffic();
  readonly #stepped: LockstepParts;
  /** How idleness is seen; undefined when the client reports it. */
  #idleness: Idleness | undefined;
  #isPlaying = false;
  #busyLooks = 0;
  #timer: NodeJS.Timeout | undefined;
  #immediate: NodeJS.Immediate | undefined;
  /** The last acknowledgement, whose step comes before that of the next one. */
  #lastAck: Promise<unknown> = Promise.resolve();

  constructor(stepped: LockstepParts) {
    this.#stepped = stepped;
  }

  /** How it is known that the client is idle. */
  get by(): IdleBy {
    return this.#idleness?.by ?? 'ack';
  }

  /** Sees by `idleness`, instead of the way before, when the client is idle. */
  seeBy(idleness: Idleness): void {
    this.#idleness = idleness;
    if (this.#isPlaying) this.start();
  }

  /** Steps from now on. */
  start(): void {
    this.stop();
    this.#isPlaying = true;
    this.#idleness?.moved();
    if (this.#idleness !== undefined) this.#lookAfter(0);
  }

  /** Steps no more. */
  stop(): void {
    this.#isPlaying = false;
    clearTimeout(this.#timer);
    clearImmediate(this.#immediate);
  }

  /**
   * Takes the word of the client that it is idle: makes one step when its requests are answered.
   * Acknowledgements that come together make a step each, in their order. Nothing happens when time
   * is stopped meanwhile.
   * @param read - called after the step, before the next one.
   */
  ack<Answer>(read: () => Answer): Promise<Answer> {
    const answer = this.#lastAck.then(() => this.#stepOnceQuiet()).then(read);
    this.#lastAck = answer;
    return answer;
  }

  async #stepOnceQuiet(): Promise<void> {
    while (this.#isPlaying && this.#isBusy()) await this.#pause();
    if (this.#isPlaying) await this.#stepped.step();
  }

  #pause(): Promise<void> {
    const ms = this.#restMs();
    return new Promise(resolve => {
      if (ms === 0) setImmediate(resolve);
      else setTimeout(resolve, ms);
    });
  }

  /** Wall milliseconds until the next look while something is in work. */
  #restMs(): number {
    this.#busyLooks += 1;
    return this.#busyLooks > EAGER_LOOKS ? PAUSE_MS : 0;
  }

  #isBusy(): boolean {
    const { traffic } = this;
    const isBusy = traffic.inWork > this.#stepped.waiting() || this.#stepped.isUnread();
    if (!isBusy) this.#busyLooks = 0;
    return isBusy;
  }

  #lookAfter(ms: number): void {
    if (!this.#isPlaying || this.#stepped.hasEnded() || ms === Number.POSITIVE_INFINITY) return;
    if (ms === 0) this.#immediate = setImmediate(() => this.#look());
    else this.#timer = setTimeout(() => this.#look(), ms);
  }

  #look(): void {
    const ms = this.#isBusy() ? this.#restMs() : this.#idleness?.look();
    if (ms !== undefined) {
      this.#lookAfter(ms);
      return;
    }
    const moved = () => {
      this.#idleness?.moved();
      this.#lookAfter(0);
    };
    const stepping = this.#stepped.step();
    if (stepping === undefined) moved();
    else stepping.then(moved, moved);
  }
}
