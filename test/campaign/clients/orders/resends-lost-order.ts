import type { Client, Intent } from '../../world.js';
import { Desk, INSTRUMENT, TARGET, TRANCHE } from '../common/desk.js';

export const intends: Intent = { instrument: INSTRUMENT, units: TARGET };

/** Wrong: sends an order again when its answer was lost, and looks at nothing. Shows when an order is applied and then 504, or the connection is cut. */
export const client: Client = async world => {
  const desk = new Desk(world);
  for (let bought = 0; bought < TARGET && desk.isOpen; ) {
    const answer = await desk.order(TRANCHE);
    if (answer?.body['orderFillTransaction'] !== undefined) bought += TRANCHE;
    else await desk.pause(answer);
  }
  await desk.protect();
};
