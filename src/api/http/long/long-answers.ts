/**
 * What long answers share, and how an answer becomes what is sent: text when it is short, else a
 * stream of pieces. Readers of answers that are not short must go on reading. Decision 0025.
 */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppOptions } from '../../sandbox.js';
import type { Answer } from '../../v20/operation.js';
import { renderJson, type TimeFormat } from '../../v20/time-format.js';
import { DRAIN_MS, HELD_BYTES_MAX } from '../doors/limits.js';
import { whenOver } from './answer-over.js';
import { ANSWER_BYTES, AnswerStream } from './answer-stream.js';
import { HeldBytes } from './held-bytes.js';
import { JsonPieces, PIECE_LENGTH } from './json-pieces.js';
import { Slices } from './slices.js';

export class LongAnswers {
  readonly held: HeldBytes;
  readonly slices = new Slices();

  constructor({ heldBytes = HELD_BYTES_MAX }: AppOptions) {
    this.held = new HeldBytes(heldBytes);
  }

  /** The payload of an answer. @throws ApiError 503 when there is no room for a long one. */
  payloadOf({ body, isLong, heldBytes = 0 }: Answer, times: TimeFormat) {
    if (isText(body)) return body;
    if (isLong !== true) return renderJson(body, times);
    const pieces = new JsonPieces(body, times);
    const first = pieces.next();
    if (pieces.isDone) return first;
    const release = this.held.take(ANSWER_BYTES + heldBytes);
    return new AnswerStream({ first, pieces, slices: this.slices, release });
  }
}

/** Counts answers that are not short as held, and cuts off readers that do not take them. */
export function addHolding(
  app: FastifyInstance,
  { held }: LongAnswers,
  { drainMs = DRAIN_MS }: AppOptions,
): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (payload instanceof AnswerStream || (isText(payload) && payload.length > PIECE_LENGTH)) {
      const { raw } = reply;
      if (payload instanceof AnswerStream) whenOver(raw, () => payload.destroy());
      else if (isRead(request)) whenOver(raw, held.take(payload.length));
      raw.setTimeout(drainMs, () => {
        held.readersCut += 1;
        raw.destroy();
      });
    }
    done(null, payload);
  });
}

function isText(payload: unknown): payload is string | Buffer {
  return typeof payload === 'string' || Buffer.isBuffer(payload);
}

/** Only what changed nothing may still be refused. */
function isRead({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}
