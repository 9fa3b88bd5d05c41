/**
 * A run as it stood at an instant of its past, for requests that only read. It is made as a rewind is,
 * without the strategies: what they sent is among the inputs. Decision 0026.
 */

import type { Run } from '../../../core/run/run.js';
import type { Instant } from '../../../core/time/instant.js';
import { pastRun, type RecordedRun } from '../strategies/place.js';
import { withoutStrategies } from './recorded-run.js';

/**
 * Owns the last past run that was read, and the past of a run with strategies. `at` replaces them.
 * A rewind gives the simulation another run, and with it another past.
 */
export class PastRuns {
  /** The last one asked for: both books of an instant are often asked for together. */
  #last: { readonly source: Run; readonly at: Instant; readonly run: Run } | undefined;
  /** The past of a run beside which strategies run, up to where it stood when it was made. */
  #plainRun: { readonly source: Run; readonly recorded: RecordedRun } | undefined;

  /**
   * The run of `recorded` as it stood when everything of `at` had happened. Do not turn it.
   * @param at - from the start of the window, and before the present: nothing is added to it any more.
   */
  at(recorded: RecordedRun, at: Instant): Run {
    const { run: source } = recorded;
    if (this.#last?.source !== source || this.#last.at !== at) {
      this.#last = { source, at, run: pastRun(this.#plain(recorded, at), { at }) };
    }
    return this.#last.run;
  }

  #plain(present: RecordedRun, at: Instant): RecordedRun {
    const { run: source } = present;
    if (!source.hasStrategies) return present;
    const known = this.#plainRun;
    if (known?.source === source && known.recorded.run.engine.now > at) return known.recorded;
    const recorded = withoutStrategies(present);
    this.#plainRun = { source, recorded };
    return recorded;
  }
}
