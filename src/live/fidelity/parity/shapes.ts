/**
 * Which published body a recorded one is: by its request, or the one that it differs least from.
 */

import { errorResponsesOf } from '../../../broker/api/http/answer/describe-answers.js';
import type { Operation } from '../../../broker/api/v20/operation.js';
import { OPERATIONS } from '../../../broker/api/v20/routes/operations.js';
import { ErrorResponse } from '../../../broker/api/v20/schema/errors.js';
import type { Recording } from '../recording/recorded-bodies.js';
import type { ParityTally } from './finding.js';
import { fieldsOf, hold, type JsonSchema, NAMED_SCHEMAS } from './hold.js';

/** A published body. */
export interface Shape {
  /** `createOrder 201`, or the name of a schema: `ClientPrice`. */
  readonly name: string;
  readonly schema: JsonSchema;
  readonly fields: readonly string[];
}

/** A recorded body with the published one that it is held against. */
export interface BodyAndShape {
  readonly shape: Shape;
  readonly tally: ParityTally;
}

function bodiesOf(operation: Operation): readonly [status: number, schema: JsonSchema][] {
  const { method, responses } = operation;
  const all = { ...errorResponsesOf(method, ErrorResponse), ...responses };
  return Object.entries(all).map(([status, schema]) => [Number(status), schema as JsonSchema]);
}

function shape(name: string, schema: JsonSchema): Shape {
  return { name, schema, fields: fieldsOf(schema) };
}

const SHAPES: readonly Shape[] = [
  ...OPERATIONS.flatMap(operation =>
    bodiesOf(operation).map(([status, schema]) =>
      shape(`${operation.operationId} ${status}`, schema),
    ),
  ),
  ...[...NAMED_SCHEMAS].map(([name, schema]) => shape(name, schema)),
].filter(({ fields }) => fields.length > 0);

/** Holds a recorded body against the published one; undefined when it is like none of them. */
export function heldAgainst({ value, method, path, status }: Recording): BodyAndShape | undefined {
  const named = shapeOfRequest(method, path, status);
  if (named !== undefined) return { shape: named, tally: hold(value, named.schema) };
  const keys = Object.keys(value);
  const unknown = ({ fields }: Shape) => keys.filter(key => !fields.includes(key)).length;
  const counted = SHAPES.map(each => ({ each, strange: unknown(each) }));
  const least = Math.min(...counted.map(({ strange }) => strange));
  if (least === keys.length) return undefined;
  const tried = counted
    .filter(({ strange }) => strange === least)
    .map(({ each }) => ({ shape: each, tally: hold(value, each.schema) }));
  return tried.reduce((best, each) => (isNearer(each, best) ? each : best));
}

/**
 * Whether `one` is nearer: it has fewer fields that are unknown, or as many and fewer other
 * findings, then fewer keys out of order, then fewer fields of its own.
 */
function isNearer(one: BodyAndShape, other: BodyAndShape): boolean {
  const [a, b] = [distanceOf(one), distanceOf(other)];
  const at = a.findIndex((value, index) => value !== b[index]);
  return at >= 0 && (a[at] as number) < (b[at] as number);
}

function distanceOf({ tally: { findings }, shape: { fields } }: BodyAndShape): readonly number[] {
  const unknown = findings.filter(({ rule }) => rule === 'unknown').length;
  const others = findings.filter(({ dimension }) => dimension !== 'order').length;
  return [unknown, others, findings.length, fields.length];
}

const SUCCESS = 300;

function shapeOfRequest(
  method: string | undefined,
  path: string | undefined,
  status: number | undefined,
): Shape | undefined {
  if (method === undefined || path === undefined) return undefined;
  // A path may fit `/transactions/:transactionID` and `/transactions/sinceid`: the plainer one counts.
  const [operation] = OPERATIONS.filter(
    each => each.method === method && patternOf(each.path).test(path),
  ).sort((a, b) => a.path.split(':').length - b.path.split(':').length);
  if (operation === undefined) return undefined;
  const bodies = bodiesOf(operation);
  const found =
    status === undefined
      ? bodies.find(([each]) => each < SUCCESS)
      : bodies.find(([each]) => each === status);
  if (found === undefined) return undefined;
  const [known, schema] = found;
  return shape(`${operation.operationId} ${known}`, schema);
}

/** Matches the paths of an operation. */
function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/:[A-Za-z]+/g, '[^/]+')}/?$`);
}
