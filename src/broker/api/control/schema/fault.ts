/**
 * Bodies of `/_sim/.../faults`. The rules themselves are read by core/fault/read-rule.ts, whose errors
 * name the valid forms. Source: docs/reference/faults.md.
 */

import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { define, ref } from '../../http/read/define.js';

export const FaultRule = define(
  'FaultRule',
  Type.Object(
    {
      operation: Type.Optional(Type.Any({ description: 'an operationId, or `*`; default: `*`' })),
      probability: Type.Optional(Type.Any({ description: 'from 0 to 1; default: 1' })),
      after: Type.Optional(Type.Any({ description: 'requests that pass first; default: 0' })),
      count: Type.Optional(Type.Any({ description: 'most faults of this rule' })),
      from: Type.Optional(Type.Any({ description: 'simulated instant; default: now' })),
      to: Type.Optional(Type.Any({ description: 'simulated instant, exclusive' })),
      weekly: Type.Optional(
        Type.Any({
          description: '`{from, to}`: weekday and time in New York, such as `Saturday 12:00`',
        }),
      ),
      seed: Type.Optional(Type.Any({ description: 'of the draws; default: 1' })),
      error: Type.Optional(
        Type.Any({ description: '`{status, errorMessage?, errorCode?, retryAfter?}`' }),
      ),
      reset: Type.Optional(Type.Any({ description: 'true: the connection is cut' })),
      applied: Type.Optional(
        Type.Any({
          description: 'true: the request takes effect before its answer is lost or late',
        }),
      ),
      latency: Type.Optional(Type.Any({ description: 'wall time: a duration, or `{min, max}`' })),
      lag: Type.Optional(
        Type.Any({ description: 'simulated time in which reads do not know a new order' }),
      ),
      reject: Type.Optional(Type.Any({ description: 'a reject reason for orders' })),
      stream: Type.Optional(Type.Any({ description: 'what goes wrong with a stream' })),
      market: Type.Optional(Type.Any({ description: 'what goes wrong with an instrument' })),
    },
    { description: 'docs/reference/faults.md describes every field' },
  ),
);

const RuleCount = Type.Object({
  id: Type.String(),
  seen: Type.Integer({ description: 'requests that the rule has seen' }),
  fired: Type.Integer({ description: 'faults of the rule' }),
});

const FiredFault = Type.Object({
  rule: Type.String(),
  time: Type.String({ description: 'simulated time, RFC 3339' }),
  operation: Type.String(),
  requestID: Type.String(),
  did: Type.String(),
});

export const Faults = define(
  'Faults',
  Type.Object({
    rules: Type.Array(Type.Object({ id: Type.String() }, { additionalProperties: true })),
    counts: Type.Array(RuleCount),
    fired: Type.Array(FiredFault, { description: 'the last 1,000 faults, oldest first' }),
  }),
);
export type Faults = Static<typeof Faults>;

export const FaultRules = define(
  'FaultRules',
  Type.Object(
    { rules: Type.Array(ref(FaultRule), { maxItems: 1000 }) },
    { additionalProperties: false },
  ),
);
export type FaultRules = Static<typeof FaultRules>;

export const FaultAdded = define('FaultAdded', Type.Object({ id: Type.String() }));

/** Every named schema of faults. */
export const FAULT_SCHEMAS: readonly TSchema[] = [FaultRule, Faults, FaultRules, FaultAdded];
