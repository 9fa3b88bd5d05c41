/** Every relation between numbers of recorded bodies. */

import { ACCOUNT_RELATIONS } from './accounts.js';
import { FILL_RELATIONS } from './fills.js';
import { OTHER_RELATIONS } from './others.js';
import type { Relation } from './rule.js';
import { SEQUENCE_RELATIONS } from './sequences.js';

/** Every relation. */
export const RELATIONS: readonly Relation[] = [
  ...FILL_RELATIONS,
  ...ACCOUNT_RELATIONS,
  ...OTHER_RELATIONS,
  ...SEQUENCE_RELATIONS,
];
