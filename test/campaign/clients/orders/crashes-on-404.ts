import type { Client, Intent } from '../../world.js';
import { Desk, INSTRUMENT, TARGET, TRANCHE } from '../common/desk.js';

export const intends: Intent = { instrument: INSTRUMENT, units: TARGET };

/** Wrong: reads its new order at once, and crashes when the broker does not know it yet. Shows under read-after-write lag. */
export const client: Client = async world => {
  const desk = new Desk(world);
  for (let target = TRANCHE; target <= TARGET; target += TRANCHE) {
    const start = await desk.lastID();
    await desk.reach(target);
    const made = (await desk.since(start)).find(({ type }) => type === 'MARKET_ORDER');
    const answer = await desk.send('GET', `/orders/${made?.id}`);
    if (answer?.status === 404) throw new Error('my order is gone');
  }
  await desk.protect();
};
