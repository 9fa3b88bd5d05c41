import type { Client, Intent } from '../../world.js';
import { Desk, INSTRUMENT, TARGET, TRANCHE } from '../common/desk.js';

export const intends: Intent = { instrument: INSTRUMENT, units: TARGET };

/** Wrong: reads a field of error bodies that only some have, and crashes. Shows when an order is answered by 500, 503 or another bare error, or by a page of HTML. */
export const client: Client = async world => {
  const desk = new Desk(world);
  while ((await desk.held()) < TARGET) {
    const name = { id: `above-${await desk.held()}` };
    const answer = await desk.order(TRANCHE, { tradeClientExtensions: name });
    if (answer !== undefined && answer.status >= 400) {
      const isForGood = (answer.body['errorCode'] as string).startsWith('ACCOUNT_');
      if (isForGood) return;
    }
    if (answer?.body['orderFillTransaction'] === undefined) await desk.pause(answer);
  }
  await desk.protect();
};
