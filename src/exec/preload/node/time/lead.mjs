/**
 * How far this thread may go by itself: the sandbox says until when nothing but its own timers can come to
 * it. It then sets its clock to its next deadline without a word, as long as it sends nothing, and says
 * the time that it has come to with its next word. Source: decision 0082.
 */

/** Deadlines in a row without a word, so that a program of many timers is heard of. */
const STEPS_MAX = 1_000;

export class Lead {
  #clock;
  #timers;
  #connections;
  #control;
  /** Microseconds since 1970. */
  #until = 0;
  #told = 0;
  #sendings = 0;
  #steps = 0;

  /**
   * @param {object} parts
   * @param {import('./clock.mjs').Clock} parts.clock
   * @param {import('./timeouts.mjs').Timers} parts.timers
   * @param {import('./connections.mjs').Connections} parts.connections
   * @param {import('../control-line.mjs').ControlLine} parts.control
   */
  constructor({ clock, timers, connections, control }) {
    this.#clock = clock;
    this.#timers = timers;
    this.#connections = connections;
    this.#control = control;
    this.#told = clock.now;
  }

  /** Time was told. @param {number} until - the thread may go on by itself; 0: it may not */
  renew(until) {
    this.#until = until;
    this.noteWord();
    this.#sendings = this.#connections.sendings;
    this.#steps = 0;
  }

  /** Goes on to the next deadline. @returns {boolean} whether it may */
  goOn() {
    const { next } = this.#timers.queue;
    const hasSent = this.#connections.sendings !== this.#sendings;
    if (next === undefined || next > this.#until || hasSent || this.#steps >= STEPS_MAX)
      return false;
    this.#steps++;
    // One that has passed would fall due for ever without time moving.
    this.#clock.now = Math.max(this.#clock.now + 1, next);
    this.#timers.fireDue();
    return true;
  }

  /** The sandbox is being told the present. */
  noteWord() {
    this.#told = this.#clock.now;
  }

  /** Has the sandbox follow, before this process starts or ends something that others see. */
  settle() {
    if (this.#clock.now > this.#told) this.#control.ask({ say: 'time', now: this.#clock.now });
  }
}
