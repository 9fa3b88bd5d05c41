import type { Client, Intent } from '../../world.js';
import { Desk, INSTRUMENT, TARGET, TRANCHE } from '../common/desk.js';

export const intends: Intent = { instrument: INSTRUMENT, units: TARGET };

/** Wrong: ends at the first 503, as if the broker were gone for good. Shows when createOrder is answered by 503. */
export const client: Client = async world => {
  const desk = new Desk(world);
  while ((await desk.held()) < TARGET && desk.isOpen) {
    const name = { id: `above-${await desk.held()}` };
    const answer = await desk.order(TRANCHE, { tradeClientExtensions: name });
    if (answer?.status === 503) return;
    if (answer?.body['orderFillTransaction'] === undefined) await desk.pause(answer);
  }
  await desk.protect();
};
