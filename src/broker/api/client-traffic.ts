/**
 * Reports the requests of clients to the clock of their sandbox: a clock that waits for its first
 * client starts, and one in lockstep waits while a request is in work.
 */

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Sandbox } from '../runtime/sandboxes.js';
import { whenOver } from './http/answer-over.js';
import type { Doors } from './http/doors/doors.js';

/** Notes a request to `sandbox` that a client's token let in. */
export function noteRequest(
  { clock }: Sandbox,
  { route }: FastifyRequest,
  { raw }: FastifyReply,
  doors: Doors,
): void {
  clock.clientTook('request');
  const { traffic } = clock;
  if (traffic === undefined) return;
  // A stream is read for as long as it is open; its lines are waited for, not its end.
  if (doors.isStream(route)) {
    traffic.note();
    return;
  }
  traffic.begin();
  whenOver(raw, () => traffic.end());
}
