import type { Client, Intent } from '../../world.js';
import { INSTRUMENT, TARGET } from '../common/desk.js';
import { CAREFUL, follower, listenerOf } from '../common/follow.js';

export const intends: Intent = { instrument: INSTRUMENT, units: TARGET };

/** Wrong: never connects again. Shows when the stream is cut before the line of a fill: it waits for it until its end. */
export const client: Client = follower(desk =>
  listenerOf(desk, { ...CAREFUL, reconnects: false, checksHeartbeats: false }),
);
