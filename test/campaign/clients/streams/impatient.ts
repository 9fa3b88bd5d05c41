import type { Client, Intent } from '../../world.js';
import { Desk, INSTRUMENT, TARGET, TRANCHE } from '../common/desk.js';
import { CAREFUL, listenerOf } from '../common/follow.js';

export const intends: Intent = { instrument: INSTRUMENT, units: TARGET };

/** Seconds that it grants the line of a fill. */
const PATIENCE = 2;

/** Wrong: takes what the stream has said after two seconds for the present, and buys again what it has not heard of. Shows when the stream is slow, or a line is lost. */
export const client: Client = async world => {
  const desk = new Desk(world);
  const listener = await listenerOf(desk, CAREFUL);
  for (let believed = 0; believed < TARGET && desk.isOpen; ) {
    await desk.reach((await desk.held()) + TRANCHE);
    await world.wait(PATIENCE);
    believed = await listener.believed();
  }
  listener.close();
  await desk.protect();
};
