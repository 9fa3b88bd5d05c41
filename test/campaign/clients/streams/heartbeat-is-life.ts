import type { Client, Intent } from '../../world.js';
import { INSTRUMENT, TARGET } from '../common/desk.js';
import { CAREFUL, follower, listenerOf } from '../common/follow.js';

export const intends: Intent = { instrument: INSTRUMENT, units: TARGET };

/** Wrong: takes heartbeats for the proof that nothing is missing. Shows when the line of a fill is lost while heartbeats go on. */
export const client: Client = follower(desk =>
  listenerOf(desk, { ...CAREFUL, checksHeartbeats: false }),
);
