/**
 * Holds the document that is served against the published one: every difference is a line of text,
 * `where: what`. Operations are told apart by method and path, and named by their operationId.
 */

import {
  type DocumentOperation,
  type DocumentSchema,
  METHOD_NAMES,
  type ServedDocument,
} from './document.js';

interface PublishedParameter extends Omit<DocumentSchema, 'required'> {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema?: DocumentSchema;
}

interface PublishedResponse {
  readonly $ref?: string;
  readonly headers?: object;
  readonly schema?: DocumentSchema;
}

interface PublishedOperation {
  readonly operationId?: string;
  readonly parameters?: readonly (PublishedParameter | { readonly $ref: string })[];
  readonly responses: Readonly<Record<string, PublishedResponse>>;
}

/** Swagger 2, as published. */
export interface PublishedDocument {
  readonly basePath: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, PublishedOperation>>>>;
  readonly definitions: Definitions;
  readonly parameters: Readonly<Record<string, PublishedParameter>>;
  readonly responses: Readonly<Record<string, PublishedResponse>>;
}

type Definitions = Readonly<Record<string, DocumentSchema>>;

/** A document in the terms in which both can be compared. */
interface Plain {
  readonly definitions: Definitions;
  /** By `GET /v3/accounts/{accountID}`. */
  readonly operations: ReadonlyMap<string, PlainOperation>;
}

interface PlainOperation {
  readonly id: string | undefined;
  /** By `count in query`; the body is `body`. */
  readonly parameters: ReadonlyMap<string, PlainParameter>;
  readonly answers: ReadonlyMap<string, PlainAnswer>;
}

interface PlainParameter {
  readonly isRequired: boolean;
  readonly schema: DocumentSchema;
}

interface PlainAnswer {
  readonly headers: readonly string[];
  readonly schema: DocumentSchema;
}

const LACKS = 'not here';
const ADDED = 'not published';

/** Every difference between the two documents. */
export function differences(published: PublishedDocument, served: ServedDocument): string[] {
  const there = plainPublished(published);
  const here = plainServed(served);
  return [...operationDifferences(there, here), ...definitionDifferences(there, here)];
}

function* operationDifferences(there: Plain, here: Plain): Iterable<string> {
  for (const [path, one, other] of both(there.operations, here.operations)) {
    const name = other?.id ?? one?.id ?? path;
    if (one === undefined || other === undefined) {
      yield `${name}: ${one === undefined ? ADDED : LACKS}`;
      continue;
    }
    if (one.id !== other.id) yield `${name}: is ${one.id ?? 'nameless'} in v20`;
    yield* parameterDifferences(name, [there, one], [here, other]);
    yield* answerDifferences(name, [there, one], [here, other]);
  }
}

type Side = readonly [Plain, PlainOperation];

function* parameterDifferences(name: string, [there, one]: Side, [here, other]: Side) {
  for (const [parameter, published, served] of both(one.parameters, other.parameters)) {
    const where = `${name} ${parameter}`;
    if (published === undefined || served === undefined) {
      yield `${where}: ${published === undefined ? ADDED : LACKS}`;
      continue;
    }
    if (published.isRequired !== served.isRequired) {
      yield `${where}: ${served.isRequired ? 'required here' : 'required in v20'}`;
    }
    yield* schemaDifferences(where, [there, published.schema], [here, served.schema]);
  }
}

function* answerDifferences(name: string, [there, one]: Side, [here, other]: Side) {
  for (const [status, published, served] of both(one.answers, other.answers)) {
    const where = `${name} ${status}`;
    if (published === undefined || served === undefined) {
      yield `${where}: ${published === undefined ? ADDED : LACKS}`;
      continue;
    }
    for (const header of published.headers) {
      if (!served.headers.includes(header)) yield `${where} ${header}: ${LACKS}`;
    }
    for (const header of served.headers) {
      if (!published.headers.includes(header)) yield `${where} ${header}: ${ADDED}`;
    }
    yield* fieldDifferences(where, [there, published.schema], [here, served.schema]);
  }
}

function* definitionDifferences(there: Plain, here: Plain): Iterable<string> {
  const served = new Map(Object.entries(here.definitions));
  for (const [name, one, other] of both(new Map(Object.entries(there.definitions)), served)) {
    if (one === undefined || other === undefined) {
      yield `${name}: ${one === undefined ? ADDED : LACKS}`;
      continue;
    }
    yield* schemaDifferences(name, [there, one], [here, other]);
    const values = other.enum ?? [];
    for (const value of one.enum ?? []) {
      if (!values.includes(value)) yield `${name} ${value}: ${LACKS}`;
    }
  }
}

type Located = readonly [Plain, DocumentSchema];

/** Differences of kind, of fields, and values that only the served one takes. */
function* schemaDifferences(where: string, one: Located, other: Located): Iterable<string> {
  const published = kindOf(...one);
  const served = kindOf(...other);
  if (published !== served) yield `${where}: is ${served} here, ${published} in v20`;
  // Enums with a name of v20 are held against each other once, as definitions.
  const name = nameOf(other[1].$ref ?? '');
  const values = name in one[0].definitions ? undefined : resolved(...one).enum;
  for (const value of resolved(...other).enum ?? []) {
    if (values !== undefined && !values.includes(value)) yield `${where} ${value}: ${ADDED}`;
  }
  if (one[1].$ref === undefined) yield* fieldDifferences(where, one, other);
}

function* fieldDifferences(where: string, one: Located, other: Located): Iterable<string> {
  const isChoice = resolved(...other).oneOf !== undefined;
  const served = fieldsOf(...other);
  for (const [field, published, found] of both(fieldsOf(...one), served)) {
    if (published === undefined) {
      // One of several types has fields of its own beside the common ones.
      if (!isChoice) yield `${where}.${field}: ${ADDED}`;
    } else if (found === undefined) yield `${where}.${field}: ${LACKS}`;
    else yield* schemaDifferences(`${where}.${field}`, [one[0], published], [other[0], found]);
  }
}

/** The fields of an object; of a choice of objects, those that each of them has. */
function fieldsOf(document: Plain, schema: DocumentSchema): ReadonlyMap<string, DocumentSchema> {
  const { properties, oneOf, anyOf } = resolved(document, schema);
  const [first, ...others] = (oneOf ?? anyOf ?? []).map(each => fieldsOf(document, each));
  if (first === undefined) return new Map(Object.entries(properties ?? {}));
  return new Map([...first].filter(([name]) => others.every(fields => fields.has(name))));
}

function resolved(document: Plain, schema: DocumentSchema): DocumentSchema {
  return schema.$ref === undefined ? schema : (document.definitions[nameOf(schema.$ref)] ?? schema);
}

/** What a value is: a text, a number, an object of some name, or a list of such. */
function kindOf(document: Plain, schema: DocumentSchema): string {
  const { type: types = 'object', items, anyOf = [] } = resolved(document, schema);
  // A field that may also be null is of its own kind all the same.
  const type = typeof types === 'string' ? types : types.filter(each => each !== 'null').join();
  if (type === 'array') return `${kindOf(document, items ?? {})}[]`;
  if (type !== 'object') return type;
  if (schema.$ref !== undefined) return nameOf(schema.$ref);
  const choices = anyOf.map(each => kindOf(document, each));
  return choices.length === 0 ? type : choices.join(' or ');
}

function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

/** The entries of two maps, side by side, those of the first first. */
function* both<T>(
  one: ReadonlyMap<string, T>,
  other: ReadonlyMap<string, T>,
): Iterable<[string, T | undefined, T | undefined]> {
  for (const [key, value] of one) yield [key, value, other.get(key)];
  for (const [key, value] of other) if (!one.has(key)) yield [key, undefined, value];
}

function plainPublished(document: PublishedDocument): Plain {
  const operations = new Map<string, PlainOperation>();
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      if (!METHOD_NAMES.has(method)) continue;
      const { operationId, parameters = [], responses } = operation;
      const found = parameters.map(each =>
        '$ref' in each
          ? (document.parameters[nameOf(`${each.$ref}`)] as PublishedParameter)
          : (each as PublishedParameter),
      );
      const answers = Object.entries(responses).map(([status, { $ref, ...own }]) => {
        const { headers = {}, schema = {} }: PublishedResponse =
          $ref === undefined ? own : (document.responses[nameOf($ref)] ?? {});
        return [status, { headers: Object.keys(headers), schema }] as const;
      });
      operations.set(`${method.toUpperCase()} ${document.basePath}${path}`, {
        id: operationId,
        parameters: new Map(
          found.map(each => [
            each.in === 'body' ? 'body' : `${each.name} in ${each.in}`,
            { isRequired: each.required === true, schema: each.schema ?? schemaOf(each) },
          ]),
        ),
        answers: new Map(answers),
      });
    }
  }
  return { definitions: document.definitions, operations };
}

/** In Swagger 2 a parameter is its own schema. */
function schemaOf({ required: _, ...schema }: PublishedParameter): DocumentSchema {
  return schema;
}

function plainServed({ paths, components }: ServedDocument): Plain {
  const operations = new Map<string, PlainOperation>();
  for (const [path, methods] of Object.entries(paths)) {
    if (!path.startsWith('/v3/')) continue;
    for (const [method, operation] of Object.entries(methods)) {
      const answers = Object.entries(operation.responses).map(
        ([status, { headers = {}, content }]) =>
          [status, { headers: Object.keys(headers), schema: schemaIn(content) }] as const,
      );
      operations.set(`${method.toUpperCase()} ${path}`, {
        id: operation.operationId,
        parameters: servedParameters(operation),
        answers: new Map(answers),
      });
    }
  }
  return { definitions: components.schemas, operations };
}

function servedParameters({ parameters = [], requestBody, security }: DocumentOperation) {
  const found = new Map<string, PlainParameter>();
  if (security !== undefined) {
    found.set('Authorization in header', { isRequired: true, schema: { type: 'string' } });
  }
  for (const { name, in: place, required: isRequired = false, schema = {} } of parameters) {
    found.set(`${name} in ${place}`, { isRequired, schema });
  }
  if (requestBody !== undefined) {
    const { required: isRequired, content } = requestBody;
    found.set('body', { isRequired, schema: schemaIn(content) });
  }
  return found;
}

/** The schema of the one type of content. */
function schemaIn(content: DocumentOperation['responses'][string]['content'] = {}): DocumentSchema {
  return Object.values(content)[0]?.schema ?? {};
}
