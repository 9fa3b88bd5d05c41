/** The simulations that a sender of requests may use: a guest its own, the owner of the server all. */

import type { KnownSandbox } from '../../runtime/sandboxes.js';

/**
 * Whether a simulation is there for a sender of requests.
 * @param known - undefined for one that does not exist.
 * @param guestName - undefined for the owner of the server.
 */
export function isOpenTo(
  guestName: string | undefined,
  known: KnownSandbox | undefined,
): known is KnownSandbox {
  return known !== undefined && (guestName === undefined || known.owner === guestName);
}
