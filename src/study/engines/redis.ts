/**
 * The Redis that studies on many machines go through: its address, the name of a study's queue, and
 * whether anybody answers. A connection that is lost later is taken up again by the client.
 */

import { setTimeout as delay } from 'node:timers/promises';
import { InputError } from '../../core/base/input-error.js';

/** How BullMQ is to connect. */
export interface RedisConnection {
  readonly url: string;
  readonly maxRetriesPerRequest: null;
}

const ANSWER_MS = 5_000;
const MILLIS_PER_SECOND = 1_000;

/** The connection that `--queue` names. @throws InputError when it is no address of a Redis. */
export function connectionOf(queue: string): RedisConnection {
  const url = URL.canParse(queue) ? new URL(queue) : undefined;
  if (url === undefined || !/^rediss?:$/.test(url.protocol) || url.hostname === '') {
    throw queueError(`must be redis://host:port, was ${withoutPassword(queue)}`);
  }
  return { url: queue, maxRetriesPerRequest: null };
}

/** Only workers that hold the very same inputs take jobs of this name. */
export function queueName(digest: string): string {
  return `orrery-${digest.slice(0, 32)}`;
}

/** As much of a digest as people compare. */
export function shortDigest(digest: string): string {
  return digest.slice(0, 12);
}

/**
 * Asks the Redis that `--queue` names for an answer, once.
 * @throws InputError when there is none, or the packages that speak to it are not installed.
 */
export async function mustAnswer(queue: string): Promise<void> {
  const { url } = connectionOf(queue);
  const { Redis } = await import('ioredis').catch(() => {
    throw queueError('needs two packages more: npm install bullmq ioredis');
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

/** What Redis answers to `question`. @throws InputError when it is silent for `silenceMs`. */
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

/** An error about the queue that was named. */
export function queueError(rule: string): InputError {
  return new InputError('scenario', { file: 'command line', field: '--queue' }, rule);
}

function withoutPassword(queue: string): string {
  return queue.replace(/\/\/[^@/]*@/, '//');
}
