import type { Client, Intent } from '../../world.js';
import { INSTRUMENT, TARGET } from '../common/desk.js';
import { filled } from '../common/ear.js';
import { byLines } from '../common/follow.js';

export const intends: Intent = { instrument: INSTRUMENT, units: TARGET };

/** Wrong: counts every line of a fill, also one that it has counted. Shows when lines come twice. */
export const client: Client = byLines(() => filled);
