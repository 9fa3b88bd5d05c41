/**
 * What a session of practice is about: the instrument, the window, and the disguise. What is not asked for is
 * chosen by chance. Source: docs/guides/disguise.md; decision 0096.
 */

import { byCodeUnit } from '../../../../core/base/by-code-unit.js';
import { present } from '../../../../core/base/present.js';
import type { Prng } from '../../../../core/base/prng.js';
import { baseCurrency, quoteCurrency } from '../../../../core/market/instrument.js';
import {
  type Instant,
  instant,
  MICROS_PER_DAY,
  MICROS_PER_SECOND,
} from '../../../../core/time/instant.js';
import { nearestWeekShift, type TimeSpan } from '../../../../core/time/weeks.js';

/** What is asked for. */
export interface PracticeOrder {
  readonly instrument?: string;
  readonly from?: Instant;
  /** Microseconds. */
  readonly length: number;
  readonly isDisguised: boolean;
}

/** The market that is practised. */
export interface PracticeMarket {
  /** Names of its instruments with ticks. */
  readonly instruments: readonly string[];
  readonly window: TimeSpan;
}

/** The disguise of a session, as a scenario has it. */
export interface PracticeDisguise {
  readonly weeks: number;
  readonly names: Readonly<Record<string, string>>;
  /** What the prices of the practised instrument may be multiplied by, the best first. */
  readonly scales: readonly string[];
}

/** What was chosen. */
export interface PracticeChoice {
  /** Plain. */
  readonly instrument: string;
  readonly window: TimeSpan;
  readonly disguise?: PracticeDisguise;
}

const MICROS_PER_HOUR = 3_600 * MICROS_PER_SECOND;
/** 1970-01-01 was a Thursday. */
const THURSDAY = 4;
const WEEK_DAYS = 7;
const [SUNDAY, SATURDAY] = [0, 6];
/** How far dates are moved at least and at most, in weeks: some 5 to 25 years back. */
const WEEKS = [260, 1_300] as const;
/** Whole factors, so that prices keep their decimals; their inverses are decimals, too. */
const SCALES = ['2', '4', '5'] as const;
/**
 * Factors for markets that round to points, such as those of bars: they only move the decimal
 * point.
 */
const TENS = ['10', '0.1'] as const;
const LETTERS = 26;
const FIRST_LETTER = 65;

/** Chooses. @throws RangeError when the window is shorter than the session. */
export function choosePractice(
  { instrument, from, length, isDisguised }: PracticeOrder,
  { instruments, window }: PracticeMarket,
  random: Prng,
): PracticeChoice {
  const chosen = instrument ?? (instruments[random.nextInt(0, instruments.length - 1)] as string);
  const start = from ?? randomStart(window, length, random);
  const span = { from: start, to: instant(start + length) };
  if (span.from < window.from || span.to > window.to) throw new RangeError('outside');
  const disguise = isDisguised ? disguiseOf(instruments, span, random) : undefined;
  return { instrument: chosen, window: span, ...present({ disguise }) };
}

/** A whole hour of a weekday from which the session fits into the window; its start where there is none. */
function randomStart({ from, to }: TimeSpan, length: number, random: Prng): Instant {
  const hours = Math.floor((to - length - from) / MICROS_PER_HOUR);
  if (hours <= 0) return from;
  const first = Math.ceil(from / MICROS_PER_HOUR) * MICROS_PER_HOUR;
  const fitting = Array.from({ length: hours }, (_, hour) =>
    instant(first + hour * MICROS_PER_HOUR),
  ).filter(at => at + length <= to && isWeekday(at));
  return fitting[random.nextInt(0, Math.max(0, fitting.length - 1))] ?? from;
}

function isWeekday(at: Instant): boolean {
  const day = (Math.floor(at / MICROS_PER_DAY) + THURSDAY) % WEEK_DAYS;
  return day !== SUNDAY && day !== SATURDAY;
}

/** Other dates with the same clocks, names that keep the order of the instruments, and scales of one of them. */
function disguiseOf(
  instruments: readonly string[],
  window: TimeSpan,
  random: Prng,
): PracticeDisguise {
  const { weeks } = nearestWeekShift(window, -random.nextInt(...WEEKS));
  const one = (of: readonly string[]) => of[random.nextInt(0, of.length - 1)] as string;
  return { weeks, names: hiddenNames(instruments), scales: [one(SCALES), one(TENS)] };
}

/** Names of letters in the order of the plain ones: `AAA_CCC`. */
export function hiddenNames(instruments: readonly string[]): Readonly<Record<string, string>> {
  const all = instruments.flatMap(name => [baseCurrency({ name }), quoteCurrency({ name })]);
  const currencies = [...new Set(all)].sort(byCodeUnit);
  const shown = new Map(currencies.map((name, place) => [name, letters(place)]));
  return Object.fromEntries(
    instruments.map(name => [
      name,
      `${shown.get(baseCurrency({ name }))}_${shown.get(quoteCurrency({ name }))}`,
    ]),
  );
}

/** `AAA`, `ABB` and so on; rising with the place. */
function letters(place: number): string {
  const letter = (at: number) => String.fromCharCode(FIRST_LETTER + at);
  const last = letter(place % LETTERS);
  return `${letter(Math.floor(place / LETTERS))}${last}${last}`;
}
