/** Start-up of whole processes, the median of five. Yardstick: Node with an empty program. */

import { MAIN, type ProcessCost, runNode } from '../measuring/child.js';
import { atMost, type BenchFigure, figure } from '../measuring/figure.js';
import { middle } from '../measuring/measure.js';

const ROUNDS = 5;

/** Wall and processor time of `--version` and of one small scenario. */
export function startBench(): BenchFigure[] {
  const bare = costs(['-e', '0']);
  return [
    ...figures('orrery --version', costs([MAIN, '--version']), bare, 0.1),
    ...figures(
      'orrery run limit-order',
      costs([MAIN, 'run', 'scenarios/limit-order.yaml']),
      bare,
      0.2,
    ),
  ];
}

interface Times {
  readonly wall: number;
  readonly cpu: number;
}

function costs(words: readonly string[]): Times {
  const runs: ProcessCost[] = Array.from({ length: ROUNDS }, () => runNode(words));
  return { wall: middle(runs.map(run => run.wall)), cpu: middle(runs.map(run => run.cpu)) };
}

function figures(name: string, times: Times, bare: Times, limit: number): BenchFigure[] {
  return (['wall', 'cpu'] as const).map(kind =>
    figure(`${name}, ${kind}`, times[kind], 's', {
      beside: ['node -e 0', bare[kind]],
      goal: atMost(limit),
    }),
  );
}
