/**
 * `orrery sweep STUDY --shard I/N --out PART` and `--merge PART...`: a study in parts, which any scheduler
 * can make on any machines, and the parts together.
 */

import { expandFolders } from '../../../data/storage/files/expand-paths.js';
import type { StudyEngine } from '../../../study/engines/job.js';
import { planStudy } from '../../../study/plan-study.js';
import type { PreparedStudy } from '../../../study/prepare-study.js';
import { gatherParts } from '../../../study/shards/gather-parts.js';
import { partsEngine } from '../../../study/shards/parts-engine.js';
import { runShard } from '../../../study/shards/run-shard.js';
import { type Shard, shardText } from '../../../study/shards/shard.js';
import { shardDocument, shardLines } from '../../output/study/shard-output.js';
import { studySoFarText } from '../../output/study/study-output.js';
import { print, printIfEnded } from '../../output/terminal/print.js';
import { withProgress } from '../../output/terminal/progress.js';

/** What a shard is made with. */
interface ShardFlags {
  readonly shard: Shard;
  /** The folder of the part. */
  readonly out: string;
  readonly json: boolean;
}

/** Runs a shard and prints its counts, but no result of a run: results are shown by the merge. */
export async function sweepShard(
  prepared: PreparedStudy,
  engine: StudyEngine,
  { shard, out, json }: ShardFlags,
): Promise<void> {
  const started = process.hrtime.bigint();
  const { study, manifest } = prepared;
  const named = { ...study, name: `${study.name}, shard ${shardText(shard)}` };
  const result = await withProgress(
    'running',
    'runs',
    progress =>
      runShard(prepared, engine, {
        shard,
        out,
        onRuns(runs, total, { failed }) {
          progress.update(runs, total);
          printIfEnded(studySoFarText(named, { runs, total, failed }, { json, out }));
        },
      }),
    { lines: true },
  );
  const seconds = Number(process.hrtime.bigint() - started) / 1e9;
  const done = { ...result, shard, out };
  if (json) print(`${JSON.stringify(shardDocument(manifest, done, seconds))}\n`);
  else for (const line of shardLines(study, done)) print(`${line}\n`);
}

/** An engine that has the outcomes of the parts. @throws InputError that names each fault of them. */
export async function mergedEngine(
  prepared: PreparedStudy,
  engine: StudyEngine,
  { merge, study, allowPath }: MergeFlags,
): Promise<StudyEngine> {
  const parts = await expandFolders(merge);
  const allowed = allowPath.flatMap(path => ['--allow-path', path]);
  const gathered = await withProgress(
    'reading',
    'parts',
    progress =>
      gatherParts(prepared, planStudy(prepared), {
        parts,
        command: (shard, out) =>
          commandText([study, '--shard', shardText(shard), '--out', out, ...allowed]),
        onParts: (done, total) => progress.update(done, total),
        onNote: line => process.stderr.write(`${line}\n`),
      }),
    { lines: true },
  );
  return partsEngine(gathered, engine);
}

/** The arguments of a merge. */
interface MergeFlags {
  readonly merge: readonly string[];
  /** The file of the study. */
  readonly study: string;
  readonly allowPath: readonly string[];
}

/** A command to be copied into a shell. */
function commandText(words: readonly string[]): string {
  const quoted = (word: string) =>
    /^[\w./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
  return ['orrery sweep', ...words.map(quoted)].join(' ');
}
