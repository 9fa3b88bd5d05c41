/** Every relation between numbers of recorded bodies. */

import { ACCOUNT_RELATIONS } from './accounts.js';
import { COMPANIONS } from './companions.js';
import { FILL_RELATIONS } from './fills.js';
import { HEAD_RELATIONS } from './heads.js';
import { KEY_ORDER } from './key-order.js';
import { MARKET_RELATIONS } from './market.js';
import { OTHER_RELATIONS } from './others.js';
import { RESOURCE_RELATIONS } from './resources.js';
import type { Relation } from './rule.js';
import { SEQUENCE_RELATIONS } from './sequences.js';
import { SUM_RELATIONS } from './sums.js';

/** Every relation. */
export const RELATIONS: readonly Relation[] = [
  ...FILL_RELATIONS,
  ...ACCOUNT_RELATIONS,
  ...OTHER_RELATIONS,
  ...SEQUENCE_RELATIONS,
  ...HEAD_RELATIONS,
  ...RESOURCE_RELATIONS,
  ...SUM_RELATIONS,
  ...MARKET_RELATIONS,
  COMPANIONS,
  KEY_ORDER,
];
