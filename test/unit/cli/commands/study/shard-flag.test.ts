/** `--shard`: a shard by its number, or by the index that a scheduler gives. */

import { describe, expect, it } from 'vitest';
import { shardOf } from '../../../../../src/cli/commands/study/shard-flag.js';

const slurm = (id: number, min: number, max: number, count = max - min + 1) => ({
  SLURM_ARRAY_TASK_ID: String(id),
  SLURM_ARRAY_TASK_MIN: String(min),
  SLURM_ARRAY_TASK_MAX: String(max),
  SLURM_ARRAY_TASK_COUNT: String(count),
});

describe('--shard', () => {
  it.each<[string, NodeJS.ProcessEnv, string]>([
    ['3/64', {}, '3/64'],
    ['1/1', { JOB_COMPLETION_INDEX: '7' }, '1/1'],
    ['env/64', { JOB_COMPLETION_INDEX: '0' }, '1/64'],
    ['env/64', { JOB_COMPLETION_INDEX: '63' }, '64/64'],
    ['env/4', { AWS_BATCH_JOB_ARRAY_INDEX: '2', AWS_BATCH_JOB_ARRAY_SIZE: '4' }, '3/4'],
    ['env/4', { AWS_BATCH_JOB_ARRAY_INDEX: '2' }, '3/4'],
    ['env/4', slurm(2, 0, 3), '3/4'],
    ['env/4', slurm(2, 1, 4), '2/4'],
    ['env/4', { CLOUD_RUN_TASK_INDEX: '3', CLOUD_RUN_TASK_COUNT: '4' }, '4/4'],
    ['env/4', { BATCH_TASK_INDEX: '0', BATCH_TASK_COUNT: '4' }, '1/4'],
    ['env/4', { JOB_COMPLETION_INDEX: '1', ...slurm(2, 1, 4) }, '2/4'],
    ['env/4', { JOB_COMPLETION_INDEX: '1', SLURM_ARRAY_TASK_ID: '' }, '2/4'],
  ])('%s with %j is %s', (text, env, expected) => {
    const { shard, of } = shardOf(text, env);
    expect(`${shard}/${of}`).toBe(expected);
  });

  it.each<[string, NodeJS.ProcessEnv, string]>([
    ['0/4', {}, 'must be a shard and the number of shards, such as 3/64, or env/64'],
    ['5/4', {}, 'was 5/4'],
    ['3', {}, 'was 3'],
    ['1/0', {}, 'was 1/0'],
    ['1/100001', {}, 'was 1/100001'],
    ['-1/4', {}, 'was -1/4'],
    ['auto', { JOB_COMPLETION_INDEX: '1' }, 'was auto'],
    ['env/4', {}, 'env/4 needs one of JOB_COMPLETION_INDEX, AWS_BATCH_JOB_ARRAY_INDEX, SLURM'],
    ['env/4', { JOB_COMPLETION_INDEX: '4' }, 'JOB_COMPLETION_INDEX must be from 0 to 3, was 4'],
    ['env/4', { JOB_COMPLETION_INDEX: 'x' }, 'JOB_COMPLETION_INDEX must be a whole number, was x'],
    ['env/4', { SLURM_ARRAY_TASK_ID: '1' }, 'SLURM_ARRAY_TASK_MIN must be a whole number, was not'],
    ['env/4', slurm(9, 9, 9), 'needs an array of 4 tasks, was SLURM_ARRAY_TASK_COUNT 1'],
    ['env/2', slurm(17, 3, 17, 2), 'needs an array of 2 tasks, was indexes from 3 to 17'],
    [
      'env/2',
      slurm(17, 3, 17, 2),
      'name the shard, as in --shard "$((SLURM_ARRAY_TASK_ID + 1))/2" of indexes from 0',
    ],
    [
      'env/8',
      { AWS_BATCH_JOB_ARRAY_INDEX: '2', AWS_BATCH_JOB_ARRAY_SIZE: '4' },
      'needs an array of 8 tasks, was AWS_BATCH_JOB_ARRAY_SIZE 4',
    ],
    [
      'env/4',
      { JOB_COMPLETION_INDEX: '2', ...slurm(2, 1, 4) },
      'env/4 finds JOB_COMPLETION_INDEX 2 and SLURM_ARRAY_TASK_ID 2: name the shard',
    ],
  ])('refuses %s with %j', (text, env, message) => {
    expect(() => shardOf(text, env)).toThrow(message);
  });
});
