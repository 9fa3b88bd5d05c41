/** The properties that a campaign checks, and the words for a broken one. */

import { type Decimal, decimal, ZERO } from '../../core/base/decimal.js';
import { formatRfc3339, instant } from '../../core/time/instant.js';
import { exposureOf, exposures } from './measures/exposure.js';
import { FRESH_SECONDS, stalestEntry } from './measures/freshness.js';
import { impatience } from './measures/politeness.js';
import { bareTrades } from './measures/protection.js';
import { turns } from './measures/turns.js';
import type { Evidence } from './subject.js';

/** Every property, with its meaning. */
const PROPERTIES = {
  alive: 'the client ends without a failure, or runs until the window is over, as without faults',
  expect: 'the `expect` of the scenario holds at the end',
  duplicate: 'no intention is sent twice: no more units are held or on order than intended',
  position: 'the position at the end is the intended one',
  protected: 'every open trade has a stop at the end, if it is so without faults',
  polite: 'a broker that refuses is left in peace: Retry-After, pauses, no endless 401',
  fresh: 'no trade is opened at the market on prices older than two minutes',
} as const;

export type Property = keyof typeof PROPERTIES;
export const ALL_PROPERTIES = Object.keys(PROPERTIES) as readonly Property[];
/** The properties that a campaign of drawn faults checks; a suite checks all. */
export const DRAWN_PROPERTIES: readonly Property[] = [
  ...(['alive', 'expect', 'duplicate', 'position', 'protected'] as const),
];

/** The meaning of a property, in words. */
export function meaningOf(property: Property): string {
  return PROPERTIES[property];
}

/** The intention of a client in one instrument. */
export interface Intent {
  readonly instrument: string;
  /** The position at its end, negative is short; undefined where that follows signals, and may be any. */
  readonly units: Decimal | undefined;
  /** The most units long and short, held and on order. */
  readonly long: Decimal;
  readonly short: Decimal;
}

/** Turns of a client that goes into a market and out again; one with more follows signals. */
const ROUND_TRIP = 1;

/** A property that a run broke, in words. */
export interface Breach {
  readonly property: Property;
  readonly words: string;
}

/** The demands on runs. */
export interface Demands {
  readonly properties: readonly Property[];
  readonly intents: readonly Intent[];
  /** Whether the client runs until the window is over. */
  readonly runsOn: boolean;
  /** Whether the client gives every trade a stop. */
  readonly areProtected: boolean;
  /** The oldest price at which it may open a trade, seconds. */
  readonly ageSecondsMax: number;
}

/**
 * Returns the demands on a client, from a run without faults.
 * @param stated - positions that its user has stated, by instrument; they replace those of the run.
 */
export function demandsOf(
  { ledger, ending }: Evidence,
  properties: readonly Property[],
  stated: ReadonlyMap<string, string>,
): Demands {
  const found = exposures(ledger);
  const turned = turns(ledger);
  const instruments = new Set([...stated.keys(), ...found.keys()]);
  const intents = [...instruments].map(instrument => {
    const { position, long, short } = exposureOf(found, instrument);
    const units = stated.get(instrument);
    // What is closed before a client ends is meant to be closed, however often it went in and out before.
    const isMeant = ending.kind === 'done' && position.eq(ZERO);
    const follows = (turned.get(instrument) ?? 0) > ROUND_TRIP && !isMeant;
    const own = follows ? undefined : position;
    return { instrument, units: units === undefined ? own : decimal(units), long, short };
  });
  const runsOn = ending.kind === 'unfinished';
  const areProtected = bareTrades(ledger).length === 0;
  const ageSecondsMax = Math.max(FRESH_SECONDS, stalestEntry(ledger)?.ageSeconds ?? 0);
  return { properties, intents, runsOn, areProtected, ageSecondsMax };
}

/**
 * The instruments in which the client follows signals, so that its position at the end shows
 * nothing.
 */
export function followedIn({ intents, properties }: Demands): readonly string[] {
  if (!properties.includes('position')) return [];
  return intents.flatMap(({ instrument, units }) => (units === undefined ? [instrument] : []));
}

/** The first property that a run breaks; undefined when it breaks none. */
export function breachOf(evidence: Evidence, demands: Demands): Breach | undefined {
  for (const property of demands.properties) {
    const words = wordsOfBreach(property, evidence, demands);
    if (words !== undefined) return { property, words };
  }
  return undefined;
}

/** How a run breaks one property; undefined when it does not. */
export function wordsOfBreach(
  property: Property,
  evidence: Evidence,
  demands: Demands,
): string | undefined {
  return CHECKS[property](evidence, demands);
}

type Check = (evidence: Evidence, demands: Demands) => string | undefined;

const CHECKS: Readonly<Record<Property, Check>> = {
  alive: ({ ending, endedAt }, { runsOn }) => {
    if (ending.kind === 'failed') return `the client failed: ${ending.words}`;
    const stillRuns = ending.kind === 'unfinished';
    if (stillRuns === runsOn) return undefined;
    return runsOn
      ? `the client ended at ${formatRfc3339(instant(endedAt))}; without faults it runs on`
      : 'the client had not ended when the window was over';
  },
  expect: ({ expectations }) => {
    const failed = expectations.find(({ ok }) => !ok);
    if (failed === undefined) return undefined;
    return `${failed.what} was ${failed.actual}; expected: ${failed.expected}`;
  },
  duplicate: (evidence, { intents }) => {
    for (const [instrument, { long, short }] of exposures(evidence.ledger)) {
      const intent = intents.find(each => each.instrument === instrument);
      if (intent === undefined) return `${instrument} was traded, which is not intended`;
      if (long.gt(intent.long)) return tooMany(instrument, 'long', long, intent.long);
      if (short.gt(intent.short)) return tooMany(instrument, 'short', short, intent.short);
    }
    return undefined;
  },
  position: (evidence, { intents }) => {
    const found = exposures(evidence.ledger);
    for (const { instrument, units } of intents) {
      const { position } = exposureOf(found, instrument);
      if (units !== undefined && !position.eq(units)) {
        return `the position in ${instrument} was ${position} units at the end; intended: ${units}`;
      }
    }
    return undefined;
  },
  protected: ({ ledger }, { areProtected }) => {
    const [bare] = areProtected ? bareTrades(ledger) : [];
    return bare === undefined ? undefined : `trade ${bare} was open without a stop at the end`;
  },
  polite: ({ requests }) => impatience(requests),
  fresh: ({ ledger }, { ageSecondsMax }) => {
    const entry = stalestEntry(ledger);
    if (entry === undefined || entry.ageSeconds <= ageSecondsMax) return undefined;
    const { time, instrument, ageSeconds } = entry;
    return `${instrument} was traded at ${time} on a price that was ${Math.round(ageSeconds)} s old`;
  },
};

function tooMany(instrument: string, side: string, units: Decimal, intended: Decimal): string {
  return `${units} units of ${instrument} were held and on order ${side}; intended: ${intended} at most`;
}
