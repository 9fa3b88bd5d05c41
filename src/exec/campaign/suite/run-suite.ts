/**
 * Runs a suite: a fixed list of cases, each drawn several times, against one client. Every run is judged
 * by all properties, and what breaks one is shrunk. The same client, scenario and seed give the same table.
 */

import { Prng } from '../../../core/base/prng.js';
import { done } from '../campaign.js';
import { demandsOf, followedIn, type Property } from '../properties.js';
import { shrink } from '../shrink.js';
import type { Evidence, Schedule, Subject } from '../subject.js';
import { calmFacts } from './cases/calm-facts.js';
import type { Plan, SuiteCase } from './cases/suite-case.js';
import { type JudgingRules, judge, type OwnProperties } from './judging.js';
import type { SuiteFailure, SuiteRow, SuiteVerdict } from './suite-result.js';

/** The settings of a suite. */
export interface SuiteOrder {
  readonly cases: readonly SuiteCase[];
  /** Runs of each case. */
  readonly runs: number;
  /** The seed of the draws. */
  readonly seed: number;
  readonly properties: readonly Property[];
  readonly own: OwnProperties;
  /** Positions that the client intends at its end, by instrument. Default: those of a run without faults. */
  readonly intends: ReadonlyMap<string, string>;
  /** Runs that are under way at once. */
  readonly lanes: number;
  /** Called at the start and after each run. */
  readonly onRun?: (stage: SuiteStage) => void;
  /** Ends the suite; runs that were under way count for nothing. */
  readonly stop?: AbortSignal;
}

/** How far a suite is: of its runs, or of the failures that it makes smaller. */
export interface SuiteStage {
  readonly phase: 'run' | 'shrink';
  readonly done: number;
  readonly total: number;
}

/** Runs to shrink one failure at most. */
const SHRINK_RUNS = 30;

/** A run of a case, as it is drawn. */
interface DrawnRun {
  readonly suiteCase: SuiteCase;
  /** The number of the run, from 1. */
  readonly run: number;
  readonly plan: Plan;
}

/** A drawn run that was run and judged. */
interface JudgedCase extends DrawnRun {
  readonly isMet: boolean;
  readonly judged: ReadonlySet<string>;
  readonly broken: ReadonlyMap<string, string>;
  readonly fired: readonly string[];
}

/** Runs a suite. */
export async function runSuite(subject: Subject, order: SuiteOrder): Promise<SuiteVerdict> {
  const calm = await subject.run([]);
  const demands = demandsOf(calm, order.properties, order.intends);
  const judging = { demands, own: order.own, isStated: order.intends.size > 0 };
  const properties = [...demands.properties, ...order.own.names].filter(
    each => each !== 'expect' || calm.expectations.length > 0,
  );
  const follows = followedIn(demands);
  const none = { kind: 'stopped', properties, follows, rows: [] } as const;
  if (order.stop?.aborted) return none;
  const [breach] = (await judge(calm, undefined, judging)).broken;
  if (breach !== undefined) {
    const [property, words] = breach;
    return { kind: 'broken-without-faults', breach: { property, words } };
  }
  const again = await subject.run([]);
  if (order.stop?.aborted) return none;
  if (done(calm) !== done(again)) return { kind: 'differs' };
  const runs = new SuiteRuns(subject, order, judging);
  const drawn = drawnRuns(subject, calm, order);
  const judged = await runs.all(drawn);
  const failures = await runs.shrunk(judged);
  const table = { properties, judged, failures, reach: subject.reach };
  const rows = order.cases.map(each => rowOf(each, table));
  return { kind: order.stop?.aborted ? 'stopped' : 'done', properties, follows, rows };
}

/** All runs of all cases that concern the client, in the order of the table. */
function drawnRuns(
  subject: Subject,
  calm: Evidence,
  { cases, runs, seed }: SuiteOrder,
): DrawnRun[] {
  const facts = calmFacts(subject, calm);
  const draws = new Prng(seed);
  return cases
    .filter(({ reach }) => subject.reach.has(reach))
    .flatMap(suiteCase =>
      Array.from({ length: runs }, (_, at) => at + 1).flatMap(run => {
        const plan = suiteCase.plan(draws.fork(`${suiteCase.name} ${run}`), facts);
        return plan === undefined ? [] : [{ suiteCase, run, plan }];
      }),
    );
}

/** Runs and judges, several at once; the order of results is that of what was asked. */
class SuiteRuns {
  readonly #subject: Subject;
  readonly #order: SuiteOrder;
  readonly #judging: JudgingRules;

  constructor(subject: Subject, order: SuiteOrder, judging: JudgingRules) {
    this.#subject = subject;
    this.#order = order;
    this.#judging = judging;
  }

  /** Runs all; without those that were not over when the suite was stopped. */
  async all(drawn: readonly DrawnRun[]): Promise<readonly JudgedCase[]> {
    let count = 0;
    const tell = () => this.#order.onRun?.({ phase: 'run', done: count, total: drawn.length });
    tell();
    const judged = await this.#each(drawn, async each => {
      const found = await this.#judged(each);
      count += 1;
      if (!this.#isStopped) tell();
      return found;
    });
    return judged.filter(each => each !== undefined);
  }

  /** The first failure of each property under each case, made small. */
  async shrunk(judged: readonly JudgedCase[]): Promise<ReadonlyMap<string, SuiteFailure>> {
    const failing = new Map<SuiteCase, JudgedCase[]>();
    for (const each of judged) {
      if (each.broken.size === 0) continue;
      failing.set(each.suiteCase, [...(failing.get(each.suiteCase) ?? []), each]);
    }
    let count = 0;
    const tell = () => this.#order.onRun?.({ phase: 'shrink', done: count, total: failing.size });
    if (failing.size > 0) tell();
    const failures = await this.#each([...failing], async ([suiteCase, runs]) => {
      const found = await this.#failuresOf(runs);
      count += 1;
      tell();
      return found.map(each => [keyOf(suiteCase, each.property), each] as const);
    });
    return new Map(failures.flat());
  }

  /** One failure for each property that the runs of a case break. */
  async #failuresOf(runs: readonly JudgedCase[]): Promise<readonly SuiteFailure[]> {
    const found: SuiteFailure[] = [];
    const isFound = (property: string) => found.some(each => each.property === property);
    for (const run of runs) {
      for (const property of run.broken.keys()) {
        if (isFound(property)) continue;
        const { last, shrinkRuns } = await this.#smallest(run, property);
        const { plan, fired, broken } = last;
        const foundRules = run.plan.rules.length;
        const whole = { run: run.run, plan, fired, foundRules, shrinkRuns };
        // What is left may break other properties as well, and shows them too.
        for (const [each, words] of broken) {
          if (!isFound(each)) found.push({ ...whole, property: each, words });
        }
      }
    }
    return found;
  }

  async #smallest(found: JudgedCase, property: string) {
    let last = found;
    let shrinkRuns = 0;
    const breaks = async (rules: Schedule) => {
      if (this.#isStopped) return false;
      const plan = { ...found.plan, rules };
      const judged = await this.#judged({ ...found, plan });
      shrinkRuns += 1;
      if (judged?.broken.has(property) !== true) return false;
      last = judged;
      return true;
    };
    await shrink(found.plan.rules, breaks, { runs: SHRINK_RUNS });
    return { last, shrinkRuns };
  }

  async #judged(drawn: DrawnRun): Promise<JudgedCase | undefined> {
    if (this.#isStopped) return undefined;
    const { rules, life } = drawn.plan;
    const evidence = await this.#subject.run(rules, life);
    if (this.#isStopped) return undefined;
    const judgement = await judge(evidence, drawn.suiteCase, this.#judging);
    const isMet = drawn.suiteCase.reach === 'market' || evidence.fired.length > 0;
    return { ...drawn, ...judgement, isMet, fired: evidence.fired };
  }

  get #isStopped(): boolean {
    return this.#order.stop?.aborted === true;
  }

  async #each<Item, Result>(
    items: readonly Item[],
    work: (item: Item) => Promise<Result>,
  ): Promise<Result[]> {
    const results: Result[] = [];
    let next = 0;
    const lane = async () => {
      for (let at = next++; at < items.length; at = next++) {
        results[at] = await work(items[at] as Item);
      }
    };
    await Promise.all(Array.from({ length: this.#order.lanes }, lane));
    return results;
  }
}

function keyOf({ name }: SuiteCase, property: string): string {
  return `${name} ${property}`;
}

/** What the rows of a table are made of. */
interface TableParts {
  readonly properties: readonly string[];
  readonly judged: readonly JudgedCase[];
  readonly failures: ReadonlyMap<string, SuiteFailure>;
  readonly reach: Subject['reach'];
}

function rowOf(
  suiteCase: SuiteCase,
  { properties, judged: all, failures, reach }: TableParts,
): SuiteRow {
  const { name, about, duty, unless } = suiteCase;
  const own = all.filter(each => each.suiteCase === suiteCase);
  const count = (wanted: (each: JudgedCase) => boolean) => own.filter(wanted).length;
  const cells = properties.map(property => ({
    property,
    judged: count(({ isMet, judged }) => isMet && judged.has(property)),
    broken: count(({ broken }) => broken.has(property)),
  }));
  return {
    ...{ name, about, duty, runs: own.length, cells },
    met: count(({ isMet }) => isMet),
    failures: properties.flatMap(property => failures.get(keyOf(suiteCase, property)) ?? []),
    ...(own.length === 0 && {
      unless: reach.has(suiteCase.reach) ? unless : 'it is of programs only',
    }),
  };
}
