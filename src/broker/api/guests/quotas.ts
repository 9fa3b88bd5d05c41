/**
 * What a guest of a server may use, and the refusals beyond it. A refusal names the quota, what is used
 * of it, its limit and a way out. Source: decision 0109; docs/guides/shared-server.md.
 */

import { RequestError } from '../http/request-errors.js';

/** What a guest may use; Infinity: as much as there is. */
export interface Quotas {
  /** Simulations at one time. */
  readonly simulations: number;
  /** Bytes of all its simulations, as `bytesOf` estimates them. */
  readonly bytes: number;
  /** Seconds of the server's thread in each hour. */
  readonly cpuSeconds: number;
  /** Streams that are open at one time. */
  readonly streams: number;
}

/** A name of a quota. */
export type QuotaName = keyof Quotas;

/** The quotas, in the order in which they are shown. */
export const QUOTA_NAMES = ['simulations', 'bytes', 'cpuSeconds', 'streams'] as const;

/** A guest as a file of guests describes it. */
export interface Guest {
  /** Unique on the server. */
  readonly name: string;
  /** The SHA-256 of the key, 64 hex digits. */
  readonly digest: string;
  readonly quotas: Quotas;
}

/** Seconds for people: one digit after the point. */
function secondsText(seconds: number): string {
  return seconds.toFixed(1);
}

/** The way out where a quota is 0. */
const NOTHING = 'the owner of the server can raise it';

/** 409: one more simulation is one too many. @param used - more than the quota when that became smaller. */
export function noMoreSimulations(
  name: string,
  used: number,
  { simulations }: Quotas,
): RequestError {
  const way = simulations === 0 ? NOTHING : `delete ${used - simulations + 1} first`;
  const sentence = `The guest ${name} has used its quota of simulations (${used} of ${simulations}); ${way}`;
  return new RequestError('simulations-quota', { sentence });
}

/** 403: nothing may be added to simulations that have so many bytes. */
export function noMoreBytes(name: string, used: number, { bytes }: Quotas): RequestError {
  const sentence = `The simulations of the guest ${name} have ${used} bytes, the quota is ${bytes}; delete or rewind one first`;
  return new RequestError('bytes-quota', { sentence });
}

/** 429: the seconds of this hour are used up. @param waitSeconds - until the next hour begins. */
export function noMoreSeconds(
  name: string,
  used: number,
  { cpuSeconds, waitSeconds }: { readonly cpuSeconds: number; readonly waitSeconds: number },
): RequestError {
  const sentence = `The guest ${name} has used ${secondsText(used)} CPU seconds of this hour, the quota is ${cpuSeconds}; it has them again in ${waitSeconds} s, and what has happened so far stays`;
  return new RequestError('cpu-quota', { sentence, retryAfter: waitSeconds });
}

/** 429: one more stream is one too many. */
export function noMoreStreams(name: string, { streams }: Quotas): RequestError {
  const way = streams === 0 ? NOTHING : 'close one first';
  const sentence = `The guest ${name} has used its quota of open streams (${streams} of ${streams}); ${way}`;
  return new RequestError('streams-quota', { sentence });
}
