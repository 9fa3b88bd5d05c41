/**
 * Everything that says what time it is: `Date`, `performance`, `process.hrtime`, `process.uptime` and
 * the formats of `Intl` when they are given no date.
 */

import { performance } from 'node:perf_hooks';

/** Puts all readings onto the clock. @param {import('./clock.mjs').Clock} clock */
export function followClock(clock) {
  replaceDate(clock);
  replaceFormats(clock);
  replacePerformance(clock);
  replaceProcessTimes(clock);
}

/** @param {import('./clock.mjs').Clock} clock */
function replaceDate(clock) {
  const RealDate = Date;
  RealDate.now = () => clock.readDate();
  const now = () => new RealDate(clock.readDate());
  globalThis.Date = new Proxy(RealDate, {
    apply: () => now().toString(),
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [clock.readDate()] : args, newTarget),
  });
  RealDate.prototype.constructor = globalThis.Date;
}

/** @param {import('./clock.mjs').Clock} clock */
function replaceFormats(clock) {
  const prototype = /** @type {any} */ (Intl.DateTimeFormat.prototype);
  const format = Object.getOwnPropertyDescriptor(prototype, 'format')?.get;
  const { formatToParts } = prototype;
  Object.defineProperty(prototype, 'format', {
    configurable: true,
    get() {
      const bound = format?.call(this);
      return (/** @type {unknown} */ date) => bound(date ?? clock.readDate());
    },
  });
  prototype.formatToParts = function formatNowToParts(/** @type {unknown} */ date) {
    return formatToParts.call(this, date ?? clock.readDate());
  };
}

/** @param {import('./clock.mjs').Clock} clock */
function replacePerformance(clock) {
  const prototype = Object.getPrototypeOf(performance);
  const now = () => clock.readElapsed() / 1000;
  const { mark, measure } = prototype;
  Object.defineProperty(prototype, 'timeOrigin', {
    configurable: true,
    get: () => clock.start / 1000,
  });
  prototype.now = now;
  prototype.mark = (/** @type {string} */ name, /** @type {object} */ options) =>
    mark.call(performance, name, { startTime: now(), ...options });
  prototype.measure = (
    /** @type {string} */ name,
    /** @type {any} */ start,
    /** @type {any} */ end,
  ) => {
    const span = typeof start === 'object' ? start : { start, end };
    // A length settles the end already.
    const isWhole = span?.end !== undefined || span?.duration !== undefined;
    return measure.call(performance, name, isWhole ? span : { ...span, end: now() });
  };
}

const SECOND = 1_000_000_000n;

/** @param {import('./clock.mjs').Clock} clock */
function replaceProcessTimes(clock) {
  const nanoseconds = () => BigInt(clock.start + clock.readElapsed()) * 1000n;
  const hrtime = (/** @type {[number, number] | undefined} */ since) => {
    const all = nanoseconds();
    const base = since ? BigInt(since[0]) * SECOND + BigInt(since[1]) : 0n;
    const gone = all - base;
    return [Number(gone / SECOND), Number(gone % SECOND)];
  };
  process.hrtime = /** @type {any} */ (Object.assign(hrtime, { bigint: nanoseconds }));
  process.uptime = () => clock.readElapsed() / 1_000_000;
}
