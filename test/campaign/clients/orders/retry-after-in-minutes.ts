import type { Client, Intent } from '../../world.js';
import { Desk, INSTRUMENT, TARGET, TRANCHE } from '../common/desk.js';

export const intends: Intent = { instrument: INSTRUMENT, units: TARGET };

/** Wrong: takes Retry-After for minutes, and sleeps past its end. Shows when createOrder is answered by 429 or 503 with Retry-After of 30 or more. */
export const client: Client = async world => {
  const desk = new Desk(world);
  while ((await desk.held()) < TARGET && desk.isOpen) {
    const name = { id: `above-${await desk.held()}` };
    const answer = await desk.order(TRANCHE, { tradeClientExtensions: name });
    const minutes = answer?.headers['retry-after'];
    if (minutes !== undefined) await world.wait(Number(minutes) * 60);
    else if (answer?.body['orderFillTransaction'] === undefined) await desk.pause(answer);
  }
};
