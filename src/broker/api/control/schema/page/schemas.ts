/**
 * Every named schema of the page's verbs.
 */

import type { TSchema } from '@sinclair/typebox';
import { ESTIMATE_SCHEMAS } from './estimate.js';
import { NOTE_SCHEMAS } from './notes.js';
import { PLOT_SCHEMAS } from './plots.js';
import { REQUEST_SCHEMAS } from './requests.js';
import { RISK_SCHEMAS } from './risk.js';
import { SESSION_SCHEMAS } from './session.js';
import { SHELF_SCHEMAS } from './shelf.js';
import { STRATEGY_SCHEMAS } from './strategies.js';
import { TABLE_SCHEMAS } from './table.js';
import { TIMELINE_SCHEMAS } from './timeline.js';

/** Every named schema of the page's verbs. */
export const PAGE_SCHEMAS: readonly TSchema[] = [
  ...TIMELINE_SCHEMAS,
  ...TABLE_SCHEMAS,
  ...ESTIMATE_SCHEMAS,
  ...RISK_SCHEMAS,
  ...NOTE_SCHEMAS,
  ...PLOT_SCHEMAS,
  ...REQUEST_SCHEMAS,
  ...SHELF_SCHEMAS,
  ...SESSION_SCHEMAS,
  ...STRATEGY_SCHEMAS,
];
