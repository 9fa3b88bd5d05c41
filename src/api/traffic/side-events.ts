/**
 * What happens beside the ledger of a simulation and is told by the feed: points that a strategy drew.
 * Without listeners telling costs nothing.
 */

import type { Plot } from '../control/schema/page/plots.js';

/** Something that happened beside the ledger. */
export interface SideEvent {
  readonly type: 'PLOT';
  readonly plot: Plot;
}
