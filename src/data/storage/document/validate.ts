/**
 * Checks a document against the JSON Schema and turns ajv's findings into messages for people: the
 * place, the rule, and a likely correction.
 */

import type { ErrorObject } from 'ajv';
import { ensureDefined } from '../../../core/base/assert.js';
import { instrumentTable } from '../../../core/market/instrument-table.js';
import type { DocumentPath, ScenarioDocument } from './document.js';
import { nearest } from './suggest.js';
import { VALIDATORS } from './validators.js';

/** A message lists at most this many allowed values. */
const MOST_LISTED = 20;
/** Characters of a value that a message repeats. */
const SHOWN_MAX = 60;

/** Types of values in the words of a message. */
const TYPES: Readonly<Record<string, string>> = {
  object: 'a map',
  array: 'a list',
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
};

const BOUNDS: Readonly<Record<string, { readonly side: string; readonly noun: string }>> = {
  minItems: { side: 'least', noun: 'value' },
  maxItems: { side: 'most', noun: 'value' },
  minProperties: { side: 'least', noun: 'key' },
  maxProperties: { side: 'most', noun: 'key' },
};

/** The kinds of whole documents. */
type DocumentKind = 'scenario' | 'study';

/** Checks the whole document. @throws InputError at the first violation. */
export function checkSchema(document: ScenarioDocument, kind: DocumentKind = 'scenario'): void {
  hold(document, [], kind, document.data);
}

/** Checks the `with:` of a verb. @throws InputError */
export function checkWith(
  document: ScenarioDocument,
  path: DocumentPath,
  verb: string,
  value: unknown,
): void {
  hold(document, path, verb, value);
}

function hold(document: ScenarioDocument, path: DocumentPath, schema: string, value: unknown) {
  const validate = VALIDATORS[schema];
  if (validate !== undefined && !validate(value)) throw toError(document, path, validate.errors);
}

function toError(
  document: ScenarioDocument,
  prefix: DocumentPath,
  errors: readonly ErrorObject[] | null | undefined,
) {
  // ajv reports the finding inside a branch of `if` first, then one about the `if` itself.
  const error = (errors ?? []).filter(({ keyword }) => keyword !== 'if').at(-1);
  if (error === undefined) return document.error(prefix, 'is not valid');
  const path = [...prefix, ...steps(error.instancePath)];
  const { params } = error;
  if (error.keyword === 'additionalProperties') {
    const key = String(params['additionalProperty']);
    const known = Object.keys((error.parentSchema?.['properties'] as object | undefined) ?? {});
    return document.error([...path, key], `unknown key${nearest(key, known)}`);
  }
  if (error.keyword === 'required') {
    return document.error(path, `missing key ${String(params['missingProperty'])}`);
  }
  if (error.keyword === 'enum') {
    const allowed = (params['allowedValues'] as unknown[]).map(String);
    const was = String(error.data);
    const choice =
      allowed.length > MOST_LISTED
        ? `the ${allowed.length} values that the schema has`
        : allowed.join(', ');
    return document.error(
      path,
      `must be one of ${choice}, was ${shortened(was)}${nearest(was, allowed)}`,
    );
  }
  if (error.keyword === 'propertyNames') return wrongName(document, path, error);
  const was = typeof error.data === 'object' ? '' : `, was ${shortened(String(error.data))}`;
  return document.error(path, `${ruleOf(error)}${was}`);
}

/** The beginning of a value that a person finds it by: a file of another kind can be one long text. */
function shortened(text: string): string {
  return text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}...` : text;
}

/** A key of the wrong form. The schema says in words which names it takes. */
function wrongName(document: ScenarioDocument, path: DocumentPath, error: ErrorObject) {
  const key = String(error.params['propertyName']);
  const schema = ensureDefined(error.parentSchema, 'schema of a finding');
  const { description } = schema['propertyNames'] as { readonly description: string };
  const known = path.at(-1) === 'market' ? [...instrumentTable().keys()] : [];
  const like = nearest(key.toUpperCase(), known);
  return document.error([...path, key], `must be ${description}, was ${key}${like}`);
}

/** The rule of a finding, in the words of files instead of schemas. */
function ruleOf({ keyword, params, message = 'is not valid' }: ErrorObject): string {
  if (keyword === 'type') {
    const types = [params['type']].flat().map(type => TYPES[String(type)] ?? String(type));
    return `must be ${types.join(' or ')}`;
  }
  const bound = BOUNDS[keyword];
  if (bound === undefined) return message;
  const limit = Number(params['limit']);
  return `must have at ${bound.side} ${limit} ${bound.noun}${limit === 1 ? '' : 's'}`;
}

/** The pointer `/timeline/2/create` as a path. */
function steps(pointer: string): (string | number)[] {
  return pointer
    .split('/')
    .slice(1)
    .map(step => step.replace(/~1/g, '/').replace(/~0/g, '~'))
    .map(step => (/^\d+$/.test(step) ? Number(step) : step));
}
