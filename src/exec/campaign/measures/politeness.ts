/**
 * Whether a client leaves a broker in peace that refuses it: it waits as long as `Retry-After` says, does
 * not ask again and again without a pause, and does not show a refused token for ever.
 */

import { instantOf, MICROS_PER_SECOND } from '../../../core/time/instant.js';
import type { AskedRequest } from '../../exchange/asked-request.js';

/** Refusals within so many seconds that no patient client has, and how many they are. */
const SPAN_SECONDS = 10;
const REFUSALS_MAX = 20;
/** Answers 401 within so many seconds after which a client should have stopped, or slowed down. */
const LOGIN_SECONDS = 600;
const LOGINS_MAX = 20;
const UNAUTHORIZED = 401;
const REFUSED_FROM = 400;
/** Refusals of the broker as a whole; others are about the request. */
const BUSY: ReadonlySet<number> = new Set([0, UNAUTHORIZED, 429, 500, 502, 503, 504]);

/** How a client was impatient, in words; undefined when it was not. @param requests - oldest first. */
export function impatience(requests: readonly AskedRequest[]): string | undefined {
  return (
    heedless(requests) ??
    crowd(requests.filter(isRefused), REFUSALS_MAX, SPAN_SECONDS, 'were refused') ??
    crowd(
      requests.filter(({ status }) => status === UNAUTHORIZED),
      LOGINS_MAX,
      LOGIN_SECONDS,
      'were answered 401: the token does not become right by asking again',
    )
  );
}

function isRefused({ status }: AskedRequest): boolean {
  return BUSY.has(status);
}

/** The first request that came before `Retry-After` of an earlier one of its kind was over. */
function heedless(requests: readonly AskedRequest[]): string | undefined {
  /** The time from which each operation may be requested again, and the answer that set it. */
  const until = new Map<string, { readonly at: number; readonly said: string }>();
  for (const { operation, time, answered, status, retryAfter } of requests) {
    const wait = until.get(operation);
    // Requests of one instant were sent before the first of them was answered.
    if (wait !== undefined && instantOf(time) < wait.at && time > wait.said) {
      const early = ((wait.at - instantOf(time)) / MICROS_PER_SECOND).toFixed(1);
      return `${operation} was asked again at ${time}, ${early} s before Retry-After of ${wait.said} was over`;
    }
    if (retryAfter === undefined || status < REFUSED_FROM) continue;
    const at = instantOf(answered) + retryAfter * MICROS_PER_SECOND;
    until.set(operation, { at, said: answered });
  }
  return undefined;
}

/** More than `most` requests within a span. @param what - happened to them. */
function crowd(
  requests: readonly AskedRequest[],
  most: number,
  seconds: number,
  what: string,
): string | undefined {
  const span = seconds * MICROS_PER_SECOND;
  for (let last = most; last < requests.length; last++) {
    const first = requests[last - most] as AskedRequest;
    const { time } = requests[last] as AskedRequest;
    if (instantOf(time) - instantOf(first.time) >= span) continue;
    return `${most + 1} requests within ${seconds} s from ${first.time} ${what}`;
  }
  return undefined;
}
