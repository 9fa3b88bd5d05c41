/**
 * Reads a number as people write it: `10 000`, `10,000`, `10'000`, `10k`, `1.5m`, `1,08412`. What can be
 * read in two ways is refused, because a size that is wrong by a thousand is an order. Pure.
 */

import { decimal } from '../../../core/base/decimal.js';

/** A plain decimal text such as `10000`, or what is wrong with what was typed. */
export type NumberReading = { readonly text: string } | { readonly error: string };

const SUFFIXES: Readonly<Record<string, number>> = { k: 1_000, m: 1_000_000 };
const NOT_A_NUMBER = { error: 'Not a number: digits, such as 10 000, 10k or 1.5' };
const NOT_GROUPS = { error: 'Digits are set apart in groups of three: 10 000' };
/** What may stand between groups beside a point and a comma. */
const GAPS = /[\s'’_\u00a0\u202f]/;

/**
 * The number that stands in a field.
 * @param isWhole - whether the field takes whole numbers only: then `10,000` has one meaning.
 */
export function readNumber(typed: string, isWhole: boolean): NumberReading {
  const [, body = '', suffix = ''] = /^(.*?)\s*([km]?)$/i.exec(typed.trim()) ?? [];
  if (!/^[\d.,\s'’_\u00a0\u202f]*\d[\d.,]*$/.test(body)) return NOT_A_NUMBER;
  const factor = SUFFIXES[suffix.toLowerCase()];
  const read = readPlain(body, isWhole && factor === undefined);
  if ('error' in read || factor === undefined) return read;
  return { text: decimal(read.text).times(factor).toFixed() };
}

function readPlain(body: string, isWhole: boolean): NumberReading {
  if (GAPS.test(body)) {
    const [whole = '', ...rest] = body.split(/[.,]/);
    if (rest.length > 1 || !isGrouped(whole.split(GAPS))) return NOT_GROUPS;
    return joined(whole.split(GAPS), rest[0]);
  }
  const signs = [...new Set(body.replace(/\d/g, ''))];
  const [sign] = signs;
  if (sign === undefined) return { text: body };
  const parts = body.split(/[.,]/);
  if (signs.length > 1) return readBoth(body, parts);
  if (parts.length > 2) return isGrouped(parts) ? joined(parts) : NOT_GROUPS;
  return readOne(parts, sign, isWhole);
}

/** A number with points and commas: the last of them sets the decimals apart. */
function readBoth(body: string, parts: readonly string[]): NumberReading {
  const groups = parts.slice(0, -1);
  const last = body[body.length - (parts.at(-1) ?? '').length - 1] ?? '';
  const isOneKind = !body.slice(0, body.lastIndexOf(last)).includes(last);
  return isOneKind && isGrouped(groups) ? joined(groups, parts.at(-1)) : NOT_GROUPS;
}

/** A number with one point or comma. */
function readOne(
  [whole = '', fraction = '']: readonly string[],
  sign: string,
  isWhole: boolean,
): NumberReading {
  const mayBeGroup = fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole);
  if (!mayBeGroup) return joined([whole === '' ? '0' : whole], fraction);
  if (isWhole && sign === ',') return joined([whole, fraction]);
  if (!isWhole && sign === '.') return joined([whole], fraction);
  const one = `${whole}.${fraction}`;
  return {
    error: `May be ${one} or ${whole}${fraction}: write ${isWhole ? '' : `${one} or `}${whole}${fraction}`,
  };
}

function isGrouped([first = '', ...others]: readonly string[]): boolean {
  return /^\d{1,3}$/.test(first) && others.every(each => /^\d{3}$/.test(each));
}

function joined(groups: readonly string[], fraction = ''): NumberReading {
  const whole = groups.join('');
  return { text: fraction === '' ? whole : `${whole}.${fraction}` };
}

/** The number as text, or as it was typed where it cannot be read. */
export function plainNumber(typed: string, isWhole: boolean): string {
  const read = readNumber(typed, isWhole);
  return 'text' in read ? read.text : typed.trim();
}
