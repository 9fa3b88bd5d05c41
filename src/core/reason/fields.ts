/**
 * Why a field of an order, or of an object on fill, is refused. Source: v20 semantics 3.1, 3.3.
 */

import { atLeast, atMost, type RefusalRule, refusal } from './rule.js';

/** The order or object on fill that a reason is about. */
export interface ReasonSubject {
  /** Before its fields in a transaction: empty, or `stopLossOnFill.`. */
  readonly path: string;
  /** Its name in rules: `The stop loss on fill`. */
  readonly of: string;
  /** Its name in messages: `Stop Loss on fill`. */
  readonly name: string;
  /** The end of messages that name it: ` for the Stop Loss on fill`; empty for an order. */
  readonly where: string;
}

/** The order that a request would make. */
export const ORDER: ReasonSubject = { path: '', of: 'The order', name: 'Order', where: '' };

const TOO_PRECISE = 'contains more precision than is allowed for the instrument';

/**
 * Reasons about one price.
 * @param field - its name: `price`.  @param noun - what messages call it.  @param of - what rules call it.
 */
export function priceRefusals(subject: ReasonSubject, field: string, noun: string, of = noun) {
  const path = `${subject.path}${field}`;
  const named = `The ${noun} specified${subject.where}`;
  return {
    INVALID: refusal(`${named} is invalid`, [
      '3.3',
      'A price is above zero, and small enough to be quoted.',
      `The ${of} {${path}} is not a possible price.`,
      `The ${of} had to be above 0.`,
    ]),
    PRECISION_EXCEEDED: refusal(
      `${named} ${TOO_PRECISE}`,
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

/** Reasons about the lifetime of an order. @param none - what messages call a date that is missing. */
export function lifetimeRefusals({ path, of, name, where }: ReasonSubject, none: string) {
  return {
    TIME_IN_FORCE_INVALID: refusal(`The time in force specified${where} is invalid`, [
      '3.1',
      'Each type of order allows some times in force.',
      `${of} cannot have the time in force {${path}timeInForce}.`,
      `${of} had to have a time in force that its type allows.`,
    ]),
    GTD_TIMESTAMP_MISSING: refusal(`The ${name} is good till a date, but ${none} was specified`, [
      '3.1',
      'A GTD order has the time of its end in gtdTime.',
      `${of} is GTD and has no gtdTime.`,
      `${of} had to have a gtdTime.`,
    ]),
    GTD_TIMESTAMP_IN_PAST: refusal(`The date that the ${name} is good till is in the past`, [
      '4.5',
      'The gtdTime of an order lies in the future.',
      `The gtdTime {${path}gtdTime} was not after {time}.`,
      'The gtdTime had to be after {time}.',
    ]),
  };
}

/**
 * Reasons about client extensions.
 * @param field - where they stand: `clientExtensions`.  @param kind - whose they are, in messages.
 */
export function labelRefusals(
  subject: ReasonSubject,
  field: string,
  kind: string,
  of = subject.of.replace(/^The/, 'the'),
) {
  const path = `${subject.path}${field}`;
  const long = (name: string, word = name) =>
    refusal(`The client ${kind} ${word} specified${subject.where} is invalid`, [
      '2.3',
      'Each text of client extensions has at most 128 characters, and an id is not empty.',
      `The ${name} of the client extensions of ${of} is not allowed: it has {length of ${path}.${name}} characters.`,
      `The ${name} had to have at most 128 characters, and an id at least one.`,
    ]);
  return {
    ID_INVALID: long('id', 'ID'),
    TAG_INVALID: long('tag'),
    COMMENT_INVALID: long('comment'),
  };
}

/** Reasons about any distance. @param noun - what messages call it. */
export function distanceRefusals(subject: ReasonSubject, noun = 'distance') {
  const path = `${subject.path}distance`;
  const named = `The ${noun} specified${subject.where}`;
  return {
    INVALID: refusal(`${named} is invalid`, [
      '3.3',
      'A distance is above zero.',
      `The distance {${path}} is not a possible distance.`,
      'The distance had to be above 0.',
    ]),
    PRECISION_EXCEEDED: refusal(
      `${named} ${TOO_PRECISE}`,
      [
        '2.3',
        'A distance has at most as many decimals as the displayPrecision of the instrument.',
        `The distance {${path}} has more than {displayPrecision} decimals.`,
        'The distance had to have at most {displayPrecision} decimals.',
      ],
      atMost('decimals', `decimals of ${path}`, 'displayPrecision'),
    ),
  };
}

/** Reasons about a distance at which a price trails the market. */
export function trailingRefusals(subject: ReasonSubject) {
  const { of, where } = subject;
  const path = `${subject.path}distance`;
  const named = `The price distance specified${where}`;
  return {
    MISSING: refusal(`No price distance was specified${where}`, [
      '3.1',
      'A trailing stop has a distance.',
      `${of} has no distance.`,
      `${of} had to have a distance.`,
    ]),
    ...distanceRefusals(subject, 'price distance'),
    MAXIMUM_EXCEEDED: refusal(
      `${named} exceeds the maximum allowed`,
      [
        '3.3',
        'A trailing distance is within the limits of the instrument, and the price of a stop is above zero.',
        `The distance {${path}} is too large; the market was at {bid} bid, {ask} ask.`,
        'The distance had to be at most {distanceLimit}.',
      ],
      atMost('distance', path, 'distanceLimit'),
    ),
    MINIMUM_NOT_MET: refusal(
      `${named} is below the minimum allowed`,
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

/** Reasons about an order that takes a price or a distance. */
export function eitherRefusals({ of, where }: ReasonSubject) {
  const either = (message: string, has: string) =>
    refusal(`${message} specified${where}`, [
      '3.1',
      'A stop takes a price or a distance, exactly one of them.',
      `${of} ${has}.`,
      `${of} had to have either a price or a distance.`,
    ]);
  return {
    BOTH_SPECIFIED: either('Both a price and a distance were', 'has both a price and a distance'),
    BOTH_MISSING: either(
      'Neither a price nor a distance was',
      'has neither a price nor a distance',
    ),
  };
}

/** The rows with `prefix` before their names. */
export function prefixed<Prefix extends string, Name extends string>(
  prefix: Prefix,
  rows: Readonly<Record<Name, RefusalRule>>,
) {
  return Object.fromEntries(
    Object.entries(rows).map(([name, row]) => [`${prefix}${name}`, row]),
  ) as Readonly<Record<`${Prefix}${Name}`, RefusalRule>>;
}
