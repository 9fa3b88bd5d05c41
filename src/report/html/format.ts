/**
 * Numbers and times as a reader of the report sees them. Texts only; nothing here is markup.
 */

import type { FigureRow } from '../../data/figures/table/report-data.js';

const SECONDS_PER_MINUTE = 60;
const SECONDS_PER_HOUR = 3600;
const SECONDS_PER_DAY = 86_400;
/** Digits after the point, where the value does not say. */
const PERCENT_DIGITS = 2;
const RATIO_DIGITS = 3;

/** The dash that stands where there is no value. */
export const NO_VALUE = '–';
const MINUS = '−';

/** `1234567.8900` as `1 234 567.89`: thousands apart, and money to the cent. */
export function moneyText(money: string): string {
  return grouped(Number(money).toFixed(2));
}

/** A whole or decimal number with its thousands apart. */
export function grouped(digits: string): string {
  const [whole = '', fraction] = digits.replace(/^-/, '').split('.');
  const spaced = whole.replace(/\B(?=(\d{3})+$)/g, '\u202f');
  const number = fraction === undefined ? spaced : `${spaced}.${fraction}`;
  const isNegative = digits.startsWith('-') && /[1-9]/.test(digits);
  return isNegative ? `${MINUS}${number}` : number;
}

/** A sentence with the minus signs of the page. */
export function signedText(sentence: string): string {
  return sentence.replace(/(^|[\s(])-(?=\d)/g, `$1${MINUS}`);
}

/** A fraction in per cent: 0.05 is `5.00 %`. */
export function percentText(fraction: number): string {
  return `${grouped((fraction * 100).toFixed(PERCENT_DIGITS))}\u202f%`;
}

/** `2024-03-05 10:00:00` of an RFC 3339 time; fractions of a second are left to the ledger. */
export function timeText(time: string): string {
  return time.slice(0, 'yyyy-mm-ddThh:mm:ss'.length).replace('T', ' ');
}

/** The value of a figure with its unit. */
export function figureText({ unit, value }: FigureRow, currency: string): string {
  if (value === null) return NO_VALUE;
  const number = Number(value);
  switch (unit) {
    case 'money':
      return `${moneyText(String(value))} ${currency}`;
    case 'fraction':
      return percentText(number);
    case 'ratio':
      return grouped(number.toFixed(RATIO_DIGITS));
    case 'count':
      return grouped(String(value));
    case 'days':
      return `${grouped(trimmed(number))} days`;
    case 'seconds':
      return durationText(number);
    case 'pips':
      return `${grouped(trimmed(number))} pips`;
  }
}

/** The two largest units of a duration: `2 d 4 h`, `3 min 20 s`, `0.5 s`. */
export function durationText(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < SECONDS_PER_MINUTE) return `${trimmed(seconds)} s`;
  const days = Math.floor(whole / SECONDS_PER_DAY);
  const hours = Math.floor((whole % SECONDS_PER_DAY) / SECONDS_PER_HOUR);
  const minutes = Math.floor((whole % SECONDS_PER_HOUR) / SECONDS_PER_MINUTE);
  if (days > 0) return `${grouped(String(days))} d${hours === 0 ? '' : ` ${hours} h`}`;
  if (hours > 0) return minutes === 0 ? `${hours} h` : `${hours} h ${minutes} min`;
  const rest = whole % SECONDS_PER_MINUTE;
  return rest === 0 ? `${minutes} min` : `${minutes} min ${rest} s`;
}

/** `gain`, `loss` or nothing: the class of a signed number. */
export function signClass(value: number): string {
  if (value > 0) return 'gain';
  return value < 0 ? 'loss' : '';
}

/** What a client called an order or a trade: id, tag and comment, as far as it said them. */
export function clientText(extensions: unknown): string {
  if (typeof extensions !== 'object' || extensions === null) return '';
  const { id, tag, comment } = extensions as Readonly<Record<string, unknown>>;
  return [id, tag, comment].filter(each => typeof each === 'string' && each !== '').join(' · ');
}

function trimmed(value: number): string {
  return String(Number(value.toFixed(1)));
}

/** The name of an instrument; one with made-up prices is marked. @param generated - such names. */
export function instrumentText(name: string, generated: ReadonlySet<string>): string {
  return generated.has(name) ? `${name} (made up)` : name;
}
