/**
 * The beginning and the length of a session as people write them, as the server reads them. Pure. What is
 * not understood here is refused at its field; what the market does not have, the server refuses.
 */

/** What stands in the two fields. */
export interface TypedSession {
  /** Empty: by chance. */
  readonly from: string;
  readonly length: string;
}

/** The same for the server, or what is wrong at a field. */
export interface SessionTerms {
  /** RFC 3339; undefined: by chance. */
  readonly from?: string | undefined;
  /** A duration: `30d`. */
  readonly length: string;
  readonly errors: Readonly<Partial<Record<keyof TypedSession, string>>>;
}

const DAY = /^\d{4}-\d\d-\d\d$/;
const MINUTE = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?$/;
const LENGTH = /^(\d+)\s*([a-z]+)$/i;
/** First letters of the units; a month is 30 days. */
const UNITS: readonly (readonly [start: RegExp, days: number, unit: string])[] = [
  [/^h(?:ours?)?$/i, 1, 'h'],
  [/^d(?:ays?)?$/i, 1, 'd'],
  [/^w(?:eeks?)?$/i, 7, 'd'],
  [/^mo(?:nths?)?$/i, 30, 'd'],
];

/** Reads both fields. */
export function sessionTerms({ from, length }: TypedSession): SessionTerms {
  const at = instantOf(from.trim());
  const lasts = durationOf(length.trim());
  return {
    from: at,
    length: lasts ?? length,
    errors: {
      ...(from.trim() !== '' &&
        at === undefined && { from: 'Write a day, 2024-03-05, or 2024-03-05 08:00' }),
      ...(lasts === undefined && { length: 'Write a number with h, d, w or mo: 8h, 2w, 1mo' }),
    },
  };
}

function instantOf(text: string): string | undefined {
  if (DAY.test(text)) return `${text}T00:00:00Z`;
  const plain = text.replace(/Z$/, '');
  if (!MINUTE.test(plain)) return undefined;
  const instant = plain.replace(' ', 'T');
  return instant.length === 16 ? `${instant}:00Z` : `${instant}Z`;
}

function durationOf(text: string): string | undefined {
  const [, number = '', word = ''] = LENGTH.exec(text) ?? [];
  const row = UNITS.find(([start]) => start.test(word));
  return row === undefined || Number(number) === 0
    ? undefined
    : `${Number(number) * row[1]}${row[2]}`;
}
