/**
 * The engine for several machines: jobs go into a BullMQ queue on Redis, and `orrery worker`
 * processes take them. The name of the queue contains the digest of the study, so that only workers
 * with the same study, scenario, strategy and ticks take its jobs. A job is identified by its
 * index: adding it twice leaves one job, and its outcome is taken once. Jobs that Redis lost are
 * added again. If Redis stays unreachable, the study ends; it continues in its folder when it is
 * started again.
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
  /** Called when jobs wait and no worker runs any. */
  readonly onIdle: () => void;
  /** Milliseconds that Redis may be silent; the default is longer than a restart. */
  readonly silenceMs?: number;
}

const POLL_MS = 50;
/** Greatest number of outcomes taken, and of jobs added, at once. */
const PAGE = 500;
/** Milliseconds without an outcome after which the engine checks for lost jobs. */
const QUIET_MS = 3_000;
const SILENCE_MS = 60_000;

/** Waits a limited time for an answer of Redis. */
type Question = <Answer>(question: Promise<Answer>) => Promise<Answer>;

/** Makes the engine that adds jobs to the queue. */
export function queueEngine(options: QueueOptions): StudyEngine {
  const { url, digest, onIdle, silenceMs = SILENCE_MS } = options;
  let queue: Queue | undefined;
  const ask: Question = question => answerOf(question, silenceMs);
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
        // Do not wait for this: a Redis that is away does not confirm the end of a connection.
        queue.disconnect().catch(() => undefined);
      }
    },
  };
}

async function openQueue(url: string, digest: string): Promise<Queue> {
  await mustAnswer(url);
  const { Queue } = await import('bullmq');
  const queue = new Queue(queueName(digest), { connection: connectionOf(url) });
  // From here on the client restores a lost connection, and jobs wait in the meantime.
  queue.on('error', () => undefined);
  return queue;
}

/** Passes on the outcomes that have arrived. @returns how many. */
async function take(
  queue: Queue,
  waiting: Map<string, Job>,
  ask: Question,
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

/** @throws InputError when Redis refuses the jobs, for example because it is out of memory. */
async function put(queue: Queue, jobs: ReadonlyMap<string, Job>, ask: Question): Promise<void> {
  const bulk = [...jobs].map(([jobId, data]) => ({ name: 'run', data, opts: { jobId } }));
  for (let from = 0; from < bulk.length; from += PAGE) {
    const taken = queue.addBulk(bulk.slice(from, from + PAGE)).catch((error: Error) => {
      throw queueError(`Redis takes no jobs: ${error.message}`);
    });
    await ask(taken);
  }
}

/** Number of jobs in the queue, in any state; fewer than expected when some were lost. */
async function heldBy(queue: Queue): Promise<number> {
  const counts = Object.values(await queue.getJobCounts());
  return counts.reduce((total, count) => total + count, 0);
}

/** The id of a job in the queue; BullMQ would treat a number alone as an id of its own. */
function jobID({ index }: Job): string {
  return `run-${index}`;
}
