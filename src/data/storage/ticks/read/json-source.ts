/**
 * The content of a JSON file of prices: one document, or a document on each line. Lines are v20
 * candles, v20 responses with candles, or Dukascopy's arrays of ticks.
 */

import { InputError } from '../../../../core/base/input-error.js';

/** Names of files that hold JSON. */
export const JSON_FILE = /\.(json|jsonl|ndjson)(\.gz)?$/;

/** A v20 response with candles. */
export interface CandleBody {
  readonly instrument?: unknown;
  readonly granularity?: unknown;
  readonly candles?: unknown;
}

/** The content as one document. @throws InputError */
export function parsedJson(file: string, bytes: Buffer): unknown {
  const text = bytes.toString('utf8').replace(/^\ufeff/, '');
  const whole = parsed(text);
  if (whole !== undefined) return asBody(whole);
  const lines = text.split('\n');
  const values = lines.flatMap((line, index) => {
    if (line.trim() === '') return [];
    const value = parsed(line);
    if (value !== undefined) return [value];
    const rule = index === 0 ? 'must be JSON' : 'must be JSON, as the lines above';
    throw new InputError('data', { file, ...(index === 0 ? {} : { line: index + 1 }) }, rule);
  });
  return values.every(Array.isArray) ? values : joined(values);
}

/** One candle alone is a response with it. */
function asBody(value: unknown): unknown {
  const isCandle =
    typeof value === 'object' && value !== null && 'time' in value && !('candles' in value);
  return isCandle ? { candles: [value] } : value;
}

/** The candles of all lines as one response. */
function joined(values: readonly unknown[]): CandleBody {
  const [first] = values as readonly CandleBody[];
  const candles = values.flatMap(value => {
    const { candles: own } = (value ?? {}) as CandleBody;
    return Array.isArray(own) ? (own as unknown[]) : [value];
  });
  return { instrument: first?.instrument, granularity: first?.granularity, candles };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
