/**
 * A study whose runs a program chooses: it asks for combinations, or has its own, and each is run on the
 * ticks that were loaded once. The result is judged as that of any study, and its looks count.
 */

import { InputError } from '../core/base/input-error.js';
import { nearest } from '../data/storage/document/suggest.js';
import type { Axis, ParameterValue } from '../data/storage/study/study-file.js';
import type { JobOutcome, StudyEngine } from './engines/job.js';
import { JobRunner } from './engines/job-runner.js';
import { localEngine } from './engines/local-engine.js';
import { meritsOf } from './judge/rank.js';
import { studyRows } from './judge/rows.js';
import { judgedStudy, rankedRuns } from './judged-study.js';
import { Leader } from './output/leader.js';
import { Outcomes } from './output/outcomes.js';
import type { StudyResult } from './output/study-result.js';
import { jobsOf, planStudy, type StudyPlan } from './plan-study.js';
import type { PreparedStudy } from './prepare-study.js';
import type { ParameterSet } from './search/parameter-sets.js';
import type { Search } from './search/search.js';
import { searches } from './search/searches.js';

/** Values by parameter. */
export type NamedValues = Readonly<Record<string, ParameterValue>>;

/** How the runs of several combinations at once are made. */
export interface AtOnce {
  /** Largest number of worker threads. */
  readonly workers: number;
  /** Seconds after which a run is ended. */
  readonly secondsMax: number;
}

/**
 * Owns the combinations that were given out and those that were run. `ask` gives the next of the search,
 * `tell` its figures, `run` runs any combinations. A combination runs once.
 */
export class AskedStudy {
  readonly #prepared: PreparedStudy;
  readonly #plan: StudyPlan;
  readonly #search: Search;
  readonly #done: Outcomes;
  readonly #engine: AskedEngine;
  /** The combinations that ran, by their text, in the order of their jobs. */
  readonly #sets = new Map<string, ParameterSet>();
  /** Names of parameters that some combination gave. */
  readonly #given = new Set<string>();
  /** The combinations that the search gave out, with their figures so far. */
  readonly #asked = new Map<string, { set: ParameterSet; figures?: Readonly<Figures> }>();
  #round: ParameterSet[] = [];

  private constructor(prepared: PreparedStudy, plan: StudyPlan, search: Search, runner: JobRunner) {
    this.#prepared = prepared;
    this.#plan = plan;
    this.#search = search;
    this.#engine = new AskedEngine(prepared, runner);
    const leader = new Leader(prepared.study.rank, Number.POSITIVE_INFINITY);
    this.#done = new Outcomes(this.#engine, undefined, { total: 0, leader });
  }

  /**
   * Loads what all runs need.
   * @param prepared - a study of one window. @throws InputError
   */
  static async load(prepared: PreparedStudy): Promise<AskedStudy> {
    const plan = planStudy(prepared);
    const [search] = await searches(prepared.study, 1);
    const runner = await JobRunner.load(prepared.setup);
    return new AskedStudy(prepared, plan, search as Search, runner);
  }

  /**
   * The next combination of the search; undefined when there is none.
   * @throws InputError when a model needs results that were not given to `tell`.
   */
  ask(): NamedValues | undefined {
    if (this.#round.length === 0) this.#round = this.#nextRound();
    const set = this.#round.shift();
    if (set === undefined) return undefined;
    this.#asked.set(keyOf(set), { set });
    return Object.fromEntries(this.#names.map((name, at) => [name, set[at] as ParameterValue]));
  }

  /** Takes the figures of a combination that was asked for. @throws InputError for another one. */
  tell(values: NamedValues, figures: Readonly<Figures>): void {
    const asked = this.#asked.get(keyOf(this.#setOf(values)));
    if (asked === undefined) {
      throw refused('tell', `the search did not ask for ${JSON.stringify(values)}`);
    }
    asked.figures = figures;
  }

  /**
   * Runs the combinations that have not run yet: one in this thread, several in others.
   * @returns the outcomes, in the order of `given`. @throws InputError for an unknown parameter.
   */
  async run(given: readonly NamedValues[], atOnce: AtOnce): Promise<JobOutcome[]> {
    const sets = given.map(values => this.#setOf(values));
    for (const values of given) for (const name of Object.keys(values)) this.#given.add(name);
    const before = this.#sets.size;
    const fresh = sets.filter(set => {
      const isFresh = !this.#sets.has(keyOf(set));
      this.#sets.set(keyOf(set), set);
      return isFresh;
    });
    this.#engine.atOnce = atOnce;
    await this.#done.add(jobsOf(this.#plan, { window: 0, before, sets: fresh }));
    const places = new Map([...this.#sets.keys()].map((key, index) => [key, index]));
    return sets.map(set => {
      const index = places.get(keyOf(set)) as number;
      return this.#done.outcomes.get(index) as JobOutcome;
    });
  }

  /** Judges all runs so far, and records their looks. @throws InputError when there was none. */
  async result(): Promise<StudyResult> {
    if (this.#sets.size === 0) throw refused('result', 'nothing was evaluated');
    const axes = this.#shownAxes();
    const study = { ...this.#prepared.study, axes };
    const shown = axes.map(({ name }) => this.#names.indexOf(name));
    const jobs = jobsOf(this.#plan, { window: 0, before: 0, sets: [...this.#sets.values()] });
    const own = jobs.map(job => ({
      ...job,
      values: shown.map(at => job.values[at] as ParameterValue),
    }));
    const runs = await rankedRuns({ study }, own, this.#done);
    const judged = await judgedStudy({ ...this.#prepared, study }, runs, this.#done);
    const { made, failed } = this.#done;
    return { ...judged, reruns: [], resumed: 0, made, failed };
  }

  /** Ends its threads. */
  async close(): Promise<void> {
    await this.#engine.close();
  }

  get #names(): readonly string[] {
    return this.#prepared.study.axes.map(({ name }) => name);
  }

  /** The combinations of the next round; none when the search is over. */
  #nextRound(): ParameterSet[] {
    const asked = [...this.#asked.values()];
    const { goals } = this.#prepared.study;
    const merits = () => {
      const untold = asked.filter(({ figures }) => figures === undefined).length;
      if (untold > 0) throw refused('ask', `tell the figures of ${untold} combinations first`);
      const jobs = jobsOf(this.#plan, { window: 0, before: 0, sets: asked.map(({ set }) => set) });
      const rows = studyRows(jobs, new Map());
      return meritsOf(
        rows.map((row, at) => ({ ...row, figures: asked[at]?.figures ?? {} })),
        goals,
      );
    };
    return [...this.#search.next(asked.length, merits)];
  }

  /** One value for each axis; the first of the axis where none is given. @throws InputError */
  #setOf(values: NamedValues): ParameterSet {
    const names = this.#names;
    const unknown = Object.keys(values).find(name => !names.includes(name));
    if (unknown !== undefined) {
      throw refused(unknown, `unknown parameter of the search${nearest(unknown, names)}`);
    }
    return this.#prepared.study.axes.map(
      ({ name, values: [first] }) => values[name] ?? (first as ParameterValue),
    );
  }

  /** The axes of parameters that were given, with the values that ran where the study has others. */
  #shownAxes(): Axis[] {
    return this.#prepared.study.axes.flatMap((axis, at) => {
      if (!this.#given.has(axis.name)) return [];
      const ran = [...new Set([...this.#sets.values()].map(set => set[at] as ParameterValue))];
      if (ran.every(value => axis.values.includes(value))) return [axis];
      return [{ name: axis.name, values: ran.sort(byValue) }];
    });
  }
}

/** Figures of a run by name. */
type Figures = Record<string, number | null>;

/**
 * Runs one job in this thread, and several in threads that start when they are first needed. Owns
 * these threads, until `close`.
 */
class AskedEngine implements StudyEngine {
  atOnce: AtOnce = { workers: 1, secondsMax: Number.POSITIVE_INFINITY };
  readonly #prepared: PreparedStudy;
  readonly #runner: JobRunner;
  #threads: StudyEngine | undefined;

  constructor(prepared: PreparedStudy, runner: JobRunner) {
    this.#prepared = prepared;
    this.#runner = runner;
  }

  async run(...[jobs, onOutcome]: Parameters<StudyEngine['run']>): Promise<void> {
    if (jobs.length < 2 || this.atOnce.workers === 1) {
      for (const outcome of this.#runner.runAll(jobs)) onOutcome(outcome);
      return;
    }
    this.#threads ??= localEngine(this.#prepared.setup, this.atOnce);
    await this.#threads.run(jobs, onOutcome);
  }

  async close(): Promise<void> {
    await this.#threads?.close();
  }
}

function keyOf(set: ParameterSet): string {
  return JSON.stringify(set);
}

/** Numbers by size, others by their text. */
function byValue(one: ParameterValue, other: ParameterValue): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return String(one) < String(other) ? -1 : 1;
}

function refused(field: string, rule: string): InputError {
  return new InputError('scenario', { file: 'search', field }, rule);
}
