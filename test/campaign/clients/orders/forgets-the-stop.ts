import type { Client, Intent } from '../../world.js';
import { Desk, INSTRUMENT, TARGET } from '../common/desk.js';

export const intends: Intent = { instrument: INSTRUMENT, units: TARGET };

/** Wrong: sends the stop losses after the fill, once, and looks at no answer. Shows when setTradeDependentOrders is answered by an error: trades without a stop loss at the end. */
export const client: Client = async world => {
  const desk = new Desk(world);
  await desk.reach(TARGET, { stopLossOnFill: undefined });
  for (const trade of await desk.trades()) await desk.protectOnce(trade);
};
