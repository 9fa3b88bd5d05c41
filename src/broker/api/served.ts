/** What a server serves, and which clients it lets in. */

import type { StrategyError } from '../../core/strategy/strategy-error.js';
import type { Keeper } from '../runtime/keeper.js';
import type { RunFolderWriter, Sandboxes, SessionPage } from '../runtime/sandboxes.js';
import type { ScenarioShelf } from '../runtime/scenario-shelf.js';
import type { KeptUses } from './control/fleet/last-uses.js';
import type { Guest } from './guests/quotas.js';
import type { Keys } from './http/doors/tokens.js';
import type { Logins } from './page/logins.js';
import type { RecordedRequest } from './traffic/recorded-requests.js';
import type { StreamGate } from './v20/stream/stream-gate.js';

/** The simulations of a server, and the tokens that open them. */
export interface ServedSimulations extends Keys {
  readonly sandboxes: Sandboxes;
  /** Writes the folder of a run; absent without `--out`. */
  readonly record?: RunFolderWriter;
  /** Makes the report of a session; absent: there are no reports. */
  readonly report?: SessionPage;
  /** Where the scenarios of new simulations come from; absent: simulations can only be forked. */
  readonly shelf?: ScenarioShelf | undefined;
  /** Makes a token, the same for one use whenever the server starts; absent: tokens are random. */
  readonly tokenFor?: ((use: string) => string) | undefined;
  /** How people log in to the page. Absent: no login code exists yet. */
  readonly logins?: Logins;
  /** Says in words why a strategy was stopped, with the place in its source; absent: its message. */
  readonly explain?: (fault: StrategyError) => Promise<string>;
  /** Keeps what happens in them; absent: nothing does. */
  readonly keeper?: Keeper;
  /** Keeps when each simulation was last used; absent: a restart counts as a use. */
  readonly lastUses?: KeptUses;
  /** Requests of the session that is shown again, in the order of their times; absent: none is. */
  readonly recorded?: readonly RecordedRequest[];
  /** The guests that share the server. Absent: there are none. */
  readonly guests?: readonly Guest[];
  /** Holds the lines of streams back; absent: they leave at once. */
  readonly gate?: StreamGate;
}
