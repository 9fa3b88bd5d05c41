/**
 * The windows of a study: the scenario's own, those that it lists, or the pairs of a walk forward.
 * Every window must hold a tick and lie inside the scenario's window; if the scenario has none, it
 * must lie on the days of the ticks. Otherwise the study is refused.
 */

import { FeedMerge } from '../../core/feed/merge.js';
import type { Scenario } from '../../core/run/scenario.js';
import { formatRfc3339, type Instant, instant, MICROS_PER_DAY } from '../../core/time/instant.js';
import type { LoadedScenario } from '../../data/storage/scenario/given/loaded-scenario.js';
import type { RawScenario } from '../../data/storage/scenario/given/raw.js';
import type { FoldLength, Study, StudyWindow } from '../../data/storage/study/study-file.js';
import { endAfter, endOfDay, startBefore } from './fold-length.js';

/** One step of a walk forward: parameters are chosen in the first window and tried in the second. */
export interface WindowFold {
  readonly inSample: StudyWindow;
  readonly outOfSample: StudyWindow;
}

const MOST_FOLDS = 1_000;

/** The windows of a study that does not walk forward. @throws InputError */
export function windowsOf(study: Study, loaded: LoadedScenario): readonly StudyWindow[] {
  const { windows, document } = study;
  const { scenario } = loaded;
  if (windows.length === 0) return [{ from: scenario.from, to: scenario.to }];
  refuseTimeline(study, scenario, 'windows');
  const bounds = boundsOf(loaded);
  windows.forEach((window, index) => {
    const path = ['windows', index];
    if (window.from < bounds.from || window.to > bounds.to) {
      const [from, to] = [formatRfc3339(bounds.from), formatRfc3339(bounds.to)];
      throw document.error(path, `must be inside the scenario's window, ${from} to ${to}`);
    }
    if (!holdsTicks(scenario, window)) throw document.error(path, 'holds no tick');
  });
  return windows;
}

/**
 * Bounds for windows: the scenario's window, or the whole days of its ticks, because a user does
 * not know the second at which the ticks of a day begin.
 */
function boundsOf({ scenario, document }: LoadedScenario): StudyWindow {
  const { window = {} } = document.data as RawScenario;
  const day = (at: number, round: (days: number) => number) =>
    instant(round(at / MICROS_PER_DAY) * MICROS_PER_DAY);
  return {
    from: window.from === undefined ? day(scenario.from, Math.floor) : scenario.from,
    to: window.to === undefined ? day(scenario.to, Math.ceil) : scenario.to,
  };
}

/**
 * The folds of a walk forward. The out-of-sample windows follow each other without a gap, each after
 * an in-sample window of its own. A last fold for which there are not enough ticks is left out.
 * @throws InputError when there is no fold, or one of its windows holds no tick.
 */
export function foldsOf(study: Study, loaded: LoadedScenario): readonly WindowFold[] {
  const { walkForward, document } = study;
  if (walkForward === undefined) return [];
  const { scenario } = loaded;
  refuseTimeline(study, scenario, 'walkForward');
  const { inSample, outOfSample } = walkForward;
  const folds: WindowFold[] = [];
  let from = scenario.from;
  let split = endAfter(from, inSample, limitOf(loaded, inSample));
  for (;;) {
    if (split === Number.POSITIVE_INFINITY) break;
    const end = endAfter(instant(split), outOfSample, limitOf(loaded, outOfSample));
    if (end === Number.POSITIVE_INFINITY) break;
    if (folds.length === MOST_FOLDS) {
      throw document.error(['walkForward'], `makes more than ${MOST_FOLDS} folds`);
    }
    const to = instant(end);
    folds.push({
      inSample: { from, to: instant(split) },
      outOfSample: { from: instant(split), to },
    });
    split = end;
    from = startBefore(instant(split), inSample);
  }
  if (folds.length === 0) {
    throw document.error(['walkForward'], "is longer than the scenario's window");
  }
  for (const { inSample: first, outOfSample: second } of folds) {
    for (const window of [first, second]) {
      if (!holdsTicks(scenario, window)) throw document.error(['walkForward'], noTick(window));
    }
  }
  return folds;
}

/**
 * The latest end of a window. The ticks of the last day may end before the day does: it is a day
 * all the same, unless the scenario itself says where its window ends.
 */
function limitOf({ scenario, document }: LoadedScenario, length: FoldLength): Instant {
  const { window = {} } = document.data as RawScenario;
  const isOpen = 'tradingDays' in length && window.to === undefined;
  return isOpen ? endOfDay(scenario.to) : scenario.to;
}

function noTick({ from, to }: { readonly from: Instant; readonly to: Instant }): string {
  return `makes a window without a tick, ${formatRfc3339(from)} to ${formatRfc3339(to)}: make the windows longer`;
}

/** Refuses a timeline, because timed commands belong to one window only. */
function refuseTimeline({ document }: Study, { timeline }: Scenario, key: string): void {
  if (timeline.length > 0) throw document.error([key], 'needs a scenario without a timeline');
}

function holdsTicks({ market }: Scenario, { from, to }: StudyWindow): boolean {
  const sources = market.map(({ ticks }) => ticks?.windows ?? []);
  return new FeedMerge(sources, from, to).remaining > 0;
}
