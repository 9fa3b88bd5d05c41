import type { Client, Intent } from '../../world.js';
import { Desk, INSTRUMENT, TARGET, TRANCHE } from '../common/desk.js';

export const intends: Intent = { instrument: INSTRUMENT, units: TARGET };

/** Wrong: goes on after a refused order as if it stood. Shows under a reject with any reason that passes by itself. */
export const client: Client = async world => {
  const desk = new Desk(world);
  for (let target = TRANCHE; target <= TARGET; target += TRANCHE) {
    const name = { id: `up-to-${target}` };
    for (const before = await desk.held(); (await desk.held()) === before && desk.isOpen; ) {
      const answer = await desk.order(TRANCHE, { tradeClientExtensions: name });
      if (answer?.body['orderRejectTransaction'] !== undefined) break;
      if (answer?.body['orderFillTransaction'] === undefined) await desk.pause(answer);
    }
  }
  await desk.protect();
};
