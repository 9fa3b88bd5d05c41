/**
 * Runs of one program on several threads at once: what a run takes is mostly computing, of the program and
 * of its broker. A thread loads the scenario for itself.
 */

import { Worker } from 'node:worker_threads';
import { InputError } from '../../../core/base/input-error.js';
import type { LoadOptions } from '../../../data/storage/scenario/given/load-options.js';
import type { CampaignProgram } from '../program.js';
import type { Evidence, Life, Schedule, Subject } from '../subject.js';

/** What a thread is started with; plain data. */
export interface CrewOrder extends Omit<CampaignProgram, 'loaded' | 'tell' | 'output' | 'stop'> {
  readonly scenario: string;
  readonly load: Omit<LoadOptions, 'cache' | 'opened' | 'openTicks' | 'inline' | 'onProgress'>;
  /** Folder of tick stores; false: none; undefined: beside each source. */
  readonly cache: string | false | undefined;
  /** The folder for what the program prints, a file for each thread. */
  readonly logs: string;
}

/** A run for a thread. */
export interface CrewTask {
  readonly rules: Schedule;
  readonly life: Life;
}

/** Start data of a thread. */
export interface CrewSetup {
  readonly order: CrewOrder;
  /** Its number, from 1. */
  readonly place: number;
}

/** What a thread sends: a sentence for people, what a run gave, or why it gave nothing. */
export type CrewWord =
  | { readonly say: 'told'; readonly sentence: string }
  | { readonly say: 'seen'; readonly evidence: Evidence }
  | ({ readonly say: 'bad-input' } & Pick<InputError, 'kind' | 'place' | 'rule'>);

/** Threads that run a program, and what they have in common. */
export interface CampaignThreads {
  readonly subject: Subject;
  /** Ends the threads. */
  readonly close: () => Promise<void>;
}

/** What a crew is made of. */
export interface CrewParts {
  readonly order: CrewOrder;
  readonly facts: Omit<Subject, 'run'>;
  readonly lanes: number;
  readonly tell: (sentence: string) => void;
  /** Ends the runs that are under way. */
  readonly stop?: AbortSignal;
}

/** Starts a crew; a thread starts with its first run. */
export function startCrew({ order, facts, lanes, tell, stop }: CrewParts): CampaignThreads {
  const idle: Worker[] = [];
  const all = new Set<Worker>();
  const waiting: ((worker: Worker) => void)[] = [];
  const hire = (): Promise<Worker> | Worker => {
    const worker = idle.pop();
    if (worker !== undefined) return worker;
    if (all.size >= lanes) return new Promise(resolve => waiting.push(resolve));
    const setup: CrewSetup = { order, place: all.size + 1 };
    const made = new Worker(workerUrl(import.meta.url), { workerData: setup });
    all.add(made);
    return made;
  };
  const release = (worker: Worker) => {
    const next = waiting.shift();
    if (next === undefined) idle.push(worker);
    else next(worker);
  };
  stop?.addEventListener('abort', () => {
    for (const worker of all) worker.postMessage('stop');
  });
  return {
    subject: {
      ...facts,
      run: async (rules, life = {}) => {
        const worker = await hire();
        try {
          return await evidenceFrom(worker, { rules, life }, tell);
        } finally {
          release(worker);
        }
      },
    },
    close: async () => {
      await Promise.all([...all].map(worker => worker.terminate()));
    },
  };
}

function evidenceFrom(
  worker: Worker,
  task: CrewTask,
  tell: (sentence: string) => void,
): Promise<Evidence> {
  return new Promise((resolve, reject) => {
    const settle = (end: () => void) => {
      worker.off('message', onWord).off('error', onError).off('exit', onExit);
      end();
    };
    const onError = (error: unknown) => settle(() => reject(error));
    const onExit = () => settle(() => reject(new Error('a thread of the suite has ended')));
    const onWord = (word: CrewWord) => {
      if (word.say === 'told') tell(word.sentence);
      if (word.say === 'seen') settle(() => resolve(word.evidence));
      if (word.say === 'bad-input') {
        settle(() => reject(new InputError(word.kind, word.place, word.rule)));
      }
    };
    worker.on('message', onWord).on('error', onError).on('exit', onExit);
    worker.postMessage(task);
  });
}

/** The compiled worker, even when the sources run without a build. */
function workerUrl(here: string): URL {
  return new URL(
    './suite-worker.js',
    here.replace(/\/src\/(exec\/campaign\/suite\/)[^/]*\.ts$/, '/dist/$1'),
  );
}
