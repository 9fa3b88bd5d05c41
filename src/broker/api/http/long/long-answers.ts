/**
 * How an answer is sent: as text when it is short, else as a stream of pieces. Readers of answers that
 * are not short must go on reading. Decision 0025.
 */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { whenOver } from '../answer-over.js';
import { DRAIN_MS, HELD_BYTES_MAX } from '../doors/limits.js';
import type { AppOptions } from '../options.js';
import { ANSWER_BYTES, AnswerStream } from './answer-stream.js';
import { HeldBytes } from './held-bytes.js';
import { type JsonWriter, jsonPieces } from './json-pieces.js';
import { giveBack, isLent } from './lent-bytes.js';
import { Slices } from './slices.js';
import { PIECE_LENGTH, TextPieces } from './text-pieces.js';

/** The body of an answer before it is sent. */
export interface Payload {
  /** An object still to be written as JSON, or JSON that is written already. */
  readonly body: object | string | Buffer;
  /** Whether the body has LongLists in it, and is written piece by piece if it is long. */
  readonly isLong?: boolean;
  /** Bytes held until the body is written, beside the written ones. Default: 0. */
  readonly heldBytes?: number;
}

/**
 * Owns what the long answers of a server share: room in memory, and turns. Each answer takes room
 * before its first piece and gives it back at its end.
 */
export class LongAnswers {
  readonly held: HeldBytes;
  readonly slices = new Slices();

  constructor({ heldBytes = HELD_BYTES_MAX }: AppOptions) {
    this.held = new HeldBytes(heldBytes);
  }

  /**
   * What is sent for an answer: text, bytes or a stream.
   * @throws RequestError 503 when there is no room for a long one.
   */
  payloadOf({ body, isLong, heldBytes = 0 }: Payload, render: JsonWriter) {
    if (isText(body)) return body;
    if (isLong !== true) return render(body);
    return this.#sent(jsonPieces(body, render), heldBytes);
  }

  /**
   * What is sent for a text, given in small steps.
   * @throws RequestError 503 when there is no room for a long one.
   */
  textOf(steps: Iterable<string>): string | AnswerStream {
    return this.#sent(new TextPieces(steps[Symbol.iterator]()), 0);
  }

  #sent(pieces: TextPieces, heldBytes: number): string | AnswerStream {
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
      if (Buffer.isBuffer(payload) && isLent(payload)) whenOver(raw, () => giveBack(payload));
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

/** An answer to a request that changed something must not be refused any more. */
function isRead({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}
