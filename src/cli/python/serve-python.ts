/**
 * Serves one Python over two pipes: it sends a job, this side does it, calls hooks of its strategies
 * meanwhile, and answers. Nothing is done between jobs.
 */

import { InputError } from '../../core/base/input-error.js';
import type { Channel, Frame } from '../../data/storage/strategy/python/pipes/channel.js';
import { ChannelClosedError } from '../../data/storage/strategy/python/pipes/pipes.js';
import { PythonHost } from '../../data/storage/strategy/python/python-host.js';
import type { JobOutput } from './job-output.js';
import { Jobs } from './jobs.js';
import { LaneRecord } from './lanes/lane-record.js';

/** A job as it comes. */
interface JobFrame {
  readonly verb: string;
  readonly given: unknown;
  /** Runs that Python has dropped since the last job. */
  readonly dropped: readonly number[];
}

/** Serves until Python closes its end. */
export async function servePython(channel: Channel): Promise<void> {
  const jobs = new Jobs(new PythonHost({ channel, end: () => 'closed its pipe' }));
  const output: JobOutput = {
    onProgress: (done, total) => channel.send('P', [done, total]),
    onData: bytes => channel.sendBytes('D', bytes),
  };
  for (;;) {
    const frame = nextFrame(channel);
    if (frame === undefined) return;
    try {
      if (frame.kind === 'A') {
        // A step of an environment has no promise to wait for: there are many of them.
        jobs.lanes.step(numbersOf(frame)).send(channel);
        continue;
      }
      const { verb, given, dropped } = JSON.parse(frame.body.toString()) as JobFrame;
      jobs.drop(dropped);
      const answer = await jobs.do(verb, given, output);
      if (answer instanceof LaneRecord) answer.send(channel);
      else channel.send('F', answer ?? null);
    } catch (error) {
      if (error instanceof ChannelClosedError) return;
      channel.send('G', refusal(error));
    }
  }
}

function nextFrame(channel: Channel): Frame | undefined {
  try {
    return channel.receive();
  } catch (error) {
    if (error instanceof ChannelClosedError) return undefined;
    throw error;
  }
}

/** The numbers of a frame; a copy, because they may lie at any place. */
function numbersOf({ body }: Frame): Float64Array {
  const { buffer, byteOffset, length } = body;
  return new Float64Array(buffer.slice(byteOffset, byteOffset + length));
}

/** What Python raises; an error that is not of the input keeps its stack, for a report of a bug. */
function refusal(error: unknown): object {
  if (error instanceof InputError) return { kind: error.kind, message: error.message };
  const { stack, message } = error as Error;
  return { kind: 'bug', message: stack ?? message };
}
