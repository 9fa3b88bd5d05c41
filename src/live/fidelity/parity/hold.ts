/**
 * Holds a value against a published schema of this broker: which fields it has, in which form and in
 * which order. The schemas are those that make the answers' types, the checks of the tests and the
 * OpenAPI document.
 */

import { definitionsIn } from '../../../broker/api/http/read/define.js';
import { V20_SCHEMAS } from '../../../broker/api/v20/routes/schemas.js';
import { below, isObject, type Json } from '../recording/json.js';
import { ParityTally, shown } from './finding.js';
import { formFault, type Setting } from './formats.js';

/** A schema as data: the part of JSON Schema that the published schemas use. */
export type JsonSchema = Json;

/** The published schemas that have a name. */
export const NAMED_SCHEMAS: ReadonlyMap<string, JsonSchema> = new Map(
  definitionsIn(V20_SCHEMAS).map(schema => [String(schema.$id), schema as JsonSchema]),
);

/** A place in a value. */
interface Place {
  readonly path: string;
  /** The field that holds it. */
  readonly key: string;
  readonly setting: Setting;
}

const TOP: Place = { path: '', key: '', setting: { isGiven: false } };

/** Holds `value` against `schema`. */
export function hold(value: unknown, schema: JsonSchema, tally = new ParityTally()): ParityTally {
  holdAt(value, schema, TOP, tally);
  return tally;
}

/** The fields that a schema names, in their order; none when it is no schema of an object. */
export function fieldsOf(schema: JsonSchema): readonly string[] {
  const properties = resolved(schema).schema['properties'];
  return isObject(properties) ? Object.keys(properties) : [];
}

function resolved(schema: JsonSchema): { readonly schema: JsonSchema; readonly name: string } {
  const ref = schema['$ref'];
  const name = typeof ref === 'string' ? ref.slice(0, -1) : String(schema['$id'] ?? '');
  return { schema: NAMED_SCHEMAS.get(name) ?? schema, name };
}

function holdAt(value: unknown, given: JsonSchema, place: Place, tally: ParityTally): void {
  const { schema, name } = resolved(given);
  const choices = (schema['oneOf'] ?? schema['anyOf']) as readonly JsonSchema[] | undefined;
  if (choices !== undefined) holdNearest(value, choices, place, tally);
  else if (schema['type'] === 'object') holdObject(value, schema, place, tally);
  else if (schema['type'] === 'array') holdList(value, schema, place, tally);
  else holdLeaf(value, { schema, name }, place, tally);
}

/** Holds against the schema of its type, or the one that it differs least from. */
function holdNearest(
  value: unknown,
  choices: readonly JsonSchema[],
  place: Place,
  tally: ParityTally,
): void {
  const tagged = isObject(value) ? choices.filter(each => hasTag(each, value['type'])) : [];
  const tried = (tagged.length > 0 ? tagged : choices).map(each => {
    const own = new ParityTally();
    holdAt(value, each, place, own);
    return own;
  });
  const [best] = tried.sort((a, b) => a.findings.length - b.findings.length);
  if (best === undefined) return;
  for (const finding of best.findings) tally.differ(finding);
  tally.same.fields += best.same.fields;
  tally.same.formats += best.same.formats;
  tally.same.order += best.same.order;
}

function hasTag(choice: JsonSchema, type: unknown): boolean {
  const { properties } = resolved(choice).schema as { readonly properties?: Json };
  const tag = properties?.['type'];
  return isObject(tag) && Array.isArray(tag['enum']) && tag['enum'].includes(type);
}

function holdObject(value: unknown, schema: JsonSchema, place: Place, tally: ParityTally): void {
  if (value === null && schema['nullable'] === true) {
    tally.agree('formats');
    return;
  }
  if (!isObject(value)) {
    tally.differ({ ...formOf(place), expected: 'an object', found: shown(value) });
    return;
  }
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>;
  const setting = settingOf(value, place.setting);
  for (const [key, each] of Object.entries(value)) {
    const path = below(place.path, key);
    const known = Object.hasOwn(properties, key) ? properties[key] : undefined;
    if (known === undefined) {
      const expected = 'no such field';
      tally.differ({ dimension: 'fields', path, rule: 'unknown', expected, found: shown(each) });
      continue;
    }
    tally.agree('fields');
    holdAt(each, known, { path, key, setting }, tally);
  }
  for (const key of (schema['required'] ?? []) as readonly string[]) {
    if (Object.hasOwn(value, key)) continue;
    const path = below(place.path, key);
    const lack = { rule: 'missing', expected: 'always sent', found: 'absent' };
    tally.differ({ dimension: 'fields', path, ...lack });
  }
  holdOrder(Object.keys(value), Object.keys(properties), place.path, tally);
}

/** Each known key must come after the known key before it. */
function holdOrder(
  keys: readonly string[],
  order: readonly string[],
  path: string,
  tally: ParityTally,
): void {
  const known = keys.filter(key => order.includes(key));
  for (const [index, key] of known.slice(1).entries()) {
    const before = known[index] as string;
    if (order.indexOf(before) < order.indexOf(key)) {
      tally.agree('order');
      continue;
    }
    const expected = `${key} before ${before}`;
    const found = `${before} before ${key}`;
    tally.differ({ dimension: 'order', path: below(path, key), rule: 'order', expected, found });
  }
}

function settingOf(value: Json, around: Setting): Setting {
  const { instrument, name, displayPrecision, type } = value;
  const own = displayPrecision === undefined ? instrument : name;
  return {
    ...around,
    ...(typeof own === 'string' ? { instrument: own } : {}),
    isGiven: around.isGiven || (typeof type === 'string' && type.endsWith('_REJECT')),
  };
}

function holdList(value: unknown, schema: JsonSchema, place: Place, tally: ParityTally): void {
  if (!Array.isArray(value)) {
    tally.differ({ ...formOf(place), expected: 'a list', found: shown(value) });
    return;
  }
  const items = schema['items'] as JsonSchema;
  value.forEach((each, index) => {
    const path = below(place.path, index);
    holdAt(each, items, { ...place, path }, tally);
  });
}

function holdLeaf(
  value: unknown,
  { schema, name }: { readonly schema: JsonSchema; readonly name: string },
  place: Place,
  tally: ParityTally,
): void {
  const fault =
    leafFault(value, schema) ??
    (typeof value === 'string' ? formFault(place.key, name, value, place.setting) : undefined);
  if (fault === undefined) tally.agree('formats');
  else tally.differ({ ...formOf(place), expected: fault, found: shown(value) });
}

function formOf({ path }: Place) {
  return { dimension: 'formats', path, rule: 'form' } as const;
}

/** What a value should be by its schema; undefined when it is. */
function leafFault(value: unknown, schema: JsonSchema): string | undefined {
  const { type, pattern, enum: values, const: only } = schema;
  if (only !== undefined) return value === only ? undefined : shown(only);
  if (Array.isArray(values)) {
    return values.includes(value) ? undefined : `one of ${values.slice(0, 6).join(', ')}`;
  }
  if (type === 'integer') return Number.isInteger(value) ? undefined : 'a whole number';
  if (typeof type === 'string' && typeof value !== type) return `a ${type}`;
  const isOff = typeof pattern === 'string' && !expressionOf(pattern).test(String(value));
  return isOff ? `text as ${schema['description'] ?? pattern}` : undefined;
}

/** Expressions by their patterns: a few patterns are asked thousands of times. */
const EXPRESSIONS = new Map<string, RegExp>();

function expressionOf(pattern: string): RegExp {
  const known = EXPRESSIONS.get(pattern) ?? new RegExp(pattern, 'u');
  EXPRESSIONS.set(pattern, known);
  return known;
}
