import type { Client, Intent } from '../../world.js';
import { Desk, INSTRUMENT, TARGET } from '../common/desk.js';

export const intends: Intent = { instrument: INSTRUMENT, units: TARGET };

/** Most requests for one order. */
const TRIES = 100;

/** Wrong: tries again at once, whatever Retry-After says, until its tries are used up. Shows under 429 or 503 that lasts longer than a moment: many requests in one second, and no order. */
export const client: Client = async world => {
  const desk = new Desk(world);
  for (let tries = 0; tries < TRIES; tries++) {
    const answer = await desk.order(TARGET);
    if (answer?.status === 201) break;
    if (answer === undefined) throw new Error('the connection was lost');
  }
  await desk.protect();
};
