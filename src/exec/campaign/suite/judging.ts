/** Which properties a run of a suite breaks: those of the package, and those of the user. */

import type { AskedRequest } from '../../exchange/asked-request.js';
import { type Demands, followedIn, type Property, wordsOfBreach } from '../properties.js';
import type { Evidence } from '../subject.js';
import type { SuiteCase } from './cases/suite-case.js';

/** A run as properties of the user see it. */
export interface JudgedRun {
  /** The name of the case; `calm` for the run without faults. */
  readonly case: string;
  /** Transactions of the client's account, oldest first, as the API has them. */
  readonly ledger: Evidence['ledger'];
  readonly requests: readonly AskedRequest[];
  /** What the faults did, in a few words each. */
  readonly fired: readonly string[];
  /** How the client ended: `done`, `failed` or `unfinished`, and in which words it failed. */
  readonly ending: Evidence['ending'];
}

/** Properties of the user. */
export interface OwnProperties {
  readonly names: readonly string[];
  /** The properties that a run breaks, each with its words. @throws InputError for one that cannot be asked. */
  readonly broken: (run: JudgedRun) => Promise<ReadonlyMap<string, string>>;
}

/** Properties that were loaded from a module. */
export interface LoadedProperties extends OwnProperties {
  /** Ends what they need. */
  readonly close: () => void;
}

export const NO_OWN: OwnProperties = { names: [], broken: async () => new Map() };

/** The judgement of a run. */
export interface Judgement {
  /** The properties that were looked at. */
  readonly judged: ReadonlySet<string>;
  /** The properties that it breaks, each with its words. */
  readonly broken: ReadonlyMap<string, string>;
}

/** The rules by which runs are judged. */
export interface JudgingRules {
  readonly demands: Demands;
  readonly own: OwnProperties;
  /** Instruments whose position at the end the user has stated. */
  readonly isStated: boolean;
}

/** Judges a run. @param suiteCase - undefined: a run without faults. */
export async function judge(
  evidence: Evidence,
  suiteCase: SuiteCase | undefined,
  { demands, own, isStated }: JudgingRules,
): Promise<Judgement> {
  const spared = new Set(sparedIn(evidence, suiteCase, isStated));
  // If every position follows signals, none can be checked.
  const follows = followedIn(demands).length;
  if (follows > 0 && follows === demands.intents.length) spared.add('position');
  const judged = new Set<string>(demands.properties.filter(each => !spared.has(each)));
  const broken = new Map<string, string>();
  for (const property of demands.properties) {
    if (spared.has(property)) continue;
    const words = wordsOfBreach(property, evidence, demands);
    if (words !== undefined) broken.set(property, words);
  }
  const { ledger, requests, fired, ending } = evidence;
  const run = { case: suiteCase?.name ?? 'calm', ledger, requests, fired, ending };
  for (const name of own.names) judged.add(name);
  for (const [name, words] of await own.broken(run)) broken.set(name, words);
  return { judged, broken };
}

/** Properties that cannot be checked in this run. */
function sparedIn(
  { ending, expectations }: Evidence,
  suiteCase: SuiteCase | undefined,
  isStated: boolean,
): ReadonlySet<Property> {
  const { spares = [], mayStop } = suiteCase ?? {};
  const stopped = mayStop === true && ending.kind === 'failed' && ending.exitCode !== undefined;
  return new Set<Property>([
    ...spares.filter(each => each !== 'position' || !isStated),
    ...(stopped ? (['alive', 'position'] as const) : []),
    ...(expectations.length === 0 ? (['expect'] as const) : []),
  ]);
}
