import type { Client, Intent } from '../../world.js';
import { Desk, INSTRUMENT, TARGET, TRANCHE } from '../common/desk.js';

export const intends: Intent = { instrument: INSTRUMENT, units: TARGET };

/** Wrong: takes 201 for a fill, and reads no orderCancelTransaction. Shows under a halt, or when less liquidity is there than an order asks. */
export const client: Client = async world => {
  const desk = new Desk(world);
  for (let bought = 0; bought < TARGET && desk.isOpen; ) {
    const before = await desk.held();
    const answer = await desk.order(TRANCHE);
    const isKnown = answer?.status === 201 || (await desk.held()) > before;
    if (isKnown) bought += TRANCHE;
    else await desk.pause(answer);
  }
  await desk.protect();
};
