/** The jobs of searches: studies whose runs Python chooses, one after another. */

import { availableParallelism } from 'node:os';
import { InputError } from '../../core/base/input-error.js';
import { startingPythons } from '../../data/storage/strategy/python/child.js';
import { hostClasses } from '../../data/storage/strategy/python/hosted-classes.js';
import type { PythonHost } from '../../data/storage/strategy/python/python-host.js';
import { AskedStudy, type NamedValues } from '../../study/asked-study.js';
import { isFailed, type JobOutcome } from '../../study/engines/job.js';
import { type PreparedStudy, prepareStudy } from '../../study/prepare-study.js';
import { cacheIn } from '../library/reading.js';
import { studyDocument } from '../output/study/study-output.js';
import type { KeptStudies } from './kept-studies.js';

/** A job that opens a search. */
interface OpenJob {
  readonly study: string;
  readonly allowPath: readonly string[];
  /** Modules of strategies that Python hosts itself, by path: the numbers of their classes there. */
  readonly classes: Readonly<Record<string, number>>;
}

/** A job of a search that is open. */
interface SearchJob {
  readonly search: number;
  readonly sets: readonly NamedValues[];
  readonly values: NamedValues;
  readonly figures: Readonly<Record<string, number | null>>;
  readonly workers?: number;
  readonly secondsMax: number;
}

/** An open search, with the wall seconds that it has run. */
interface OpenSearch {
  readonly prepared: PreparedStudy;
  readonly asked: AskedStudy;
  /** Ends its Pythons. */
  readonly end: () => void;
  seconds: number;
}

/**
 * Owns the open searches of one Python by their numbers. Jobs open, continue and end them; numbers
 * rise.
 */
export class SearchJobs {
  readonly #host: PythonHost;
  readonly #studies: KeptStudies;
  readonly #open = new Map<number, OpenSearch>();
  #number = 0;

  constructor(host: PythonHost, studies: KeptStudies) {
    this.#host = host;
    this.#studies = studies;
  }

  /** Does a job. @throws InputError */
  async do(verb: string, given: unknown): Promise<unknown> {
    if (verb === 'search-open') return this.#openSearch(given as OpenJob);
    const job = given as SearchJob;
    const open = this.#openOf(job.search);
    switch (verb) {
      case 'search-ask':
        return open.asked.ask();
      case 'search-tell':
        return open.asked.tell(job.values, job.figures);
      case 'search-run':
        return this.#run(open, job);
      case 'search-result':
        return this.#result(open);
      default:
        this.#open.delete(job.search);
        open.end();
        return open.asked.close();
    }
  }

  async #openSearch({ study, allowPath, classes }: OpenJob): Promise<number> {
    hostClasses(this.#host, classes);
    try {
      const { result, end } = await startingPythons(async () => {
        const prepared = await prepareStudy(study, { allowPath, ...cacheIn({}) });
        return { prepared, asked: await AskedStudy.load(prepared) };
      });
      this.#number += 1;
      this.#open.set(this.#number, { ...result, end, seconds: 0 });
      return this.#number;
    } finally {
      hostClasses(this.#host, {});
    }
  }

  async #run(open: OpenSearch, { sets, workers, secondsMax }: SearchJob): Promise<object[]> {
    const began = performance.now();
    const atOnce = { workers: workers ?? availableParallelism(), secondsMax };
    const outcomes = await open.asked.run(sets, atOnce);
    open.seconds += (performance.now() - began) / 1000;
    return outcomes.map(outcomeOf);
  }

  async #result({ prepared, asked, seconds }: OpenSearch): Promise<object> {
    const result = await asked.result();
    return this.#studies.keep({ prepared, result, document: studyDocument(result, seconds) });
  }

  #openOf(number: number): OpenSearch {
    const open = this.#open.get(number);
    if (open !== undefined) return open;
    throw new InputError('scenario', { file: 'search' }, 'is closed');
  }
}

function outcomeOf(outcome: JobOutcome): object {
  return isFailed(outcome) ? { error: outcome.error } : { figures: outcome.figures };
}
