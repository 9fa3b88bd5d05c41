/**
 * How far this thread may go by itself: the sandbox says until when nothing but its own timers can
 * come to it. It then sets its clock to its next deadline without a report, as long as it sends
 * nothing. Its next report has the time that it has reached. Source: decisions 0082 and 0094.
 */

/** The most deadlines in a row without a report, so that a program of many timers still reports. */
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
  /** How its connections must stand, if it matters; and how they stood when it spoke last. */
  #at = '';
  #saidAt = '';
  /** Whether it has started a program or a thread since it spoke, of which the sandbox does not know yet. */
  #hasStarted = false;

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

  /**
   * A line has come.
   * @param {{ now?: number, free?: number, at?: number[][] }} line
   * @returns {boolean} whether it has the time
   */
  hear({ now, free = 0, at = [] }) {
    if (now === undefined) {
      this.#renewAfter(free, at);
      return false;
    }
    this.#clock.now = Math.max(this.#clock.now, now);
    this.renew(free);
    return true;
  }

  /**
   * A time has been received. @param {number} until - the thread may go on by itself; 0: it may not
   */
  renew(until) {
    this.#until = until;
    this.#at = '';
    this.#told = this.#clock.now;
    this.#sendings = this.#connections.sendings;
    this.#steps = 0;
  }

  /**
   * It may go on by itself once its connections stand as `at`, unless it has said already that they do: then
   * the sandbox moves time.
   * @param {number} until - microseconds since 1970
   * @param {number[][]} at - local port, bytes sent and bytes received of each
   */
  #renewAfter(until, at) {
    const rows = inOrder(at);
    if (this.#hasStarted || rows === this.#saidAt) return;
    this.#until = until;
    this.#at = rows;
    this.#steps = 0;
  }

  /** Goes on to the next deadline. @returns {boolean} whether it may */
  goOn() {
    const { next } = this.#timers.queue;
    if (next === undefined || next > this.#until || this.#steps >= STEPS_MAX) return false;
    if (!this.#isAsTold()) return false;
    this.#steps++;
    // One that has passed would fall due for ever without time moving.
    this.#clock.now = Math.max(this.#clock.now + 1, next);
    this.#timers.fireDue();
    return true;
  }

  /**
   * Whether nothing was sent since the last time was received, or all was read that was written
   * before.
   */
  #isAsTold() {
    if (this.#at === '') return this.#connections.sendings === this.#sendings;
    return this.#at === inOrder(this.#connections.rows());
  }

  /** The present is being sent to the sandbox. @param {number[][]} rows - of the connections */
  noteWord(rows) {
    this.#told = this.#clock.now;
    this.#saidAt = inOrder(rows);
    this.#hasStarted = false;
  }

  /** A program or a thread is about to be started: it must not go on by itself any more. */
  stop() {
    this.settle();
    this.renew(0);
    this.#hasStarted = true;
  }

  /** Has the sandbox follow, before this process starts or ends something that others see. */
  settle() {
    if (this.#clock.now > this.#told) this.#control.ask({ say: 'time', now: this.#clock.now });
  }
}

/** How connections stand, as a text. @param {number[][]} rows */
function inOrder(rows) {
  return rows.length > 1
    ? [...rows].sort(([one = 0], [other = 0]) => one - other).join()
    : rows.join();
}
