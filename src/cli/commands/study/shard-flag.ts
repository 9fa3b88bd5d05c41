/**
 * `--shard 3/64` and `--shard env/64`: which shard of a study runs. The number of shards is always
 * written, because the environment may not have it (Kubernetes), or may have another one: some
 * tasks of an array, started again by themselves, would be other shards.
 */

import type { Shard } from '../../../study/shards/shard.js';
import { usageError } from '../../flags/arguments.js';

/** The variables in which a scheduler gives a task of an array its place. */
interface Scheduler {
  readonly index: string;
  /** The number of tasks, where the scheduler gives it. */
  readonly count?: string;
  /** The least index; absent: 0. */
  readonly least?: string;
  /** The greatest index; absent: no index below it is left out. */
  readonly greatest?: string;
}

/**
 * Sources: the documentation of Kubernetes (indexed Job), AWS Batch (array jobs), Slurm (job arrays), Cloud
 * Run (jobs) and Google Batch (task groups).
 */
const SCHEDULERS: readonly Scheduler[] = [
  { index: 'JOB_COMPLETION_INDEX' },
  { index: 'AWS_BATCH_JOB_ARRAY_INDEX', count: 'AWS_BATCH_JOB_ARRAY_SIZE' },
  {
    index: 'SLURM_ARRAY_TASK_ID',
    count: 'SLURM_ARRAY_TASK_COUNT',
    least: 'SLURM_ARRAY_TASK_MIN',
    greatest: 'SLURM_ARRAY_TASK_MAX',
  },
  { index: 'CLOUD_RUN_TASK_INDEX', count: 'CLOUD_RUN_TASK_COUNT' },
  { index: 'BATCH_TASK_INDEX', count: 'BATCH_TASK_COUNT' },
];

const FORM = /^(env|\d{1,6})\/(\d{1,6})$/;
/** Greatest number of shards: that of the runs of a study. */
const MOST_SHARDS = 100_000;

/** The shard that the flag names. @param env - of the process. @throws InputError */
export function shardOf(text: string, env: NodeJS.ProcessEnv): Shard {
  const [, named = '', count = ''] = FORM.exec(text) ?? [];
  const of = Number(count);
  if (of < 1 || of > MOST_SHARDS) throw refusal(text);
  if (named === 'env') return { shard: indexIn(env, of) + 1, of };
  const shard = Number(named);
  if (shard < 1 || shard > of) throw refusal(text);
  return { shard, of };
}

function refusal(text: string): Error {
  return usageError(
    'shard',
    `must be a shard and the number of shards, such as 3/64, or env/64 for the index of a scheduler, was ${text}`,
  );
}

/** The index, from 0, that the environment has. */
function indexIn(env: NodeJS.ProcessEnv, of: number): number {
  const set = SCHEDULERS.filter(({ index }) => (env[index] ?? '') !== '');
  const [first] = set;
  if (first === undefined) {
    const names = SCHEDULERS.map(({ index }) => index).join(', ');
    throw usageError(
      'shard',
      `env/${of} needs one of ${names}, and none is set: name the shard, such as 1/${of}`,
    );
  }
  const indexes = set.map(scheduler => indexOf(scheduler, env, of));
  if (new Set(indexes).size === 1) return indexes[0] as number;
  const names = set.map(({ index }) => `${index} ${env[index]}`).join(' and ');
  throw usageError('shard', `env/${of} finds ${names}: name the shard, such as 1/${of}`);
}

function indexOf(
  { index, count, least, greatest }: Scheduler,
  env: NodeJS.ProcessEnv,
  of: number,
): number {
  const first = least === undefined ? 0 : wholeIn(env, least);
  const tasks = count === undefined || env[count] === undefined ? of : wholeIn(env, count);
  const span = greatest === undefined ? of : wholeIn(env, greatest) - first + 1;
  if (tasks !== of || span !== of) {
    const is =
      tasks === of
        ? `indexes from ${env[least ?? '']} to ${env[greatest ?? '']}`
        : `${count} ${tasks}`;
    throw usageError(
      'shard',
      `env/${of} needs an array of ${of} tasks, was ${is}: for some tasks of an array name the shard, as in --shard "$((${index} + 1))/${of}" of indexes from 0`,
    );
  }
  const at = wholeIn(env, index) - first;
  if (at >= 0 && at < of) return at;
  throw usageError(
    'shard',
    `env/${of}: ${index} must be from ${first} to ${first + of - 1}, was ${env[index]}`,
  );
}

function wholeIn(env: NodeJS.ProcessEnv, name: string): number {
  const text = env[name] ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw usageError('shard', `env: ${name} must be a whole number, was ${text || 'not set'}`);
}
