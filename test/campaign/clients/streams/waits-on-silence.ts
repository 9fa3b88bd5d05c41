import type { Client, Intent } from '../../world.js';
import { INSTRUMENT, TARGET } from '../common/desk.js';
import { CAREFUL, follower, listenerOf } from '../common/follow.js';

export const intends: Intent = { instrument: INSTRUMENT, units: TARGET };

/** Wrong: takes an open connection for a living one. Shows when the stream falls silent before the line of a fill. */
export const client: Client = follower(desk =>
  listenerOf(desk, { ...CAREFUL, silenceMax: Number.POSITIVE_INFINITY }),
);
