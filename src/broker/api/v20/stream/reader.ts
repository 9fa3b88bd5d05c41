/**
 * One reader of a stream: a connection that has been answered 200 and is written to until it closes.
 * Each line is one HTTP chunk, so that clients that parse chunk by chunk never get half a line. Many
 * chunks go to the socket in one write. Nothing is queued here: the writer checks `pending` first.
 * Source: v20 semantics 2.5; invariants S1-S3.
 */

import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The HTTP chunk of a line; `line` has no line break. */
export function frame(line: string): Buffer {
  const length = Buffer.byteLength(line) + 1;
  return Buffer.from(`${length.toString(16)}\r\n${line}\n\r\n`);
}

/** The HTTP chunk of some bytes of a line. */
export function chunk(bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from(CRLF)]);
}

/** Frames one after another. */
export function join(frames: readonly Buffer[]): Buffer {
  return frames.length === 1 ? (frames[0] as Buffer) : Buffer.concat(frames);
}

/** The lines in `frames` one by one, each with its line break. */
export function linesIn(frames: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let at = 0; at < frames.length; ) {
    const from = frames.indexOf(CRLF, at) + CRLF.length;
    const to = from + Number.parseInt(frames.toString('latin1', at, from), 16);
    lines.push(frames.subarray(from, to));
    at = to + CRLF.length;
  }
  return lines;
}

const CRLF = '\r\n';

/** Wall milliseconds within which a reader must take the end of its stream. */
const END_MS = 1_000;

/** A reader of a stream, to which its lines are written. */
export interface LineReader {
  /** Bytes written that the network has not taken yet. */
  readonly pending: number;
  /** Writes whole frames. */
  write(frames: Buffer): void;
  /** Ends the answer. */
  end(): void;
  /** Closes the connection at once; pending bytes are lost. */
  cut(): void;
  /** Called when prices begin to wait for it. Absent: no call is needed. */
  onBehind?(): void;
}

/** The connection of one reader. */
export class StreamReader implements LineReader {
  readonly #response: ServerResponse;
  readonly #socket: Socket;
  readonly #onIdle: () => void;

  /**
   * Sends the head of the answer; the response has its headers and a socket.
   * @param onIdle - called when everything written so far has left for the network.
   */
  constructor(response: ServerResponse, socket: Socket, onIdle: () => void) {
    this.#response = response;
    this.#socket = socket;
    this.#onIdle = () => {
      if (socket.writableLength === 0) onIdle();
    };
    response.flushHeaders();
  }

  /** Bytes written that the network has not taken yet. */
  get pending(): number {
    return this.#socket.writableLength;
  }

  /** Writes whole frames. */
  write(frames: Buffer): void {
    if (this.#socket.destroyed) return;
    const isChunked = this.#response.req.httpVersion !== '1.0';
    this.#socket.write(isChunked ? frames : join(linesIn(frames)), this.#onIdle);
  }

  /** Ends the answer; cuts the reader off if it does not take the end. */
  end(): void {
    this.#response.end();
    const late = setTimeout(() => this.cut(), END_MS);
    this.#socket.once('close', () => clearTimeout(late));
  }

  /** Closes the connection at once; pending bytes are lost. */
  cut(): void {
    this.#socket.destroy();
  }
}
