/**
 * What happens beside the ledger of a simulation and is told by the feed: points that a strategy
 * drew, a stop of time by itself. Without listeners telling costs nothing.
 */

import type { PauseReason } from '../../runtime/simulation/auto-pause.js';
import type { Plot } from '../control/schema/page/plots.js';

/** Something that happened beside the ledger. */
export type SideEvent =
  | { readonly type: 'PLOT'; readonly plot: Plot }
  | {
      readonly type: 'PAUSED';
      readonly reason: PauseReason;
      /** Simulated, RFC 3339. */
      readonly time: string;
      readonly transactionID?: string;
    };
