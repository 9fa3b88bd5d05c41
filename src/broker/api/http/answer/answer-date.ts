/**
 * The `Date` of answers: the simulated time at which they are sent, because it is the clock of the broker. A client
 * that compares it with the times of prices, or sets its own clock by it, sees what it would see live, and the same
 * in each run. Pages, probes and the control API have the machine's. Source: RFC 9110, 6.6.1.
 */

import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  type Instant,
  MICROS_PER_MILLI,
  MICROS_PER_SECOND,
} from '../../../../core/time/instant.js';
import type { Sandboxes } from '../../../runtime/sandboxes.js';
import type { Doors } from '../doors/doors.js';

/** What the date of an answer depends on. */
export interface DatedBy {
  readonly sandboxes: Sandboxes;
  readonly doors: Doors;
}

/** Adds it to the answers of the v20 API, also to refusals; a request without a valid token has the time of `main`. */
export function addAnswerDate(app: FastifyInstance, { sandboxes, doors }: DatedBy): void {
  app.addHook('onSend', ({ route, tenant }, reply, payload, done) => {
    if (!doors.isOpen(route) && !doors.isControl(route)) {
      const { simulation } = sandboxes.get(tenant) ?? sandboxes.main;
      dateAnswer(reply, simulation.now);
    }
    done(null, payload);
  });
}

/** Gives an answer its date. @param now - simulated time, microseconds since 1970. */
export function dateAnswer(reply: FastifyReply, now: Instant): void {
  reply.header('Date', httpDate(now));
}

let lastSecond = Number.NaN;
let lastText = '';

/** An instant as headers have it, to the second. Most answers of a client are of the second of the one before. */
function httpDate(now: Instant): string {
  const second = Math.floor(now / MICROS_PER_SECOND);
  if (second === lastSecond) return lastText;
  lastSecond = second;
  lastText = new Date(now / MICROS_PER_MILLI).toUTCString();
  return lastText;
}
