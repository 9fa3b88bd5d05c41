/**
 * Reads a rule, as scenario files and the control API have it: which values a rule can have, and
 * which fields go together.
 */

import type { TimeOfWeek } from '../time/calendar.js';
import { type ReadFields, RuleFault, readFields, TIME_OF_WEEK } from './fields.js';
import type { FaultRule, StreamFault } from './rule.js';
import {
  ERROR_FIELDS,
  MARKET_FIELDS,
  RULE_FIELDS,
  type RuleField,
  type WEEKLY_FIELDS,
} from './rule-fields.js';
import type { Weekly } from './weekly.js';

const ROWS: readonly (readonly [string, RuleField])[] = Object.entries(RULE_FIELDS);
const EFFECTS = ROWS.filter(([, { isEffect }]) => isEffect).map(([name]) => name);
const ANSWERS = ROWS.filter(([, { isAnswer }]) => isAnswer).map(([name]) => name);
/** Kinds of rules, the strictest first. */
const KINDS = ['market', 'stream', 'lag', 'candleDelay'] as const;

/**
 * Reads a rule.
 * @param id - the id for a rule that has none.
 * @throws RuleFault naming the field and the valid forms.
 */
export function readRule(given: unknown, id: string): FaultRule {
  const read = readFields(given, RULE_FIELDS);
  checkTogether(given as object);
  if (read.from !== undefined && read.to !== undefined && read.from >= read.to) {
    throw new RuleFault(['to'], 'must be after from');
  }
  if (read.error !== undefined && read.error.status === undefined) {
    throw new RuleFault(['error', 'status'], `must be given: ${ERROR_FIELDS.status.form}`);
  }
  const values = ROWS.map(([name, { fallback }]) => [
    name,
    read[name as keyof typeof read] ?? fallback,
  ]);
  return {
    ...(Object.fromEntries(values) as FaultRule),
    id: read.id ?? id,
    weekly: weeklySpan(read.weekly),
    stream: streamFault(read.stream),
    market: marketFault(read.market),
  };
}

function weeklySpan(read: ReadFields<typeof WEEKLY_FIELDS> | undefined): Weekly | undefined {
  if (read === undefined) return undefined;
  const { from, to } = read;
  if (from === undefined || to === undefined) {
    throw new RuleFault(
      ['weekly', from === undefined ? 'from' : 'to'],
      `must be given: ${TIME_OF_WEEK.form}`,
    );
  }
  if (isEqual(from, to)) throw new RuleFault(['weekly', 'to'], 'must differ from weekly.from');
  return { from, to };
}

function isEqual(one: TimeOfWeek, other: TimeOfWeek): boolean {
  return one.day === other.day && one.hour === other.hour && one.minute === other.minute;
}

function checkTogether(given: object): void {
  const effect = EFFECTS.filter(name => name in given);
  if (effect.length === 0) {
    throw new RuleFault([], `must have one of ${EFFECTS.join(', ')}`);
  }
  for (const kind of KINDS.filter(each => each in given)) {
    const other = ROWS.find(([name, { of }]) => name in given && !of.includes(kind));
    if (other !== undefined) throw new RuleFault([other[0]], `cannot be given with ${kind}`);
  }
  const [answer, second] = ANSWERS.filter(name => name in given);
  if (second !== undefined) throw new RuleFault([second], `cannot be given with ${answer}`);
  if ('applied' in given && ![...ANSWERS, 'latency'].some(name => name in given)) {
    throw new RuleFault(['applied'], `must be given with ${ANSWERS.join(', ')} or latency`);
  }
}

function streamFault(read: StreamFault | undefined): StreamFault | undefined {
  if (read === undefined) return undefined;
  const { afterLines, chance, silent, timeout, reset, ...others } = read;
  const stops = silent === true || reset === true || timeout !== undefined;
  const { lose, duplicate, reorder } = others;
  if (afterLines !== undefined && !stops) {
    throw new RuleFault(['stream', 'afterLines'], 'must be given with silent, timeout or reset');
  }
  if (chance !== undefined && [lose, duplicate, reorder].every(each => each === undefined)) {
    throw new RuleFault(['stream', 'chance'], 'must be given with lose, duplicate or reorder');
  }
  if (!stops && Object.values(others).every(each => each === undefined || each === false)) {
    throw new RuleFault(['stream'], 'must have a field that does something');
  }
  return read;
}

function marketFault(read: ReadFields<typeof MARKET_FIELDS> | undefined) {
  if (read === undefined) return undefined;
  const { instrument, ...effects } = read;
  if (instrument === undefined) {
    throw new RuleFault(
      ['market', 'instrument'],
      `must be given: ${MARKET_FIELDS.instrument.form}`,
    );
  }
  if (Object.values(effects).every(effect => effect === undefined)) {
    const [, ...names] = Object.keys(MARKET_FIELDS);
    throw new RuleFault(['market'], `must have one of ${names.join(', ')}`);
  }
  return { ...effects, instrument };
}
