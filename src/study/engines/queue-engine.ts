/**
 * The engine of many machines: jobs in a BullMQ queue on Redis, taken by `orrery worker` processes. The
 * queue is named after the digest of the study, so that only workers that hold the very same study,
 * scenario, strategy and ticks take from it. A job is known by its index: put twice, it is there once,
 * and its outcome is taken once. Jobs that Redis has lost are put again. A Redis that stays away ends
 * the study, which goes on in its folder when it is started again.
 */

import { setTimeout as delay } from 'node:timers/promises';
import type { Queue } from 'bullmq';
import type { Job, JobOutcome, StudyEngine } from './job.js';
import { answerOf, connectionOf, mustAnswer, queueError, queueName } from './redis.js';

export interface QueueOptions {
  /** `redis://host:port[/db]`. */
  readonly url: string;
  /** Digest of the study. */
  readonly digest: string;
  /** Told when jobs wait and nobody works on any. */
  readonly onIdle: () => void;
  /** So many milliseconds Redis may be silent; the default outlasts a restart. */
  readonly silenceMs?: number;
}

const POLL_MS = 50;
/** Outcomes taken and jobs put at once. */
const PAGE = 500;
/** So long without an outcome, and it is looked whether jobs were lost. */
const QUIET_MS = 3_000;
const SILENCE_MS = 60_000;

/** Waits for what Redis answers, for a bounded time. */
type Ask = <Answer>(question: Promise<Answer>) => Promise<Answer>;

/** Puts jobs into the queue. */
export function queueEngine(options: QueueOptions): StudyEngine {
  const { url, digest, onIdle, silenceMs = SILENCE_MS } = options;
  let queue: Queue | undefined;
  const ask: Ask = question => answerOf(question, silenceMs);
  return {
    async run(jobs, onOutcome) {
      if (jobs.length === 0) return;
      queue ??= await openQueue(url, digest);
      const waiting = new Map(jobs.map(job => [jobID(job), job]));
      await put(queue, waiting, ask);
      let heard = performance.now();
      while (waiting.size > 0) {
        await delay(POLL_MS);
        if ((await take(queue, waiting, ask, onOutcome)) > 0) heard = performance.now();
        if (performance.now() - heard < QUIET_MS) continue;
        heard = performance.now();
        if ((await ask(heldBy(queue))) < waiting.size) await put(queue, waiting, ask);
        if ((await ask(queue.getActiveCount())) === 0) onIdle();
      }
    },
    async close() {
      if (queue === undefined) return;
      try {
        await ask(queue.obliterate({ force: true }));
        await queue.close();
      } catch {
        // Not waited for: of a Redis that is away nobody says that it was let go of.
        queue.disconnect().catch(() => undefined);
      }
    },
  };
}

async function openQueue(url: string, digest: string): Promise<Queue> {
  await mustAnswer(url);
  const { Queue } = await import('bullmq');
  const queue = new Queue(queueName(digest), { connection: connectionOf(url) });
  // From here on the client takes a lost connection up again, and jobs wait meanwhile.
  queue.on('error', () => undefined);
  return queue;
}

/** Hands over the outcomes that are there. @returns how many. */
async function take(
  queue: Queue,
  waiting: Map<string, Job>,
  ask: Ask,
  onOutcome: (outcome: JobOutcome) => void,
): Promise<number> {
  let taken = 0;
  for (const done of await ask(queue.getJobs(['completed', 'failed'], 0, PAGE - 1))) {
    if (done === undefined) continue;
    const job = waiting.get(done.id ?? '');
    if (job !== undefined) {
      const failed = { index: job.index, error: `was lost: ${done.failedReason}` };
      waiting.delete(jobID(job));
      onOutcome((done.returnvalue as JobOutcome | null) ?? failed);
      taken += 1;
    }
    await ask(done.remove());
  }
  return taken;
}

/** @throws InputError when Redis does not take them, being out of memory for one. */
async function put(queue: Queue, jobs: ReadonlyMap<string, Job>, ask: Ask): Promise<void> {
  const bulk = [...jobs].map(([jobId, data]) => ({ name: 'run', data, opts: { jobId } }));
  for (let from = 0; from < bulk.length; from += PAGE) {
    const taken = queue.addBulk(bulk.slice(from, from + PAGE)).catch((error: Error) => {
      throw queueError(`Redis takes no jobs: ${error.message}`);
    });
    await ask(taken);
  }
}

/** Jobs that the queue has, whatever has become of them: fewer than are waited for if some were lost. */
async function heldBy(queue: Queue): Promise<number> {
  const counts = Object.values(await queue.getJobCounts());
  return counts.reduce((total, count) => total + count, 0);
}

/** A number alone would be taken for one of BullMQ's own. */
function jobID({ index }: Job): string {
  return `run-${index}`;
}
