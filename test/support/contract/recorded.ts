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
  readonly validate: ValidateFunction;
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
    validate: compiled(schema),
  }));

function compiled({ $id, ...schema }: TSchema): ValidateFunction {
  return ajv.compile(closedLenient(schema) as object);
}

/** Where `value` departs from the schema that it is nearest to; nowhere if it is what one says. */
export function departures(value: object): string[] {
  const keys = Object.keys(value);
  let nearest: { readonly unknown: number; readonly found: readonly string[] } | undefined;
  for (const { fields, validate } of CHECKS) {
    if (validate(value)) return [];
    const unknown = keys.filter(key => !fields.has(key)).length;
    const found = (validate.errors ?? []).map(described);
    const isNearer =
      nearest === undefined ||
      unknown < nearest.unknown ||
      (unknown === nearest.unknown && found.length < nearest.found.length);
    if (isNearer) nearest = { unknown, found };
  }
  return [...new Set(nearest?.found)];
}

function described({ instancePath, keyword, message, params }: ErrorObject): string {
  const path = instancePath.replace(/\/\d+(?=\/|$)/g, '/*');
  const what =
    keyword === 'additionalProperties' ? `${params['additionalProperty']} is unknown` : message;
  return `${path === '' ? '/' : path}: ${what}`;
}
