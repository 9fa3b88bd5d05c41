/**
 * What of a request's body counts as given. Clients of languages that know no absent field send
 * every field of an order: null, an empty text, or the first instant that a clock of theirs knows.
 * Those are left out before the body is read. What a request cannot do without is judged as sent, and
 * so are the texts of client extensions, of which an empty id is refused by name (v20 semantics 3.3),
 * unless the whole object is empty.
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
]);

/** The zero instant of Go's clock, in whatever digits. */
const ZERO_INSTANT = /^0001-01-01T00:00:00(?:\.0+)?Z$/;

const EXTENSIONS = ['id', 'tag', 'comment'];

/**
 * A copy of `body` without the fields that count as not given, all the way down; what is no object
 * is returned as it is. @param isCommand - whether null means something in a field of `body` itself.
 */
export function givenPart<Body>(
  body: Body,
  isCommand: (field: string) => boolean = () => false,
): Body {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const kept = Object.entries(body).flatMap(([field, value]): [string, unknown][] => {
    if (value === null && isCommand(field)) return [[field, value]];
    return isGiven(field, value) ? [[field, givenPart(value)]] : [];
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
  if (typeof value !== 'object') return false;
  const fields = value as Readonly<Record<string, unknown>>;
  return (
    Object.keys(fields).length === EXTENSIONS.length &&
    EXTENSIONS.every(name => Object.hasOwn(fields, name) && (fields[name] ?? '') === '')
  );
}
