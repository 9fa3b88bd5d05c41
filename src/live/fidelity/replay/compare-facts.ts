/**
 * Compares a recorded body with what the broker wrote, fact by fact. Ids and times are compared by
 * their relation: those of the replay are put into the terms of the recording first.
 */

import { decimal } from '../../../core/base/decimal.js';
import { parseInstant } from '../../../core/time/instant.js';
import { isObject, type Json } from '../recording/json.js';
import { NUMBER } from '../rules/rule.js';
import { under } from './reading.js';
import { worded } from './request.js';

/** A fact of a recording that the broker wrote otherwise, or did not write. */
export interface FactDifference {
  readonly path: string;
  readonly expected: string;
  readonly found: string;
}

/** Facts that no replay has: whose account it is, and when the quote came. */
const OF_THE_RECORDING = new Set(['accountID', 'userID', 'requestID', 'timestamp']);
/** The book that a fill shows is what its market was made of. */
const OF_THE_MARKET = new Set(['fullPrice']);
/** Factors that some clients have rounded: they are compared in the digits that are left. */
const ROUNDED = /^((gain|loss)QuoteHomeConversionFactor|(positive|negative)Units)$/;
const ROUNDED_DIGITS_MIN = 5;
const MARKED = /([fF]actor|ConversionCost|positiveUnits|negativeUnits)$/;
/** What a fill does to trades; a fill that lacks it did something else. */
const DONE_TO_TRADES = ['tradeOpened', 'tradesClosed', 'tradeReduced'];
const ZERO = /^-?0?(\.0+)?$/;
const ID = /^(id|.*ID|.*IDs)$/;

/** Owns what a comparison has found. `compare` and `differ` add to it. */
export class FactComparison {
  /** Paths of facts that are the same. */
  readonly same: string[] = [];
  readonly differences: FactDifference[] = [];
  /** Paths of facts that no market can be given: the rates of financing, the spread below a mark-up. */
  readonly apart: string[] = [];
  readonly #ids: ReadonlyMap<string, string>;

  readonly #isMarked: boolean;

  /**
   * @param ids - the id of the recording for one of the replay.
   * @param isMarked - whether factors of another pair have a mark-up: they do not show its spread.
   */
  constructor(ids: ReadonlyMap<string, string> = new Map(), isMarked = false) {
    this.#ids = ids;
    this.#isMarked = isMarked;
  }

  /** Compares `recorded`, at `path`, with what the broker wrote. */
  compare(recorded: unknown, written: unknown, path: string): void {
    const key = lastKey(path);
    if (OF_THE_RECORDING.has(key) || OF_THE_MARKET.has(key) || recorded === null) return;
    const isOfRates = key === 'financing' && !isZero(recorded) && isZero(written);
    const isOfMarkup = this.#isMarked && MARKED.test(key);
    if (isOfRates || isOfMarkup) this.apart.push(path);
    else if (Array.isArray(recorded) && Array.isArray(written))
      this.#lists(recorded, written, path);
    else if (isObject(recorded) && isObject(written)) this.#objects(recorded, written, path);
    else if (this.#isSame(recorded, written, key)) this.same.push(path);
    else this.differ(path, shown(this.#inTerms(written, key)), shown(recorded));
  }

  differ(path: string, expected: string, found: string): void {
    this.differences.push({ path, expected, found });
  }

  #objects(recorded: Json, written: Json, path: string): void {
    for (const [field, value] of Object.entries(recorded)) {
      const place = under(path, field);
      if (written[field] !== undefined) this.compare(value, written[field], place);
      else if (!isNeutral(value, field)) this.differ(place, 'absent', shown(value));
    }
    if (recorded['type'] !== 'ORDER_FILL') return;
    for (const field of DONE_TO_TRADES) {
      const isLacking = written[field] !== undefined && recorded[field] === undefined;
      if (isLacking) this.differ(under(path, field), shown(written[field]), 'absent');
    }
  }

  #lists(recorded: readonly unknown[], written: readonly unknown[], path: string): void {
    if (recorded.length !== written.length) {
      this.differ(path, `${written.length} members`, `${recorded.length} members`);
      return;
    }
    for (const [index, each] of recorded.entries()) {
      this.compare(each, written[index], under(path, index));
    }
  }

  #isSame(recorded: unknown, written: unknown, key: string): boolean {
    const [one, other] = [text(recorded), text(this.#inTerms(written, key))];
    if (one === other) return true;
    if (/time$/i.test(key)) return parseInstant(one)?.at === parseInstant(other)?.at;
    if (!NUMBER.test(one) || !NUMBER.test(other)) return false;
    if (decimal(one).eq(other)) return true;
    const digits = one.split('.')[1]?.length ?? 0;
    const isRounded = ROUNDED.test(key) && digits >= ROUNDED_DIGITS_MIN;
    return isRounded && decimal(other).round(digits, 'nearest').eq(one);
  }

  #inTerms(value: unknown, key: string): unknown {
    return ID.test(key) ? (this.#ids.get(String(value)) ?? value) : value;
  }
}

function isZero(value: unknown): boolean {
  return ZERO.test(String(value));
}

/** Fields that the broker does not send, or only where they say something. */
function isNeutral(value: unknown, field: string): boolean {
  const isEmpty = value === null || (Array.isArray(value) && value.length === 0);
  return isEmpty || field === 'guaranteed' || isZero(value);
}

function text(value: unknown): string {
  return String(worded(value));
}

/** The field of a path: `tradeID` of `tradesClosed[0].tradeID`, `relatedTransactionIDs` of its members. */
function lastKey(path: string): string {
  return /([A-Za-z]*)(\[\d+\])*$/.exec(path)?.[1] ?? '';
}

const SHOWN = 60;

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, SHOWN);
}
