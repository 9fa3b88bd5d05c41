/**
 * `node:timers/promises` and `AbortSignal.timeout` on the clock. Bad arguments and aborts are left to
 * Node's own functions, whose errors programs know.
 */

import promises from 'node:timers/promises';

const { setTimeout: realSleep, setInterval: realTicks } = promises;

/** @typedef {{ signal?: AbortSignal, ref?: boolean }} Options */

/**
 * The functions that give promises.
 * @param {import('./timeouts.mjs').Timers} timers
 */
export function promisedTimers(timers) {
  return { sleep: sleeper(timers), ticks: ticker(timers), abortAfter: aborter(timers) };
}

/** @param {import('./timeouts.mjs').Timers} timers */
function sleeper(timers) {
  /**
   * @param {number} [delay] - milliseconds
   * @param {unknown} [value]
   * @param {Options} [options]
   */
  return function setTimeout(delay, value, options) {
    if (isForNode(options)) return realSleep(delay, value, /** @type {any} */ (options));
    const { signal, ref = true } = options ?? {};
    return new Promise(resolve => {
      const timeout = timers.after(() => {
        signal?.removeEventListener('abort', onAbort);
        resolve(value);
      }, delay);
      if (!ref) timeout.unref();
      const onAbort = () => {
        timeout.close();
        resolve(realSleep(1, value, { signal }));
      };
      signal?.addEventListener('abort', onAbort, { once: true });
    });
  };
}

/** @param {import('./timeouts.mjs').Timers} timers */
function ticker(timers) {
  /**
   * @param {number} [delay] - milliseconds
   * @param {unknown} [value]
   * @param {Options} [options]
   */
  return async function* setInterval(delay, value, options) {
    if (isForNode(options)) yield* realTicks(delay, value, /** @type {any} */ (options));
    const { signal, ref = true } = options ?? {};
    let waiting = 0;
    let wake = () => undefined;
    const onAbort = () => wake();
    const interval = timers.repeat(() => {
      waiting++;
      wake();
    }, delay);
    if (!ref) interval.unref();
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      while (!signal?.aborted) {
        if (waiting === 0) {
          await new Promise(resolve => {
            wake = () => void resolve(undefined);
          });
        }
        for (; waiting > 0; waiting--) yield value;
      }
      await realSleep(1, value, { signal });
    } finally {
      interval.close();
      signal?.removeEventListener('abort', onAbort);
    }
  };
}

/**
 * Whether there is nothing to wait for: it is aborted already, or the options are wrong.
 * @param {Options | undefined} options
 */
function isForNode(options) {
  if (options === undefined) return false;
  if (options === null || typeof options !== 'object') return true;
  const { signal, ref } = options;
  if (ref !== undefined && typeof ref !== 'boolean') return true;
  return signal !== undefined && (!(signal instanceof AbortSignal) || signal.aborted);
}

/** @param {import('./timeouts.mjs').Timers} timers */
function aborter(timers) {
  const realTimeout = AbortSignal.timeout;
  /** @param {number} delay - milliseconds */
  return function timeout(delay) {
    // Node's own function says what is wrong with such a delay.
    if (!Number.isSafeInteger(delay) || delay < 0) return realTimeout.call(AbortSignal, delay);
    const controller = new AbortController();
    const why = new DOMException('The operation was aborted due to timeout', 'TimeoutError');
    timers.after(() => controller.abort(why), delay).unref();
    return controller.signal;
  };
}
