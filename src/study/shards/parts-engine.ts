/**
 * An engine that has the outcomes of parts: each is given out once, and any other job goes to the engine
 * beside it. So the run that a study repeats at its end is made here, and shows whether the machines of
 * the parts had what this one has.
 */

import type { Job, JobOutcome, StudyEngine } from '../engines/job.js';
import { type CheckedPart, partOutcomes } from './part-file.js';

/** @param parts - one of each shard. @param other - takes the jobs that no part has. */
export function partsEngine(parts: readonly CheckedPart[], other: StudyEngine): StudyEngine {
  const runs = parts.reduce((sum, { head }) => sum + head.runs, 0);
  const given = new Set<number>();
  return {
    isElsewhere: true,
    async run(jobs, onOutcome) {
      const isIn = ({ index }: Job) => index < runs && !given.has(index);
      const wanted = new Set(jobs.filter(isIn).map(({ index }) => index));
      // In the order of the jobs, as one worker would make them.
      const outcomes = wanted.size === 0 ? [] : await outcomesOf(parts, wanted);
      for (const outcome of outcomes) onOutcome(outcome);
      for (const index of wanted) given.add(index);
      await other.run(
        jobs.filter(({ index }) => !wanted.has(index)),
        onOutcome,
      );
    },
    close: () => other.close(),
  };
}

/** The wanted outcomes, ascending by index. */
async function outcomesOf(
  parts: readonly CheckedPart[],
  wanted: ReadonlySet<number>,
): Promise<JobOutcome[]> {
  const outcomes: JobOutcome[] = [];
  for (const { path } of parts) {
    for await (const outcome of partOutcomes(path)) {
      if (wanted.has(outcome.index)) outcomes.push(outcome);
    }
  }
  return outcomes.sort((a, b) => a.index - b.index);
}
