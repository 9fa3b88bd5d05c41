/** Times as they cross to Python: whole microseconds since 1970. */

import { parseInstant } from '../../../../core/time/instant.js';

/** The microseconds of a time of the engine, RFC 3339. */
export function microsOf(time: string): number {
  return parseInstant(time)?.at as number;
}
