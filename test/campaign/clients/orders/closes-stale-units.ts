import type { Client, Intent } from '../../world.js';
import { Desk, INSTRUMENT, TARGET } from '../common/desk.js';

export const intends: Intent = { instrument: INSTRUMENT, units: 0 };

/** Seconds between buying and selling. */
const HOLDS = 600;
/** Distance of its stop loss, in dollars: a quiet market does not come so far in that time. */
const NEAR_STOP = '0.00200';

/** Wrong: sells the units that it bought, not those that it still has. Shows when a gap or a wide spread triggers its stop loss before: it ends short. */
export const client: Client = async world => {
  const desk = new Desk(world);
  await desk.reach(TARGET);
  for (const { id } of await desk.trades()) {
    await desk.send('PUT', `/trades/${id}/orders`, { stopLoss: { distance: NEAR_STOP } });
  }
  await world.wait(HOLDS);
  const before = await desk.held();
  while ((await desk.held()) === before && desk.isOpen) {
    const answer = await desk.order(-TARGET, { tradeClientExtensions: { id: 'sale' } });
    if (answer?.body['orderFillTransaction'] === undefined) await desk.pause(answer);
  }
};
