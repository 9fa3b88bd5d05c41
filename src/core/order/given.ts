/**
 * Decides which fields of a request's body count as given. Clients in languages without absent
 * fields send every field of an order: null, an empty text, or the zero instant of their clock.
 * Such fields are removed before the body is read. Fields that a request needs are judged as sent.
 * Texts of client extensions are also judged as sent: an empty id is refused by name (v20 semantics
 * 3.3). One exception: when the extensions have all their fields, as a struct has, an empty id
 * counts as not set.
 */

import { ORDER_FIELD_LIST } from './order.js';

/** Fields that must be named: null in them is malformed, as recorded for units. */
const NEEDED: ReadonlySet<string> = new Set(['order', 'type', 'instrument', 'units']);

const TEXT_KINDS: ReadonlySet<string> = new Set(['text', 'units', 'price', 'time', 'choice']);
/** Fields in which an empty text means that the client has not set them. */
const EMPTY_WHEN_UNSET: ReadonlySet<string> = new Set([
  ...ORDER_FIELD_LIST.filter(({ name, kind }) => !NEEDED.has(name) && TEXT_KINDS.has(kind)).map(
    ({ name }) => name,
  ),
  'longUnits',
  'shortUnits',
  'alias',
  'marginRate',
]);

/** The zero instant of Go's clock, with any number of fraction digits. */
const ZERO_INSTANT = /^0001-01-01T00:00:00(?:\.0+)?Z$/;

const EXTENSIONS = ['id', 'tag', 'comment'];

/** Extra meaning of the fields of the body itself, not of objects in it, by field name. */
export interface FieldMeaning {
  /** Whether null in the field is a command (such as "cancel") and must be kept. */
  readonly isCommand: (field: string) => boolean;
  /** Whether the field has a default, so that it can be absent as a whole. */
  readonly hasDefault: (field: string) => boolean;
}

const PLAIN: FieldMeaning = { isCommand: () => false, hasDefault: () => false };

/**
 * A copy of `body` without the fields that count as not given, at every level. A value that is not
 * an object is returned unchanged.
 */
export function givenPart<Body>(body: Body, meaning = PLAIN): Body {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const kept = { ...body } as Record<string, unknown>;
  for (const field of Object.keys(kept)) {
    const value = kept[field];
    if (value === null && meaning.isCommand(field)) continue;
    const isLeft = (value === null || value === '') && meaning.hasDefault(field);
    const given = isLeft ? undefined : givenValue(field, value);
    if (given === value && value !== undefined) continue;
    // An object of its own key `__proto__` keeps it so: the copy has the key before it is set.
    if (isLeft || !isGiven(field, value)) delete kept[field];
    else kept[field] = given;
  }
  return kept as Body;
}

/** The part of a field's value that counts as given; undefined when the field does not. */
export function givenValue(field: string, value: unknown): unknown {
  if (!isGiven(field, value)) return undefined;
  return typeof value === 'object' ? withoutEmptyID(givenPart(value)) : value;
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

/** Whether the value is client extensions as a struct sends them: with every field and no other. */
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
