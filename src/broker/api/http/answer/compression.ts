/**
 * gzip for clients that ask for it; no other encoding, and none on streams. Source: client habit 9.
 */

import { pipeline } from 'node:stream';
import { createGzip, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { AnswerStream } from '../long/answer-stream.js';

/** Below this, compression costs more than it saves. */
const BYTES_MIN = 1_024;
const ASKED = /(?:^|[,\s])gzip(?!\s*;\s*q=0(?:\.0*)?(?:\s*,|$))/i;

/** Compresses answers of some size for clients whose `Accept-Encoding` names gzip. */
export function addCompression(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const asked = request.headers['accept-encoding'];
    const isWanted =
      asked !== undefined && !reply.hasHeader('content-encoding') && ASKED.test(String(asked));
    if (!isWanted) done(null, payload);
    else if (payload instanceof AnswerStream) {
      encoded(reply);
      // Whichever of the two ends early ends the other.
      done(
        null,
        pipeline(payload, createGzip(), () => undefined),
      );
    } else if (isText(payload) && payload.length >= BYTES_MIN) {
      gzip(payload, (error, compressed) => {
        if (error !== null) {
          done(error);
          return;
        }
        encoded(reply).header('content-length', compressed.length);
        done(null, compressed);
      });
    } else done(null, payload);
  });
}

function isText(payload: unknown): payload is string | Buffer {
  return typeof payload === 'string' || Buffer.isBuffer(payload);
}

function encoded(reply: FastifyReply): FastifyReply {
  return reply.header('content-encoding', 'gzip').header('vary', 'accept-encoding');
}
