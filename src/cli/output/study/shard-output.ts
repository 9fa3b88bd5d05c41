/** The output of `orrery sweep --shard`: counts and failures. It has no result of a run, which would be a look. */

import type { Study } from '../../../data/storage/study/study-file.js';
import type { StudyManifest } from '../../../study/output/study-manifest.js';
import type { ShardResult } from '../../../study/shards/run-shard.js';
import { type Shard, shardText } from '../../../study/shards/shard.js';
import { counted, failedLines } from './study-output.js';

/** A shard that has ended. */
interface DoneShard extends ShardResult {
  readonly shard: Shard;
  /** The folder of the part. */
  readonly out: string;
}

/** What is printed for people. */
export function shardLines({ name, axes }: Study, done: DoneShard): string[] {
  const { runs, resumed, failed, shard, out } = done;
  const counts = [
    `shard ${shardText(shard)} of ${name}: ${counted(runs, 'run')}`,
    ...(resumed > 0 ? [`${counted(resumed, 'result')} from an earlier start`] : []),
    ...(failed.length > 0 ? [`${failed.length} failed`] : []),
  ];
  const names = axes.map(axis => axis.name);
  return [counts.join(', '), ...failedLines(names, failed), `part ${out}`];
}

/** The document for programs. */
export function shardDocument(
  { study, digest, orrery }: StudyManifest,
  { shard, out, runs, resumed, made, failed }: DoneShard,
  seconds: number,
) {
  return {
    study,
    digest,
    orrery,
    ...shard,
    runs,
    failed: failed.length,
    part: out,
    resumed,
    timing: { seconds, runsPerSecond: Math.round(made / seconds) },
  };
}
