import type { Client, Intent } from '../../world.js';
import { Desk, INSTRUMENT, TARGET, TRANCHE } from '../common/desk.js';

export const intends: Intent = { instrument: INSTRUMENT, units: TARGET };

/** Wrong: takes CLIENT_ORDER_ID_ALREADY_EXISTS for the proof that its order was filled. Shows under a reject with that reason. */
export const client: Client = async world => {
  const desk = new Desk(world);
  for (let bought = 0; bought < TARGET && desk.isOpen; ) {
    const name = { id: `above-${bought}` };
    const fields = { clientExtensions: name, tradeClientExtensions: name };
    const before = await desk.held();
    const answer = await desk.order(TRANCHE, fields);
    const isMine = answer?.body['errorCode'] === 'CLIENT_ORDER_ID_ALREADY_EXISTS';
    if (isMine || (await desk.held()) > before) bought += TRANCHE;
    else await desk.pause(answer);
  }
  await desk.protect();
};
