/**
 * Serves one Python over two pipes: it sends a job, this side does it, calls hooks of its strategies
 * meanwhile, and answers. Nothing is done between jobs.
 */

import { InputError } from '../../core/base/input-error.js';
import { type Channel, ChannelClosed } from '../../data/storage/strategy/python/channel.js';
import { PythonHost } from '../../data/storage/strategy/python/python-host.js';
import { Jobs } from './jobs.js';

/** A job as it comes. */
interface JobFrame {
  readonly verb: string;
  readonly given: unknown;
}

/** Serves until Python closes its end. */
export async function servePython(channel: Channel): Promise<void> {
  const jobs = new Jobs(new PythonHost({ channel, end: () => 'closed its pipe' }));
  const onProgress = (done: number, total: number) => channel.send('P', [done, total]);
  for (;;) {
    const job = nextJob(channel);
    if (job === undefined) return;
    try {
      channel.send('F', (await jobs.do(job.verb, job.given, onProgress)) ?? null);
    } catch (error) {
      if (error instanceof ChannelClosed) return;
      channel.send('G', refusal(error));
    }
  }
}

function nextJob(channel: Channel): JobFrame | undefined {
  try {
    return JSON.parse(channel.receive().body.toString()) as JobFrame;
  } catch (error) {
    if (error instanceof ChannelClosed) return undefined;
    throw error;
  }
}

/** What Python raises; an error that is not of the input keeps its stack, for a report of a bug. */
function refusal(error: unknown): object {
  if (error instanceof InputError) return { kind: error.kind, message: error.message };
  const { stack, message } = error as Error;
  return { kind: 'bug', message: stack ?? message };
}
