/**
 * gzip for those who ask, never anything else, and never on streams. Source: conventions, row 9.
 */

import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

/** Below this, compression costs more than it saves. */
const BYTES_MIN = 1_024;
const ASKED = /(?:^|[,\s])gzip(?!\s*;\s*q=0(?:\.0*)?(?:\s*,|$))/i;
const compress = promisify(gzip);

/** Compresses answers of some size for clients whose `Accept-Encoding` names gzip. */
export function addCompression(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload;
    if (payload.length < BYTES_MIN || reply.hasHeader('content-encoding')) return payload;
    const asked = request.headers['accept-encoding'];
    if (asked === undefined || !ASKED.test(String(asked))) return payload;
    const compressed = await compress(payload);
    reply.header('content-encoding', 'gzip').header('vary', 'accept-encoding');
    reply.header('content-length', compressed.length);
    return compressed;
  });
}
