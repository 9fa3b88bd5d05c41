/**
 * Drawings of a study with several goals. Each has a dot for every run: its first goal from left to right, one
 * of its other goals from bottom to top. The runs on the Pareto front are in colour.
 */

import type { Html } from '../../report/html/html.js';
import { lineChart } from '../../report/html/line-chart.js';
import { isLessBetter, rankedValue } from '../judge/rank.js';
import type { StudyResult } from './study-result.js';

/** Greatest number of runs drawn; the best come first. */
const MOST_DOTS = 2_000;

/** The drawings. @param text - a value of a goal as text. */
export function goalCharts(
  { study, best, front }: StudyResult,
  text: (goal: string, value: number) => string,
): Html[] {
  const [across = study.rank, ...others] = study.goals;
  const cut = best.length > MOST_DOTS ? `, the best ${MOST_DOTS} of ${best.length}` : '';
  return others.map(up =>
    lineChart({
      label: `${up} and ${across} of each run`,
      caption:
        `${across} from left to right (${betterSide(across, 'right', 'left')} is better), ` +
        `${up} from bottom to top (${betterSide(up, 'up', 'down')} is better); each dot is a run${cut}. ` +
        'Of the runs in colour none is beaten in all goals: they are the Pareto front.',
      lines: [],
      // The best come last, so that no other dot hides them.
      dots: best
        .slice(0, MOST_DOTS)
        .toReversed()
        .map(row => {
          const x = rankedValue(row, across) ?? 0;
          const y = rankedValue(row, up) ?? 0;
          const isBest = front?.has(row.index) === true;
          const values = `${across} ${text(across, x)}, ${up} ${text(up, y)}`;
          return { x, y, isBest, title: `run ${row.index + 1}: ${values}` };
        }),
      xText: value => text(across, value),
      yText: value => text(up, value),
    }),
  );
}

/** The side on which a goal is better. */
function betterSide(goal: string, more: string, less: string): string {
  return isLessBetter(goal) ? less : more;
}
