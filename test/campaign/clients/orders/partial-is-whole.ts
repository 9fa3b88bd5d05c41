import type { Client, Intent } from '../../world.js';
import { Desk, INSTRUMENT, TARGET, TRANCHE } from '../common/desk.js';

export const intends: Intent = { instrument: INSTRUMENT, units: TARGET };

/** Wrong: takes a fill of any size for all that it asked. Shows under partial liquidity. */
export const client: Client = async world => {
  const desk = new Desk(world);
  for (let bought = 0; bought < TARGET && desk.isOpen; ) {
    const before = await desk.held();
    const answer = await desk.order(TRANCHE, { timeInForce: 'IOC' });
    if ((await desk.held()) > before) bought += TRANCHE;
    else await desk.pause(answer);
  }
  await desk.protect();
};
