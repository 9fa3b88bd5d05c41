/** The word of a process that everything in it waits, as the rule takes it. */

import type { IdleLine } from '../control/lines.js';
import type { IdleReport } from './rule/stimulus.js';

/** What a process says of itself. */
export function reportOf(line: IdleLine): IdleReport {
  const { until, connections, now, unread, started = [], kept = [], ends, locks } = line;
  return {
    now,
    started,
    kept,
    ends,
    locks,
    isBlocked: line.isBlocked,
    unread: new Set(unread),
    until: until ?? Number.POSITIVE_INFINITY,
    connections: new Map(
      connections.map(([port, sent, received]) => [port, { sent, received }] as const),
    ),
  };
}
