/**
 * When the market reaches one of several prices, found out in a fork that is thrown away: an order that waits for
 * each of them, and time up to the first fill. The simulation stays where it is, and the page shows nothing of
 * what comes. A fill of another order that comes first ends the search, because it comes in the simulation too.
 */

import { advance, deleteSimulation, fork, readClock } from '../wire/control.js';
import type { Instrument } from '../wire/types.js';
import { type AccountPlace, placeOrder } from '../wire/v20.js';

/** The instant at which a price is reached, RFC 3339; undefined when none is within the window. */
export async function timeOfPrice(
  { simulation, account }: AccountPlace,
  { name, minimumTradeSize }: Instrument,
  prices: readonly string[],
): Promise<string | undefined> {
  const { id } = await fork(simulation, { name: 'Looks ahead', clock: 'manual' });
  try {
    for (const price of prices) {
      await placeOrder(
        { simulation: id, account },
        {
          type: 'MARKET_IF_TOUCHED',
          instrument: name,
          units: minimumTradeSize,
          price,
          triggerCondition: 'MID',
        },
      );
    }
    const { to, transactions } = await readClock(id);
    const after = await advance(id, { to, until: 'fill' });
    return after.transactions > transactions && after.now < to ? after.now : undefined;
  } finally {
    await deleteSimulation(id);
  }
}
