/**
 * Numbers of request bodies as text. v20 sends numbers as strings and accepts both; the engine takes
 * strings. Text is exact; a JSON number is written in plain decimals.
 * Source: v20 semantics 2.3; client habit 13.
 */

import { decimal } from '../../../core/base/decimal.js';
import { wasText } from '../http/read/given-value.js';
import { invalidParameter } from '../http/request-errors.js';

/** The longest decimal in characters; the same as for text. */
const LENGTH_MAX = 32;

/**
 * `value` with every number in it as plain decimal text. @param name - of the value in its body.
 * @throws RequestError 400 for a number that is too long in plain decimals.
 */
export function numbersAsText(value: unknown, name = ''): unknown {
  if (typeof value === 'number') return plain(value, name);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((part, at) => numbersAsText(part, `${name}.${at}`));
  const texts: Record<string, unknown> = { ...value };
  for (const field of Object.keys(texts)) {
    const part = texts[field];
    if (typeof part !== 'number' && typeof part !== 'object') continue;
    texts[field] = numbersAsText(part, name === '' ? field : `${name}.${field}`);
  }
  return texts;
}

function plain(value: number, name: string): string {
  const text = decimal(value).toFixed();
  if (text.length > LENGTH_MAX) {
    throw invalidParameter(name, wasText(value, `a number of at most ${LENGTH_MAX} characters`));
  }
  return text;
}
