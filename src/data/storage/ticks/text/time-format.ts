/**
 * Turns forms of wall-clock times, such as `yyyy-MM-dd HH:mm:ss.SSS`, into patterns with the groups
 * that times.ts reads. Letters: yyyy year, MM or M month, dd or d day, HH or H hour of 24, hh or h
 * hour of 12 with a for AM or PM, mm minute, ss second, a run of S for as many digits of the second's fraction, Z an offset (Z, +hhmm,
 * +hh:mm). Text between quotes and characters that are no letters stand for themselves.
 */

import { InputError } from '../../../../core/base/input-error.js';

const LETTERS: Readonly<Record<string, string>> = {
  yyyy: '(?<year>\\d{4})',
  MM: '(?<month>\\d{2})',
  M: '(?<month>\\d{1,2})',
  dd: '(?<day>\\d{2})',
  d: '(?<day>\\d{1,2})',
  HH: '(?<hour>\\d{2})',
  H: '(?<hour>\\d{1,2})',
  hh: '(?<hour>\\d{2})',
  h: '(?<hour>\\d{1,2})',
  a: '(?<half>[AaPp][Mm])',
  mm: '(?<minute>\\d{2})',
  ss: '(?<second>\\d{2})',
  Z: '(?<offset>Z|[+-]\\d{2}:?\\d{2})',
};
const PIECE = /'([^']*)'|([A-Za-z])\2*|[^A-Za-z']/g;
const FRACTION = /^S{1,9}$/;
const NEEDED = ['year', 'month', 'day'];
const LONGEST_FORM = 64;

/** The pattern of a form. @throws InputError (scenario) for unknown letters. */
export function timePattern(form: string): RegExp {
  if (form.length > LONGEST_FORM) throw fault(form, `must have at most ${LONGEST_FORM} letters`);
  if (form.split("'").length % 2 === 0) throw fault(form, 'has a quote that is not closed');
  let source = '';
  for (const match of form.matchAll(PIECE)) {
    const [piece, quoted, letter] = match;
    if (letter === undefined) source += escaped(quoted ?? piece);
    else if (FRACTION.test(piece)) source += `(?<fraction>\\d{${piece.length}})`;
    else if (Object.hasOwn(LETTERS, piece)) source += LETTERS[piece];
    else throw fault(form, `has unknown letters ${piece}; known are ${known()}`);
  }
  for (const group of NEEDED) {
    if (!source.includes(`<${group}>`)) throw fault(form, `must contain the ${group}`);
  }
  if (/h/.test(form.replace(/'[^']*'/g, '')) !== source.includes('<half>')) {
    throw fault(form, 'must have hh and a (AM or PM) together, or HH for hours of 24');
  }
  try {
    return new RegExp(`^${source}$`);
  } catch {
    throw fault(form, 'must contain each part once');
  }
}

function known(): string {
  return [...Object.keys(LETTERS), 'S'].join(' ');
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

function fault(form: string, rule: string): InputError {
  const place = { file: 'mapping', field: 'timeFormat' };
  return new InputError('scenario', place, `${rule}, was ${JSON.stringify(form)}`);
}
