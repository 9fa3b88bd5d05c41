/** Pages about files that a JSON Schema describes: every key, with an example that is run. */

import { stringify } from 'yaml';

/** The parts of JSON Schema that the schemas of this program use. */
export interface SchemaNode {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly examples?: readonly unknown[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly additionalProperties?: boolean | SchemaNode;
  readonly patternProperties?: Readonly<Record<string, SchemaNode>>;
  readonly items?: SchemaNode;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly anyOf?: readonly SchemaNode[];
  readonly oneOf?: readonly SchemaNode[];
  readonly allOf?: readonly SchemaNode[];
  readonly if?: SchemaNode;
  readonly then?: SchemaNode;
  readonly else?: SchemaNode;
}

/** A key of a file. */
export interface Key {
  /** Where it stands: `accounts[].risk.dailyLoss.percent`. */
  readonly path: string;
  readonly schema: SchemaNode;
  readonly isRequired: boolean;
}

const EXAMPLE_LENGTH = 70;

/** Every key of a schema, in its order, each once. */
export function keysOf(
  schema: SchemaNode,
  path = '',
  seen = new Map<string, Key>(),
): readonly Key[] {
  const required = new Set(schema.required ?? []);
  for (const [name, below] of Object.entries(schema.properties ?? {})) {
    const here = path === '' ? name : `${path}.${name}`;
    if (!seen.has(here))
      seen.set(here, { path: here, schema: below, isRequired: required.has(name) });
    keysOf(below, here, seen);
  }
  const others = [schema.additionalProperties, ...Object.values(schema.patternProperties ?? {})];
  for (const other of others) {
    if (typeof other === 'object') keysOf(other, path === '' ? 'NAME' : `${path}.NAME`, seen);
  }
  if (schema.items !== undefined) keysOf(schema.items, `${path}[]`, seen);
  for (const part of branches(schema)) keysOf(part, path, seen);
  return path === '' ? [...seen.values()] : [];
}

/** The schemas that a schema is put together from. */
function branches({
  anyOf = [],
  oneOf = [],
  allOf = [],
  ...rest
}: SchemaNode): readonly SchemaNode[] {
  const more = [rest.if, rest.then, rest.else].filter(part => part !== undefined);
  return [...anyOf, ...oneOf, ...allOf, ...more];
}

/**
 * An example of each key, by its path: the shortest value that a document gives it. A key that
 * stands in several places has the example of another place, if its own has none.
 * @param documents - files that the tests run or hold against the schema.
 */
export function examplesIn(
  documents: readonly unknown[],
  keys: readonly Key[],
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const ofSchema = new Map<SchemaNode, Map<string, string>>();
  for (const { path, schema } of keys) {
    const values = documents.flatMap(document => valuesAt([document], path.split('.')));
    const texts = [...values, ...(schema.examples ?? [])].map(flow);
    const [shortest] = texts.sort(
      (one, other) => one.length - other.length || (one < other ? -1 : 1),
    );
    if (shortest === undefined) continue;
    found.set(path, shortest);
    const alike = ofSchema.get(schema) ?? new Map<string, string>();
    ofSchema.set(schema, alike.set(lastOf(path), shortest));
  }
  for (const { path, schema } of keys) {
    const other = ofSchema.get(schema)?.get(lastOf(path));
    if (!found.has(path) && other !== undefined) found.set(path, other);
  }
  return found;
}

/** The name of a key. */
function lastOf(path: string): string {
  return path.split('.').at(-1) ?? path;
}

/** The values at a path; `NAME` is any key, `[]` any item. */
function valuesAt(
  values: readonly unknown[],
  [step, ...rest]: readonly string[],
): readonly unknown[] {
  if (step === undefined) return values;
  const name = step.replace(/(\[\])+$/, '');
  const depth = (step.length - name.length) / 2;
  let next = values.flatMap(value => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
    const of = value as Readonly<Record<string, unknown>>;
    if (name === 'NAME') return Object.values(of);
    return Object.hasOwn(of, name) ? [of[name]] : [];
  });
  for (let at = 0; at < depth; at += 1)
    next = next.flatMap(value => (Array.isArray(value) ? value : []));
  return valuesAt(next, rest);
}

function flow(value: unknown): string {
  return stringify(value, {
    collectionStyle: 'flow',
    lineWidth: 0,
    flowCollectionPadding: true,
  }).trim();
}

/** The rows of a page: a chapter each key at the top, a row each key below it. */
export function schemaPage(schema: SchemaNode, documents: readonly unknown[]): string {
  const keys = keysOf(schema);
  const examples = examplesIn(documents, keys);
  const tops = keys.filter(({ path }) => !/[.[]/.test(path));
  const chapters = tops.map(({ path, schema: top, isRequired }) => {
    const below = keys.filter(key => topOf(key.path) === path);
    const rows = below.map(key => rowOf(key, examples.get(key.path)));
    const said = [top.description, isRequired ? 'required' : undefined].filter(
      part => part !== undefined,
    );
    const words = said.length === 0 ? '' : `${sentence(said.join('; '))}\n\n`;
    return `## ${path}\n\n${words}| key | takes | meaning | example |\n| --- | --- | --- | --- |\n${rows.join('\n')}\n`;
  });
  return chapters.join('\n');
}

/** The key at the top of a file in which a key stands. */
function topOf(path: string): string {
  return path.split('.')[0]?.replace(/(\[\])+$/, '') ?? path;
}

function rowOf({ path, schema, isRequired }: Key, example = ''): string {
  const meaning = [schema.description ?? '', isRequired ? '(required)' : ''].join(' ').trim();
  const short =
    example.length > EXAMPLE_LENGTH ? `${example.slice(0, EXAMPLE_LENGTH)} ...` : example;
  const shown = short === '' ? '' : `\`${short.replaceAll('|', '\\|').replaceAll('\n', ' ')}\``;
  return `| \`${path}\` | ${takes(schema)} | ${meaning.replaceAll('|', '\\|').replaceAll('<', '&lt;')} | ${shown} |`;
}

/** What a key takes, in a few words. */
function takes(schema: SchemaNode): string {
  const words = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  if (words !== undefined) return words.map(word => `\`${String(word)}\``).join(', ');
  const types = [schema.type ?? []].flat().map(type => TYPES[type] ?? type);
  const inner = branches(schema)
    .map(takes)
    .filter(text => text !== '');
  const [only] = types;
  const bounds = only === undefined ? '' : boundsOf(schema);
  return [...new Set(types.length > 0 ? [types.join(' or ') + bounds] : inner)].join('; ');
}

function boundsOf({ minimum, maximum }: SchemaNode): string {
  if (minimum === undefined) return maximum === undefined ? '' : `, at most ${maximum}`;
  return maximum === undefined ? `, at least ${minimum}` : `, ${minimum} to ${maximum}`;
}

const TYPES: Readonly<Record<string, string>> = {
  object: 'a map',
  array: 'a list',
  string: 'text',
  boolean: 'true or false',
  integer: 'a whole number',
  number: 'a number',
};

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
