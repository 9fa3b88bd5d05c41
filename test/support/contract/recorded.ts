/**
 * Recorded answers of v20: which published schema each is nearest to, and where it departs from it.
 * Fields may be absent, for recordings are of many years; fields that no schema names are faults.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TSchema } from '@sinclair/typebox';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { DEFINITIONS } from '../../../src/broker/api/definitions.js';
import { errorResponsesOf } from '../../../src/broker/api/http/answer/describe-answers.js';
import { OPERATIONS } from '../../../src/broker/api/v20/routes/operations.js';
import { ErrorResponse } from '../../../src/broker/api/v20/schema/errors.js';
import { closedLenient } from './schemas.js';

/** A recorded object, and the file that it is in. */
export interface Recording {
  readonly file: string;
  readonly value: object;
}

/** Every recorded object below `folder`: answers, lines of streams, members of lists. */
export function recordings(folder: string): Recording[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(file => /\.(nd)?json$/.test(file))
    .sort()
    .flatMap(file => {
      const text = readFileSync(join(folder, file), 'utf8');
      const lines = file.endsWith('.ndjson') ? text.trim().split('\n') : [text];
      return lines.flatMap(line =>
        objectsIn(JSON.parse(line), file).map(value => ({ file, value })),
      );
    });
}

/** Takes off what authors wrapped around the objects: request and response, lists, tables by id. */
function objectsIn(value: unknown, file: string): object[] {
  if (Array.isArray(value)) return value.flatMap(each => objectsIn(each, file));
  if (typeof value !== 'object' || value === null) return [];
  if ('response' in value) return objectsIn(value.response, file);
  const keys = Object.keys(value);
  const isTable = keys.length > 0 && keys.every(key => /^\d+$/.test(key));
  return isTable ? objectsIn(Object.values(value), file) : [value];
}

const ajv = new Ajv({ strict: false, allErrors: true, discriminator: true });
for (const definition of DEFINITIONS) ajv.addSchema(closedLenient(definition) as object);

interface Check {
  /** Fields of the object as a whole. */
  readonly fields: ReadonlySet<string>;
  /** Compiled when it is first asked for: most schemas are nearest to no object. */
  readonly validate: () => ValidateFunction;
}

const CHECKS: readonly Check[] = [
  ...OPERATIONS.flatMap(({ method, responses }) =>
    Object.values({ ...errorResponsesOf(method, ErrorResponse), ...responses }),
  ),
  ...DEFINITIONS,
]
  .filter(({ properties }) => properties !== undefined)
  .map(schema => ({
    fields: new Set(Object.keys(schema['properties'])),
    validate: lazily(schema),
  }));

function lazily({ $id, ...schema }: TSchema): () => ValidateFunction {
  let validate: ValidateFunction | undefined;
  return () => {
    validate ??= ajv.compile(closedLenient(schema) as object);
    return validate;
  };
}

/**
 * Where `value` departs from the schema that it is nearest to; nowhere if it is what one says. The nearest
 * have the fewest fields unknown to them: a schema takes no field that it does not have.
 */
export function departures(value: object): string[] {
  const keys = Object.keys(value);
  const unknown = CHECKS.map(({ fields }) => keys.filter(key => !fields.has(key)).length);
  const fewest = Math.min(...unknown);
  let nearest: readonly string[] | undefined;
  for (const [place, { validate }] of CHECKS.entries()) {
    if (unknown[place] !== fewest) continue;
    const check = validate();
    if (check(value)) return [];
    const found = (check.errors ?? []).map(described);
    if (nearest === undefined || found.length < nearest.length) nearest = found;
  }
  return [...new Set(nearest)];
}

function described({ instancePath, keyword, message, params }: ErrorObject): string {
  const path = instancePath.replace(/\/\d+(?=\/|$)/g, '/*');
  const what =
    keyword === 'additionalProperties' ? `${params['additionalProperty']} is unknown` : message;
  return `${path === '' ? '/' : path}: ${what}`;
}
