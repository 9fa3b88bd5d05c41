import type { Client, Intent } from '../../world.js';
import { Desk, INSTRUMENT, TARGET } from '../common/desk.js';

export const intends: Intent = { instrument: INSTRUMENT, units: TARGET };

/** Most requests for one order. */
const TRIES = 100;

/** Wrong: tries again at once, whatever Retry-After says, until its tries are used up. Shows when createOrder is answered by 429 or 503 for longer than a moment, or under a halt: many requests in one second, and no position. */
export const client: Client = async world => {
  const desk = new Desk(world);
  const name = { id: 'mine' };
  for (let tries = 0; tries < TRIES && (await desk.held()) < TARGET; tries++) {
    await desk.order(TARGET, { tradeClientExtensions: name });
  }
  await desk.protect();
};
