/**
 * The verbs that a page needs beside the broker's API: what it draws, and pages of what is too long.
 */

import type { SimulationVerb } from '../verb.js';
import { ESTIMATE_VERBS } from './estimate-verbs.js';
import { NOTE_VERBS } from './note-verbs.js';
import { PLOT_VERBS } from './plot-verbs.js';
import { REQUEST_VERBS } from './request-verbs.js';
import { RISK_VERBS } from './risk-verbs.js';
import { SESSION_VERBS } from './session-verbs.js';
import { TABLE_VERBS } from './table-verbs.js';
import { TIMELINE_VERBS } from './timeline-verbs.js';

/** All of them. */
export const PAGE_VERBS: readonly SimulationVerb[] = [
  ...TABLE_VERBS,
  ...TIMELINE_VERBS,
  ...RISK_VERBS,
  ...ESTIMATE_VERBS,
  ...REQUEST_VERBS,
  ...SESSION_VERBS,
  ...NOTE_VERBS,
  ...PLOT_VERBS,
];
