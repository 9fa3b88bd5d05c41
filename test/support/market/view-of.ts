/** The first account of a market, as views read it. */

import type { AccountSource } from '../../../src/core/view/account-source.js';
import type { Sim } from './sim.js';

export function viewOf({ engine }: Sim): AccountSource {
  const { slot, state, log, market } = engine.state.cells[0] as (typeof engine.state.cells)[0];
  return { slot, state, log, market, resting: engine.state.resting };
}
