import type { Client, Intent } from '../../world.js';
import { Desk, INSTRUMENT, TRANCHE } from '../common/desk.js';

export const intends: Intent = { instrument: INSTRUMENT, units: 0 };

/** Seconds between buying and selling. */
const HOLDS = 300;

/** Wrong: takes an order without a good answer for refused, and closes only what it heard of. Shows when an order is applied and then 504, or the connection is cut. */
export const client: Client = async world => {
  const desk = new Desk(world);
  const answer = await desk.order(TRANCHE);
  const isMine = answer?.body['orderFillTransaction'] !== undefined;
  await world.wait(HOLDS);
  if (isMine) await desk.flatten();
};
