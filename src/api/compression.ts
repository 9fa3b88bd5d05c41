/**
 * gzip for those who ask, never anything else, and never on streams. Source: conventions, row 9.
 */

import { gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

/** Below this, compression costs more than it saves. */
const BYTES_MIN = 1_024;
const ASKED = /(?:^|[,\s])gzip(?!\s*;\s*q=0(?:\.0*)?(?:\s*,|$))/i;

/** Compresses answers of some size for clients whose `Accept-Encoding` names gzip. */
export function addCompression(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const asked = request.headers['accept-encoding'];
    const isWanted =
      asked !== undefined &&
      (typeof payload === 'string' || Buffer.isBuffer(payload)) &&
      payload.length >= BYTES_MIN &&
      !reply.hasHeader('content-encoding') &&
      ASKED.test(String(asked));
    if (!isWanted) {
      done(null, payload);
      return;
    }
    gzip(payload as string | Buffer, (error, compressed) => {
      if (error !== null) {
        done(error);
        return;
      }
      reply.header('content-encoding', 'gzip').header('vary', 'accept-encoding');
      reply.header('content-length', compressed.length);
      done(null, compressed);
    });
  });
}
