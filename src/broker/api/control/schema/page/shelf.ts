/**
 * Bodies of `/_sim`: what a server has to choose from. Source: docs/reference/page-verbs.md.
 */

import { type Static, type TSchema, Type } from '@sinclair/typebox';
import type { FaultFields } from '../../../../../core/fault/rule.js';
import { defineObject, textOf } from '../../../http/read/define.js';

/** The scenarios that a simulation can be made of. */
export const ScenarioNames = defineObject('ScenarioNames', {
  scenarios: Type.Array(Type.Object({ name: textOf('its file') })),
});

/** The faults that can be ordered. */
export const FaultCatalogue = defineObject('FaultCatalogue', {
  faults: Type.Array(
    Type.Object({
      name: Type.String(),
      sentence: textOf('what goes wrong'),
      rule: Type.Unsafe<FaultFields>({
        type: 'object',
        description: 'a FaultRule that can be given as it is',
      }),
    }),
  ),
});

export type FaultCatalogue = Static<typeof FaultCatalogue>;

/** Every named schema of these verbs. */
export const SHELF_SCHEMAS: readonly TSchema[] = [ScenarioNames, FaultCatalogue];
