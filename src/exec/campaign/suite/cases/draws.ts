/** Draws of a suite: when a fault begins, and which of several things it hits. */

import type { Prng } from '../../../../core/base/prng.js';
import { formatRfc3339, instant, MICROS_PER_SECOND } from '../../../../core/time/instant.js';
import { draw } from '../../draw-faults.js';
import { type CalmFacts, isWrite, writesOf } from './calm-facts.js';

/** How long a fault may last, seconds. */
interface Length {
  readonly from: number;
  readonly to: number;
}

/** The fields `from` and `to` of a rule. */
export interface Span {
  readonly from: string;
  readonly to: string;
}

/**
 * An instant at which the client was busy in the calm run: every second one is that of a request that
 * changes something, if there is any.
 */
export function busyInstant(draws: Prng, facts: CalmFacts): number {
  const times = (wanted: (operation: string) => boolean) =>
    [...facts.asked].flatMap(([operation, at]) => (wanted(operation) ? at : []));
  const writes = times(isWrite);
  const all = draws.nextUnit() < 0.5 && writes.length > 0 ? writes : times(() => true);
  return all.length > 0 ? draw(draws, all) : facts.from;
}

/** A span that begins while the client is busy, and ends before the calm. */
export function busySpan(draws: Prng, facts: CalmFacts, { from, to }: Length): Span {
  const begin = busyInstant(draws, facts);
  const end = begin + draws.nextInt(from, to) * MICROS_PER_SECOND;
  return spanOf(begin, Math.max(begin + MICROS_PER_SECOND, Math.min(end, facts.calmFrom)));
}

/** The span of two instants. */
export function spanOf(from: number, to: number): Span {
  return { from: formatRfc3339(instant(from)), to: formatRfc3339(instant(to)) };
}

/** One of the client's requests of an operation: how many of them come first. */
export function earlierOnes(draws: Prng, facts: CalmFacts, operation: string): number {
  const { length } = facts.asked.get(operation) ?? [];
  return draws.nextInt(0, Math.max(0, length - 1));
}

/** An operation of the client that changes something; undefined when there is none. */
export function drawnWrite(draws: Prng, facts: CalmFacts): string | undefined {
  const writes = writesOf(facts);
  return writes.length === 0 ? undefined : draw(draws, writes);
}

/** A stream of the client, and a number of its lines; undefined when it opens none. */
export function drawnStream(
  draws: Prng,
  { streams }: CalmFacts,
): { readonly operation: string; readonly afterLines: number } | undefined {
  if (streams.size === 0) return undefined;
  const [operation, lines] = draw(draws, [...streams]);
  return { operation, afterLines: draws.nextInt(1, Math.max(1, lines)) };
}
