import type { Client, Intent } from '../world.js';
import { Desk, INSTRUMENT, TARGET } from './common/desk.js';
import { buyByListener, CAREFUL, listenerOf } from './common/follow.js';

export const intends: Intent = { instrument: INSTRUMENT, units: TARGET };

/** Seconds after which no answer and no order can be on its way any more. */
const SETTLED = 60;

/** Correct: nothing is wrong with it, under any fault that ends before its time is over. */
export const client: Client = async world => {
  const desk = new Desk(world);
  const listener = await listenerOf(desk, CAREFUL);
  await buyByListener(desk, listener);
  listener.close();
  await desk.protect();
  await world.wait(SETTLED);
  await desk.reach(TARGET);
  await desk.protect();
};
