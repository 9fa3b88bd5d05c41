/** Draws schedules of faults for a campaign. One seed gives one row of schedules. */

import { Prng } from '../../core/base/prng.js';
import { formatRfc3339, instant, MICROS_PER_SECOND } from '../../core/time/instant.js';
import { draw, marketFault, requestFault, streamFault } from './draw-faults.js';
import { exposures } from './measures/exposure.js';
import type { Evidence, FaultRuleFields, Schedule, Subject } from './subject.js';

/** Most rules of a schedule. */
const RULES_MAX = 4;
/** Faults end before this part of the window, so that a client has time to put things right. */
const CALM_AFTER = 0.6;
const SHORTEST = MICROS_PER_SECOND;
const LONGEST = 600 * MICROS_PER_SECOND;

/** Draws the schedules of one subject. */
export class Schedules {
  readonly #subject: Subject;
  readonly #operations: readonly string[];
  readonly #busy: { readonly from: number; readonly to: number };
  readonly #instruments: readonly string[];
  readonly #draws: Prng;

  /** @param calm - a run without faults: what the client asks for, and when. */
  constructor(subject: Subject, calm: Evidence, seed: number) {
    this.#subject = subject;
    this.#operations = [...new Set(calm.operations)].filter(each => !each.startsWith('stream'));
    const traded = [...exposures(calm.ledger).keys()];
    this.#instruments = traded.length > 0 ? traded : subject.instruments;
    this.#busy = busySpan(subject, calm);
    this.#draws = new Prng(seed);
  }

  /** The schedule of one run, by its number. */
  at(run: number): Schedule {
    const draws = this.#draws.fork(`run ${run}`);
    const rules = draws.nextInt(1, RULES_MAX);
    return Array.from({ length: rules }, () => this.#rule(draws));
  }

  #rule(draws: Prng): FaultRuleFields {
    const { reach } = this.#subject;
    const kinds = (['request', 'request', 'request', 'stream', 'market'] as const).filter(kind =>
      reach.has(kind),
    );
    const kind = draw(draws, kinds);
    const span = this.#span(draws);
    if (kind === 'market') return { ...span, market: marketFault(draws, this.#instruments) };
    if (kind === 'stream') return { ...span, ...streamFault(draws) };
    const hasLatency = reach.has('latency');
    return { ...span, ...requestFault(draws, { operations: this.#operations, hasLatency }) };
  }

  /** A span that begins while the client works, and ends before the calm; short ones are as likely as long ones. */
  #span(draws: Prng): { readonly from: string; readonly to: string } {
    const { from, to } = this.#busy;
    const { from: start, to: end } = this.#subject;
    const isFirst = draws.nextUnit() < 0.5;
    const begin = isFirst ? start : Math.floor(from + draws.nextUnit() * (to - from));
    const length = Math.floor(SHORTEST * (LONGEST / SHORTEST) ** draws.nextUnit());
    const last = Math.floor(start + (end - start) * CALM_AFTER);
    const stop = Math.max(begin + SHORTEST, Math.min(begin + length, last));
    return { from: formatRfc3339(instant(begin)), to: formatRfc3339(instant(stop)) };
  }
}

/** The span from the start to the end of the client, within the time of faults. */
function busySpan({ from, to }: Subject, { endedAt }: Evidence) {
  const last = Math.floor(from + (to - from) * CALM_AFTER) - SHORTEST;
  return { from, to: Math.max(from, Math.min(endedAt, last)) };
}
