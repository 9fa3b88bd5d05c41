/**
 * The routes of this application, for guard and limits. Source: invariants A1, L5; decision 0025.
 */

import { CONTROL_PREFIX } from './control-routes.js';
import type { Doors } from './http/doors/doors.js';
import { isRead } from './http/doors/request-facts.js';
import { remembered } from './http/doors/route.js';
import { isBesideDoor } from './v20/stream/stream-port.js';

/** The server's health, its documentation, and the page before a login. */
const OPEN = /^\/(?:|assets\/:name|login|logout|health|ready|metrics|docs(?:\/.*)?|openapi\.json)$/;
/** Paths for machines. */
const PROBES = /^\/(?:health|ready|metrics)$/;
const STREAM = /\/stream$/;
const CANDLES = /\/candles(?:\/latest)?$/;

const isControl = remembered(route => route.startsWith(CONTROL_PREFIX));
const isOpen = remembered(route => OPEN.test(route));
const isStream = remembered(route => STREAM.test(route));
const isCandles = remembered(route => CANDLES.test(route));

/** docs/reference/metrics.md lists the classes. */
function classOf(method: string, route: string): string | undefined {
  if (isStream(route)) return undefined;
  if (isControl(route)) return 'control';
  if (route === '' || isOpen(route)) return 'other';
  if (isCandles(route)) return 'candles';
  return isRead(method) ? 'read' : 'write';
}

export const DOORS: Doors = {
  isOpen,
  isControl,
  // Requests in flight may be waiting for the clock, so the clock is always answered.
  isAlwaysAnswered: remembered(route => PROBES.test(route) || isControl(route)),
  isStream,
  classOf,
  isElsewhere: isBesideDoor,
};
