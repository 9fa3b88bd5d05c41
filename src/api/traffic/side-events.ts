/**
 * What happens beside the ledger of a simulation and is told by the feed: points that a strategy
 * drew, a stop of time by itself. Without listeners telling costs nothing.
 */

import type { Plot } from '../control/schema/page/plots.js';

/** What makes time stop by itself. */
export const PAUSE_REASONS = ['fill', 'stop', 'profit', 'event', 'transaction'] as const;

/** Something that happened beside the ledger. */
export type SideEvent =
  | { readonly type: 'PLOT'; readonly plot: Plot }
  | {
      readonly type: 'PAUSED';
      readonly reason: (typeof PAUSE_REASONS)[number];
      /** Simulated, RFC 3339. */
      readonly time: string;
      readonly transactionID?: string;
    };
