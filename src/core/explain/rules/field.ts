/**
 * Why a field of an order, or of an object on fill, was refused. Source: v20 semantics 3.1, 3.3.
 */

import { DEPENDENT_ORDER_LIST, typesPriced } from '../../order/dependent-orders.js';
import type { OnFillRejectReason } from '../../order/reasons.js';
import { atLeast, atMost, type Rule, rule } from './rule.js';

/** Rules of one price field. @param path - its place in the transaction: `stopLossOnFill.price`. */
export function priceRules(path: string, of: string): Record<string, Rule> {
  return {
    INVALID: rule([
      '3.3',
      'A price is above zero, and small enough to be quoted.',
      `The ${of} {${path}} is no possible price.`,
      `The ${of} had to be above 0.`,
    ]),
    PRECISION_EXCEEDED: rule(
      [
        '2.3',
        'A price has at most as many decimals as the displayPrecision of the instrument.',
        `The ${of} {${path}} has more than {displayPrecision} decimals.`,
        `The ${of} had to have at most {displayPrecision} decimals.`,
      ],
      atMost('decimals', `decimals of ${path}`, 'displayPrecision'),
    ),
  };
}

/** Rules of the lifetime of an order. @param path - before `gtdTime`: empty, or `stopLossOnFill.` */
export function lifetimeRules(path: string, of: string): Record<string, Rule> {
  return {
    TIME_IN_FORCE_INVALID: rule([
      '3.1',
      'Each type of order allows some times in force.',
      `${of} cannot have the time in force {${path}timeInForce}.`,
      `${of} had to have a time in force that its type allows.`,
    ]),
    GTD_TIMESTAMP_MISSING: rule([
      '3.1',
      'A GTD order says in gtdTime when it ends.',
      `${of} is GTD and has no gtdTime.`,
      `${of} had to have a gtdTime.`,
    ]),
    GTD_TIMESTAMP_IN_PAST: rule([
      '4.5',
      'The gtdTime of an order lies in the future.',
      `The gtdTime {${path}gtdTime} was not after {time}.`,
      'The gtdTime had to be after {time}.',
    ]),
  };
}

/** Rules of client extensions. @param path - where they stand: `clientExtensions`. */
export function labelRules(path: string, of: string): Record<string, Rule> {
  const long = (field: string): Rule =>
    rule([
      '2.3',
      'Each text of client extensions has at most 128 characters, and an id is not empty.',
      `The ${field} of the client extensions of ${of} is not allowed: it has {length of ${path}.${field}} characters.`,
      `The ${field} had to have at most 128 characters, and an id at least one.`,
    ]);
  return { ID_INVALID: long('id'), TAG_INVALID: long('tag'), COMMENT_INVALID: long('comment') };
}

/** Rules of a distance. @param path - its place in the transaction. */
export function distanceRules(path: string, of: string): Record<string, Rule> {
  return {
    MISSING: rule([
      '3.1',
      'A trailing stop has a distance.',
      `${of} has no distance.`,
      `${of} had to have a distance.`,
    ]),
    INVALID: rule([
      '3.3',
      'A distance is above zero.',
      `The distance {${path}} is no possible distance.`,
      'The distance had to be above 0.',
    ]),
    PRECISION_EXCEEDED: rule(
      [
        '2.3',
        'A distance has at most as many decimals as the displayPrecision of the instrument.',
        `The distance {${path}} has more than {displayPrecision} decimals.`,
        'The distance had to have at most {displayPrecision} decimals.',
      ],
      atMost('decimals', `decimals of ${path}`, 'displayPrecision'),
    ),
    MAXIMUM_EXCEEDED: rule(
      [
        '3.3',
        'A trailing distance is within the limits of the instrument, and the price of a stop is above zero.',
        `The distance {${path}} is too large; the market was at {bid} bid, {ask} ask.`,
        'The distance had to be at most {distanceLimit}.',
      ],
      atMost('distance', path, 'distanceLimit'),
    ),
    MINIMUM_NOT_MET: rule(
      [
        '3.3',
        'A trailing distance is within the limits of the instrument.',
        `The distance {${path}} is less than {minimumTrailingStopDistance}.`,
        'The distance had to be at least {minimumTrailingStopDistance}.',
      ],
      atLeast('distance', path, 'minimumTrailingStopDistance'),
    ),
  };
}

/** Rules of an order that takes a price or a distance. */
export function eitherRules(of: string): Record<'BOTH_SPECIFIED' | 'BOTH_MISSING', Rule> {
  const either = (has: string): Rule =>
    rule([
      '3.1',
      'A stop takes a price or a distance, exactly one of them.',
      `${of} ${has}.`,
      `${of} had to have either a price or a distance.`,
    ]);
  return {
    BOTH_SPECIFIED: either('has both a price and a distance'),
    BOTH_MISSING: either('has neither a price nor a distance'),
  };
}

/** The rules with `prefix` before their names. */
export function prefixed(prefix: string, rules: Readonly<Record<string, Rule>>) {
  return Object.fromEntries(
    Object.entries(rules).map(([name, each]) => [`${prefix}${name}`, each]),
  ) as Record<string, Rule>;
}

const STOPS: readonly string[] = typesPriced(['orDistance']);
const PRICED: readonly string[] = typesPriced(['required', 'orDistance']);

/** The rules of every reason that refuses an object on fill. */
export const ON_FILL_FIELD_RULES = Object.fromEntries(
  DEPENDENT_ORDER_LIST.flatMap(({ onFillField, onFillPrefix, type, words }) => {
    const of = `The ${words.toLowerCase()} on fill`;
    const distance = distanceRules(`${onFillField}.distance`, of);
    const isStop = STOPS.includes(type);
    const part = {
      ...lifetimeRules(`${onFillField}.`, of),
      ...prefixed('CLIENT_ORDER_', labelRules(`${onFillField}.clientExtensions`, of)),
      ...(PRICED.includes(type)
        ? prefixed('PRICE_', priceRules(`${onFillField}.price`, 'price of the object on fill'))
        : prefixed('PRICE_DISTANCE_', distance)),
      ...(isStop ? prefixed('DISTANCE_', distance) : {}),
      ...(isStop ? prefixed('PRICE_AND_DISTANCE_', eitherRules(of)) : {}),
      PRICE_MISSING: rule([
        '3.1',
        'A take profit has a price.',
        `${of} has no price.`,
        `${of} had to have a price.`,
      ]),
      TRIGGER_CONDITION_INVALID: rule([
        '3.1',
        'A guaranteed stop watches the side that it closes on.',
        `${of} cannot have the trigger condition {${onFillField}.triggerCondition}.`,
        `${of} had to have the trigger condition DEFAULT, or the side that it closes on.`,
      ]),
    };
    return Object.entries(prefixed(`${onFillPrefix}_`, part));
  }),
) as Record<OnFillRejectReason, Rule>;
