import type { Client, Intent } from '../../world.js';
import { INSTRUMENT, TARGET } from '../common/desk.js';
import { CAREFUL, follower, listenerOf } from '../common/follow.js';

export const intends: Intent = { instrument: INSTRUMENT, units: TARGET };

/** Wrong: connects again, but does not ask what it missed. Shows when the stream is cut, or falls silent, before the line of a fill. */
export const client: Client = follower(desk =>
  listenerOf(desk, { ...CAREFUL, asksMissed: false, checksHeartbeats: false }),
);
