/**
 * The routes of this application, for guard and limits. Source: invariants A1, L5; decision 0025.
 */

import { CONTROL_PREFIX } from './control-routes.js';
import type { Doors } from './http/doors/doors.js';
import { remembered } from './http/doors/route.js';
import { isBesideDoor } from './v20/stream/stream-port.js';

/** The server's health, its documentation, and the page before a login. */
const OPEN = /^\/(?:|assets\/:name|login|logout|health|ready|metrics|docs(?:\/.*)?|openapi\.json)$/;
/** Paths for machines. */
const PROBES = /^\/(?:health|ready|metrics)$/;
const STREAM = /\/stream$/;

const isControl = remembered(route => route.startsWith(CONTROL_PREFIX));

export const DOORS: Doors = {
  isOpen: remembered(route => OPEN.test(route)),
  isControl,
  // Requests in flight may be waiting for the clock, so the clock is always answered.
  isAlwaysAnswered: remembered(route => PROBES.test(route) || isControl(route)),
  isStream: remembered(route => STREAM.test(route)),
  isElsewhere: isBesideDoor,
};
