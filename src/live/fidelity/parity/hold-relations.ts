/** Holds the relations against recorded bodies. */

import { below, objectsWithin } from '../recording/json.js';
import { RELATIONS } from '../rules/relations.js';
import type { BodyFacts, RelationCheck } from '../rules/rule.js';
import type { ParityTally } from './finding.js';

/** Holds every relation against a body. */
export function holdRelations(body: object, facts: BodyFacts, tally: ParityTally): void {
  for (const { object, path } of objectsWithin(body)) {
    for (const { name, check } of RELATIONS) note(check(object, facts), name, path, tally);
  }
}

function note(
  checks: readonly RelationCheck[],
  rule: string,
  path: string,
  tally: ParityTally,
): void {
  for (const { field, expected, found, isSame } of checks) {
    if (isSame) tally.agree('relations');
    else tally.differ({ dimension: 'relations', path: below(path, field), rule, expected, found });
  }
}
