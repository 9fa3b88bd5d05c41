/**
 * What a study says about luck, in words: how good the best run is, how good luck alone makes the best
 * of as many tries, and what each test says. The same sentences stand on the page and on the terminal.
 */

import { PERIODS_PER_YEAR } from '../../data/figures/account/account-run.js';
import { type LookedAt, lookedLines } from '../../data/storage/looks/looked-at.js';
import { type Assessment, isSkillByDsr, isSkillByPbo, isSkillBySpa } from '../luck/assessment.js';
import type { JoinedCurve } from './joined-curve.js';
import type { Stability } from './neighbours.js';
import { rankingText } from './rank.js';
import type { RankingRow } from './rows.js';

/** What the verdict is made of. */
export interface VerdictParts {
  readonly best: readonly RankingRow[];
  readonly assessment?: Assessment | undefined;
  readonly stability?: Stability | undefined;
  readonly joined?: JoinedCurve | undefined;
  readonly looked?: LookedAt | undefined;
}

export interface Verdict {
  /** `skill`: each deciding test that could be made says so; `luck`: one does not; `unknown`: none was made. */
  readonly outcome: 'skill' | 'luck' | 'unknown';
  /** The answer in one sentence. */
  readonly answer: string;
  /** What each test says, a sentence each. */
  readonly sentences: readonly string[];
}

/**
 * The verdict on the best run.
 * @param goals - the figures that rank the runs. @param rankText - a value of the first as text.
 */
export function verdictOf(
  judged: VerdictParts,
  goals: readonly string[],
  rankText: (value: number) => string,
): Verdict {
  const [best] = judged.best;
  const { assessment, looked } = judged;
  const sharpe = best?.figures?.['sharpe'] ?? null;
  const later = [
    ...outOfSample(judged.joined),
    ...stabilityLine(judged.stability, goals, rankText),
    ...(looked === undefined ? [] : lookedLines(looked)),
  ];
  if (best === undefined || assessment === undefined || sharpe === null) {
    const answer = 'Nothing can be said about luck: the runs have too few daily returns.';
    return { outcome: 'unknown', answer, sentences: later };
  }
  const tests = testsOf(best, assessment);
  const { tries } = assessment;
  const [luck, luckOfRuns] = [tries.luck, tries.luckOfRuns].map(yearly) as [number, number];
  // Cross-validation judges the choice among the runs: of runs that all have an edge, none stands out.
  const deciding = tests.filter(({ isDeciding }) => isDeciding);
  const isSkill = deciding.length > 0 && deciding.every(test => test.isSkill);
  const outcome = deciding.length === 0 ? 'unknown' : isSkill ? 'skill' : 'luck';
  const conclusions = {
    skill: 'Luck does not explain it.',
    luck: 'That is no evidence of skill.',
    unknown: 'The runs have too few daily returns for a test.',
  } as const;
  const ranking = rankingText(goals);
  const whose =
    ranking === 'sharpe'
      ? 'The best Sharpe ratio is'
      : `The best run by ${ranking} has a Sharpe ratio of`;
  // A run counts as a try when it has enough daily returns to be compared.
  const of = tries.runs === 0 ? '' : `, of ${counted(tries.runs, 'try', 'tries')}`;
  const what = `${whose} ${sharpe.toFixed(2)}${of}`;
  const answer =
    tries.runs < 2
      ? `${what}. ${conclusions[outcome]}`
      : `${what}; luck alone gives ${luck.toFixed(2)}. ${conclusions[outcome]}`;
  const clusters = `${counted(tries.clusters, 'cluster', 'clusters')} of runs that move together`;
  const counts =
    tries.runs < 2
      ? []
      : [
          `The ${tries.runs} tries are ${clusters}. If each counts as a try of its own, luck alone gives ${luckOfRuns.toFixed(2)}.`,
        ];
  return { outcome, answer, sentences: [...counts, ...tests.map(({ words }) => words), ...later] };
}

interface Test {
  readonly isSkill: boolean;
  /** Whether the verdict depends on it. */
  readonly isDeciding: boolean;
  readonly words: string;
}

function testsOf({ luck }: RankingRow, assessment: Assessment): Test[] {
  const { overfitting: split, superiority: superior } = assessment;
  const tests: Test[] = [];
  if (luck.dsr !== null) {
    const raw = luck.dsrOfRuns === null ? '-' : percent(luck.dsrOfRuns);
    tests.push({
      isSkill: isSkillByDsr(luck.dsr),
      isDeciding: true,
      words: `Deflated Sharpe ratio: the true ratio is above that of luck with a probability of ${percent(luck.dsr)} (by the raw count ${raw}); evidence is more than 95 %.`,
    });
  }
  if (split !== undefined) {
    tests.push({
      isSkill: isSkillByPbo(split),
      isDeciding: false,
      words: `Overfitting: the best of one half of the days is in the lower half on the other days in ${percent(split.pbo)} of ${split.splits} splits, and loses in ${percent(split.loss)}; a good choice among these runs has less than 5 %.`,
    });
  }
  if (superior !== undefined) {
    const { spa, plain } = superior;
    tests.push({
      isSkill: isSkillBySpa(superior),
      isDeciding: true,
      words: `Superior predictive ability: runs without skill have as good a best run with a probability of ${percent(spa.consistent)} (White's reality check ${percent(plain.upper)}); evidence is less than 1 %.`,
    });
  }
  return tests;
}

function outOfSample(joined: JoinedCurve | undefined): string[] {
  if (joined === undefined) return [];
  const { points, totalReturn, sharpe } = joined;
  if (totalReturn === null) return ['Out of sample: no fold has a result.'];
  const ratio = sharpe === null ? '' : `, with a Sharpe ratio of ${sharpe.toFixed(2)}`;
  return [
    `Out of sample: ${percent(totalReturn)} in ${counted(points.length, 'trading day', 'trading days')}${ratio}. Only this is what the choices would have earned.`,
  ];
}

function stabilityLine(
  stability: Stability | undefined,
  [rank, ...others]: readonly string[],
  text: (value: number) => string,
): string[] {
  if (stability === undefined) return [];
  const { neighbours, best, median, least, greatest } = stability;
  const among = neighbours === 1 ? '' : `, from ${text(least)} to ${text(greatest)}`;
  const runs = counted(neighbours, 'run', 'runs');
  const by = others.length === 0 ? '' : ` by ${rank}`;
  return [
    `Neighbours${by}: the best has ${text(best)}; the median of the ${runs} one step beside it is ${text(median)}${among}.`,
  ];
}

/** A daily Sharpe ratio as one of a year. */
function yearly(daily: number): number {
  return daily * Math.sqrt(PERIODS_PER_YEAR);
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
