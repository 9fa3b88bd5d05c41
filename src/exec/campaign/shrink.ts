/**
 * Makes a schedule of faults as small as it can be while it still breaks the client: fewer rules by
 * delta debugging, then simpler rules. Source: Zeller, Hildebrandt: Simplifying and isolating
 * failure-inducing input, 2002.
 */

import { simplerRules } from './simpler-rules.js';
import type { FaultRuleFields, Schedule } from './subject.js';

/** Whether a schedule still breaks the client. */
export type BreakTest = (schedule: Schedule) => Promise<boolean>;

/** The limit of the work. */
export interface ShrinkLimit {
  /** Most runs. */
  readonly runs: number;
}

/**
 * The smallest schedule that was found within the limit.
 * @param broken - a schedule that breaks the client.
 */
export async function shrink(
  broken: Schedule,
  breaks: BreakTest,
  { runs }: ShrinkLimit,
): Promise<Schedule> {
  let left = runs;
  const tried = async (schedule: Schedule) => {
    if (left <= 0) return false;
    left -= 1;
    return breaks(schedule);
  };
  return simplified(await fewer(broken, tried), tried);
}

/** Leaves rules out, in ever smaller parts, until each that is left is needed. */
async function fewer(broken: Schedule, breaks: BreakTest): Promise<Schedule> {
  let rules = broken;
  for (let parts = 2; rules.length > 1; ) {
    const smaller = await firstThat(complements(rules, parts), breaks);
    if (smaller !== undefined) {
      rules = smaller;
      parts = Math.max(parts - 1, 2);
    } else if (parts >= rules.length) return rules;
    else parts = Math.min(rules.length, parts * 2);
  }
  return rules;
}

/** The rules without one of `parts` parts, for each part. */
function complements(rules: Schedule, parts: number): Schedule[] {
  const size = Math.ceil(rules.length / Math.min(parts, rules.length));
  const found: Schedule[] = [];
  for (let at = 0; at < rules.length; at += size) {
    found.push([...rules.slice(0, at), ...rules.slice(at + size)]);
  }
  return found;
}

/** Makes each rule simpler until no simpler form of any breaks the client. */
async function simplified(broken: Schedule, breaks: BreakTest): Promise<Schedule> {
  let rules = broken;
  for (let at = 0; at < rules.length; ) {
    const forms = simplerRules(rules[at] as FaultRuleFields);
    const simpler = await firstThat(
      forms.map(form => rules.with(at, form)),
      breaks,
    );
    if (simpler === undefined) at += 1;
    else rules = simpler;
  }
  return rules;
}

async function firstThat(
  candidates: readonly Schedule[],
  breaks: BreakTest,
): Promise<Schedule | undefined> {
  for (const candidate of candidates) if (await breaks(candidate)) return candidate;
  return undefined;
}
