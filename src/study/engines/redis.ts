/**
 * The Redis for studies on several machines: its address, the name of a study's queue, and the
 * check that it answers. The client restores a connection that is lost later.
 */

import { setTimeout as delay } from 'node:timers/promises';
import { InputError } from '../../core/base/input-error.js';

/** Connection settings for BullMQ. */
export interface RedisConnection {
  readonly url: string;
  readonly maxRetriesPerRequest: null;
}

const ANSWER_MS = 5_000;
const MILLIS_PER_SECOND = 1_000;

/** The connection that `--queue` names. @throws InputError when the text is no Redis address. */
export function connectionOf(queue: string): RedisConnection {
  const url = URL.canParse(queue) ? new URL(queue) : undefined;
  if (url === undefined || !/^rediss?:$/.test(url.protocol) || url.hostname === '') {
    throw queueError(`must be redis://host:port, was ${withoutPassword(queue)}`);
  }
  return { url: queue, maxRetriesPerRequest: null };
}

/** The queue name of a study; only workers with the same inputs compute the same name. */
export function queueName(digest: string): string {
  return `orrery-${digest.slice(0, 32)}`;
}

/** The first digits of a digest, enough for people to compare. */
export function shortDigest(digest: string): string {
  return digest.slice(0, 12);
}

/**
 * Sends one request to the Redis that `--queue` names.
 * @throws InputError when it does not answer, or the client packages are not installed.
 */
export async function mustAnswer(queue: string): Promise<void> {
  const { url } = connectionOf(queue);
  const { Redis } = await import('ioredis').catch(() => {
    throw queueError('needs two more packages: npm install bullmq ioredis');
  });
  const client = new Redis(url, {
    lazyConnect: true,
    connectTimeout: ANSWER_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  let reason = 'no connection';
  client.on('error', (error: Error) => {
    reason = error.message;
  });
  try {
    await client.connect();
    await client.ping();
  } catch (error) {
    const { message } = error as Error;
    const why = /closed/i.test(message) ? reason : message;
    throw queueError(`no Redis answers at ${withoutPassword(queue)}: ${why}`);
  } finally {
    client.disconnect();
  }
}

/** The answer of Redis to `question`. @throws InputError after `silenceMs` without one. */
export async function answerOf<Answer>(
  question: Promise<Answer>,
  silenceMs: number,
): Promise<Answer> {
  const answered = new AbortController();
  const silence = delay(silenceMs, undefined, { signal: answered.signal }).then(() => {
    throw queueError(`Redis has not answered for ${silenceMs / MILLIS_PER_SECOND} s`);
  });
  try {
    return await Promise.race([question, silence]);
  } finally {
    answered.abort();
  }
}

/** An error about the named queue. */
export function queueError(rule: string): InputError {
  return new InputError('scenario', { file: 'command line', field: '--queue' }, rule);
}

function withoutPassword(queue: string): string {
  return queue.replace(/\/\/[^@/]*@/, '//');
}
