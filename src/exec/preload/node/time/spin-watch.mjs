/**
 * Names a loop that waits for time to pass by reading the clock over and over: simulated time stands
 * still while a program computes, so that such a loop never ends.
 */

const { hrtime } = process;
/** Readings between two looks at the wall clock. */
const READINGS = 100_000;
/** Wall nanoseconds within one instant after which readings are a spin. */
const SPIN_NS = 2_000_000_000n;
const OWN_FOLDER = new URL('..', import.meta.url).href;

export class SpinWatch {
  #say;
  #readings = 0;
  /** @type {bigint | undefined} */
  #since;
  #isSaid = false;

  /** @param {(where: string) => void} say - told once the place, such as `bot.js:12` */
  constructor(say) {
    this.#say = say;
  }

  /** Time has passed. */
  reset() {
    this.#readings = 0;
    this.#since = undefined;
  }

  noteReading() {
    if (++this.#readings < READINGS || this.#isSaid) return;
    this.#readings = 0;
    const now = hrtime.bigint();
    this.#since ??= now;
    if (now - this.#since < SPIN_NS) return;
    this.#isSaid = true;
    this.#say(placeIn(new Error().stack ?? ''));
  }
}

/** The innermost place of the program in a stack. @param {string} stack */
function placeIn(stack) {
  const line = stack
    .split('\n')
    .slice(1)
    .find(frame => !frame.includes(OWN_FOLDER) && !frame.includes('node:'));
  // Code of `node -e` has no folder: its line is `at [eval]:1:9`.
  const place = /([^/\\(]+):(\d+):\d+\)?$/.exec(line?.replace(/^ *at (?:async )?/, '') ?? '');
  return place === null ? 'unknown' : `${place[1]}:${place[2]}`;
}
