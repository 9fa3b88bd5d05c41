/**
 * What a server serves, and whom it lets in.
 */

import type { Keys } from './http/doors/tokens.js';
import type { ServedMarket } from './v20/sandbox.js';

/** A market, and the tokens that open it. */
export interface Sandbox extends ServedMarket, Keys {}
