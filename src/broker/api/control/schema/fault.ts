/**
 * Bodies of `/_sim/.../faults`. Rules have the fields of the table of faults. Source: docs/reference/faults.md.
 */

import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { RULE_FIELDS, type RuleField } from '../../../../core/fault/rule-fields.js';
import { defineObject, ref, textOf } from '../../http/read/define.js';

/** Any values: the reader of rules names the valid forms of a bad one. */
const FIELDS = Object.entries<RuleField>(RULE_FIELDS).flatMap(([name, { about }]) =>
  about === undefined ? [] : [[name, Type.Optional(Type.Any({ description: about }))]],
);

export const FaultRule = defineObject(
  'FaultRule',
  Object.fromEntries(FIELDS) as Record<string, TSchema>,
  {
    description: 'docs/reference/faults.md describes every field',
  },
);

const RuleCount = Type.Object({
  id: Type.String(),
  seen: Type.Integer({ description: 'requests that the rule has seen' }),
  fired: Type.Integer({ description: 'faults of the rule' }),
});

const FiredFault = Type.Object({
  rule: Type.String(),
  time: textOf('simulated time, RFC 3339'),
  operation: Type.String(),
  requestID: Type.String(),
  did: Type.String(),
});

export const Faults = defineObject('Faults', {
  rules: Type.Array(Type.Object({ id: Type.String() }, { additionalProperties: true })),
  counts: Type.Array(RuleCount),
  fired: Type.Array(FiredFault, { description: 'the last 1,000 faults, oldest first' }),
});
export type Faults = Static<typeof Faults>;

export const FaultRules = defineObject(
  'FaultRules',
  { rules: Type.Array(ref(FaultRule), { maxItems: 1000 }) },
  { additionalProperties: false },
);
export type FaultRules = Static<typeof FaultRules>;

export const FaultAdded = defineObject('FaultAdded', { id: Type.String() });

/** Every named schema of faults. */
export const FAULT_SCHEMAS: readonly TSchema[] = [FaultRule, Faults, FaultRules, FaultAdded];
