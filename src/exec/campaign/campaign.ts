/** A campaign against one client: searches a schedule of faults that breaks a property, and shrinks it. */

import { type Breach, breachOf, type Demands, demandsOf, type Property } from './properties.js';
import { Schedules } from './schedules.js';
import { shrink } from './shrink.js';
import type { Evidence, Schedule, Subject } from './subject.js';

/** The settings of a campaign. */
export interface CampaignOrder {
  /** Schedules to try at most. */
  readonly runs: number;
  /** The seed of the schedules. */
  readonly seed: number;
  readonly properties: readonly Property[];
  /** Positions that the client intends at its end, by instrument. Default: those of a run without faults. */
  readonly intends: ReadonlyMap<string, string>;
  /** Called at the start and after each run. @param soFar - the verdict if the campaign ended now. */
  readonly onRun?: (soFar: CampaignVerdict, stage: CampaignStage) => void;
  /** Ends the campaign. What a run that was under way did then counts for nothing. */
  readonly stop?: AbortSignal;
}

/** How far a campaign is: of schedules to try, or of runs that leave out rules. */
export interface CampaignStage {
  readonly phase: 'search' | 'shrink';
  readonly done: number;
  /** The largest number of them. */
  readonly total: number;
}

/** A schedule that breaks the client. */
export interface CampaignFinding {
  readonly breach: Breach;
  readonly schedule: Schedule;
  /** The demands that the client must meet. */
  readonly demands: Demands;
  /** The effects of its faults. */
  readonly fired: readonly string[];
  /** Rules of the schedule as it was found. */
  readonly foundRules: number;
  /** Runs until it was found, and to shrink it. */
  readonly searchRuns: number;
  readonly shrinkRuns: number;
}

/**
 * The result of a campaign: nothing broke; it was stopped before anything broke; a schedule broke
 * it; or the client breaks without any fault.
 */
export type CampaignVerdict =
  | { readonly kind: 'held'; readonly runs: number }
  | { readonly kind: 'stopped'; readonly runs: number }
  | { readonly kind: 'broken'; readonly finding: CampaignFinding }
  | { readonly kind: 'broken-without-faults'; readonly breach: Breach }
  | { readonly kind: 'differs' };

/** Runs to shrink one schedule at most. */
const SHRINK_RUNS = 300;

/** Runs a campaign. */
export async function runCampaign(
  subject: Subject,
  order: CampaignOrder,
): Promise<CampaignVerdict> {
  const isStopped = () => order.stop?.aborted === true;
  const { runs, onRun } = order;
  const tried = (done: number) =>
    onRun?.({ kind: 'stopped', runs: done }, { phase: 'search', done, total: runs });
  tried(0);
  const calm = await subject.run([]);
  const demands = demandsOf(calm, order.properties, order.intends);
  const breach = breachOf(calm, demands);
  if (isStopped()) return { kind: 'stopped', runs: 0 };
  if (breach !== undefined) return { kind: 'broken-without-faults', breach };
  const again = await subject.run([]);
  if (isStopped()) return { kind: 'stopped', runs: 0 };
  if (done(calm) !== done(again)) return { kind: 'differs' };
  const schedules = new Schedules(subject, calm, order.seed);
  for (let run = 1; run <= runs; run++) {
    const schedule = schedules.at(run);
    const evidence = await subject.run(schedule);
    if (isStopped()) return { kind: 'stopped', runs: run - 1 };
    const found = breachOf(evidence, demands);
    tried(run);
    if (found === undefined) continue;
    const search = new Shrinker(subject, demands, order);
    const { fired } = evidence;
    const finding = await search.finding({ schedule, breach: found, fired }, run);
    return { kind: 'broken', finding };
  }
  return { kind: 'held', runs };
}

/** What two runs without faults must have in common, as text. */
export function done({ ledger, operations, endedAt }: Evidence): string {
  return JSON.stringify([ledger.map(unstamped), operations, endedAt]);
}

/** A transaction without the id of its request, which is of one server only. */
function unstamped(transaction: object): object {
  return { ...transaction, requestID: undefined };
}

/** A run that broke a property. */
type BreachRun = Pick<CampaignFinding, 'schedule' | 'breach' | 'fired'>;

/** Shrinks the schedule of a breach. Owns the number of runs that this has taken. */
class Shrinker {
  readonly #subject: Subject;
  readonly #demands: Demands;
  readonly #order: CampaignOrder;
  #runs = 0;

  constructor(subject: Subject, demands: Demands, order: CampaignOrder) {
    this.#subject = subject;
    this.#demands = demands;
    this.#order = order;
  }

  async finding(found: BreachRun, searchRuns: number): Promise<CampaignFinding> {
    let last = found;
    const { length: foundRules } = found.schedule;
    const soFar = (): CampaignFinding => ({
      ...last,
      ...{ demands: this.#demands, foundRules, searchRuns, shrinkRuns: this.#runs },
    });
    const show = () => {
      const stage = { phase: 'shrink', done: this.#runs, total: SHRINK_RUNS } as const;
      this.#order.onRun?.({ kind: 'broken', finding: soFar() }, stage);
    };
    show();
    const breaks = async (candidate: Schedule) => {
      if (this.#order.stop?.aborted) return false;
      const evidence = await this.#subject.run(candidate);
      if (this.#order.stop?.aborted) return false;
      this.#runs += 1;
      const breach = breachOf(evidence, this.#demands);
      const isBroken = breach?.property === found.breach.property;
      if (isBroken) last = { schedule: candidate, breach, fired: evidence.fired };
      show();
      return isBroken;
    };
    await shrink(found.schedule, breaks, { runs: SHRINK_RUNS });
    return soFar();
  }
}
