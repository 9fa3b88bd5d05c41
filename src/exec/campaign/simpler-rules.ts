/** Simpler forms of a rule of faults: fewer fields, fewer faults, a shorter span. */

import { formatRfc3339, instant, instantOf, MICROS_PER_SECOND } from '../../core/time/instant.js';
import type { FaultRuleFields } from './subject.js';

/** Fields without which a rule is simpler; the rule then fires more plainly. */
const DISPENSABLE = ['probability', 'seed', 'after'] as const;

/**
 * Forms of a rule that are simpler, the simplest first. Each is smaller by a measure that ends, so
 * taking one again and again ends too.
 */
export function simplerRules(rule: FaultRuleFields): readonly FaultRuleFields[] {
  return [
    ...DISPENSABLE.filter(field => field in rule).map(field => without(rule, field)),
    ...fewerFaults(rule),
    ...shorterSpans(rule),
  ];
}

function without(rule: FaultRuleFields, field: keyof FaultRuleFields): FaultRuleFields {
  const { [field]: _left, ...rest } = rule;
  return rest;
}

function fewerFaults(rule: FaultRuleFields): FaultRuleFields[] {
  const count = rule.count;
  if (count !== undefined) {
    return [...new Set([1, Math.floor(count / 2)])]
      .filter(fewer => fewer >= 1 && fewer < count)
      .map(fewer => ({ ...rule, count: fewer }));
  }
  const isCounted = !('market' in rule || 'lag' in rule || 'candleDelay' in rule);
  return isCounted ? [{ ...rule, count: 1 }] : [];
}

/** The first half of the span, and the second, in whole seconds. */
function shorterSpans(rule: FaultRuleFields): FaultRuleFields[] {
  const [from, to] = [rule.from, rule.to];
  if (from === undefined || to === undefined) return [];
  const [start, end] = [instantOf(from), instantOf(to)];
  const half = Math.floor((end - start) / 2 / MICROS_PER_SECOND) * MICROS_PER_SECOND;
  if (half < MICROS_PER_SECOND) return [];
  const middle = formatRfc3339(instant(start + half));
  return [
    { ...rule, to: middle },
    { ...rule, from: middle },
  ];
}
