/**
 * What of a request's body counts as given. Clients of languages that know no absent field send
 * every field of an order: null, an empty text, or the first instant that a clock of theirs knows.
 * Those are left out before the body is read. What a request cannot do without is judged as sent, and
 * so are the texts of client extensions, of which an empty id is refused by name (v20 semantics 3.3),
 * unless the object has all of its fields, as structs have: then an empty id is one that is not set.
 */

/** Fields that are asked for by name: a null in their place is malformed, as recorded for units. */
const NEEDED: ReadonlySet<string> = new Set(['order', 'type', 'instrument', 'units']);

/** Fields of which an empty text means that the client has set nothing. */
const EMPTY_WHEN_UNSET: ReadonlySet<string> = new Set([
  'price',
  'priceBound',
  'distance',
  'tradeID',
  'clientTradeID',
  'timeInForce',
  'gtdTime',
  'positionFill',
  'triggerCondition',
  'longUnits',
  'shortUnits',
  'alias',
  'marginRate',
]);

/** The zero instant of Go's clock, in whatever digits. */
const ZERO_INSTANT = /^0001-01-01T00:00:00(?:\.0+)?Z$/;

const EXTENSIONS = ['id', 'tag', 'comment'];

/** What a field of the body itself, not of an object in it, means beside its name. */
export interface FieldMeaning {
  /** Whether null asks for something there, and is kept. */
  readonly isCommand: (field: string) => boolean;
  /** Whether something stands for the field when it is left out, so that nothing of it is needed. */
  readonly hasDefault: (field: string) => boolean;
}

const PLAIN: FieldMeaning = { isCommand: () => false, hasDefault: () => false };

/**
 * A copy of `body` without the fields that count as not given, all the way down; what is no object
 * is returned as it is.
 */
export function givenPart<Body>(body: Body, meaning = PLAIN): Body {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const kept = Object.entries(body).flatMap(([field, value]): [string, unknown][] => {
    if (value === null && meaning.isCommand(field)) return [[field, value]];
    if ((value === null || value === '') && meaning.hasDefault(field)) return [];
    return isGiven(field, value) ? [[field, withoutEmptyID(givenPart(value))]] : [];
  });
  return Object.fromEntries(kept) as Body;
}

function isGiven(field: string, value: unknown): boolean {
  if (value === undefined || value === null) return NEEDED.has(field);
  if (value === '') return !EMPTY_WHEN_UNSET.has(field);
  if (typeof value === 'string') return field !== 'gtdTime' || !ZERO_INSTANT.test(value);
  return !isEmptyExtensions(value);
}

function isEmptyExtensions(value: unknown): boolean {
  return isWholeExtensions(value) && EXTENSIONS.every(name => (value[name] ?? '') === '');
}

/** Client extensions as a struct has them: with each field, and with no other. */
function isWholeExtensions(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.keys(value).length === EXTENSIONS.length &&
    EXTENSIONS.every(name => Object.hasOwn(value, name))
  );
}

function withoutEmptyID(value: unknown): unknown {
  if (!isWholeExtensions(value) || value['id'] !== '') return value;
  const { id, ...rest } = value;
  return rest;
}
