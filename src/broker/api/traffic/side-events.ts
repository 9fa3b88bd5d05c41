/**
 * What happens beside the ledger of a simulation and is in the feed: points that a strategy drew,
 * and the state of a strategy in the server.
 */

import type { Plot } from '../control/schema/page/plots.js';
import type { ServedStrategy } from '../control/schema/page/strategies.js';

/** Something that happened beside the ledger. */
export type SideEvent =
  | { readonly type: 'PLOT'; readonly plot: Plot }
  | { readonly type: 'STRATEGY'; readonly strategy: ServedStrategy };
