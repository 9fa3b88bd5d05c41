/**
 * Frames over two pipes, one of each direction, read and written without an event loop: a hook of a
 * strategy returns before the engine goes on, so both sides take turns. A frame is its length as a
 * whole number of 32 bits (little-endian, without itself), one byte that names its kind, and a body.
 */

import { ChannelClosedError, type Pipes } from './pipes.js';

/** Bytes of a frame before its body. */
const HEAD = 5;
const LENGTH_BYTES = 4;
const FIRST_ROOM = 65_536;
/** Longest frame that is believed; a longer one is no frame of this protocol. */
const LONGEST = 1_073_741_824;

/** A frame; the body is read before the next frame comes, which takes its place. */
export interface Frame {
  /** One character. */
  readonly kind: string;
  readonly body: Buffer;
}

/**
 * Owns the bytes that were received from one peer and not yet read. `receive` takes one frame of
 * them; frames come in the order in which they were sent.
 */
export class Channel {
  readonly #pipes: Pipes;
  #input = Buffer.alloc(FIRST_ROOM);
  /** Bytes in `#input`, and those of them that are read. */
  #end = 0;
  #start = 0;

  constructor(pipes: Pipes) {
    this.#pipes = pipes;
  }

  /** Sends JSON. */
  send(kind: string, value: unknown): void {
    const text = JSON.stringify(value);
    const frame = Buffer.allocUnsafe(HEAD + Buffer.byteLength(text));
    frame.write(text, HEAD);
    this.sendFrame(kind, frame, frame.length);
  }

  /** Sends the first `length` bytes of `frame`, of which the head is free and is filled in. */
  sendFrame(kind: string, frame: Buffer, length: number): void {
    frame.writeUInt32LE(length - LENGTH_BYTES, 0);
    frame[LENGTH_BYTES] = kind.charCodeAt(0);
    let sent = 0;
    while (sent < length) sent += this.#pipes.write(frame, sent, length - sent);
  }

  /** Sends bytes as the body of a frame, without a copy of them. */
  sendBytes(kind: string, bytes: Uint8Array): void {
    const head = Buffer.allocUnsafe(HEAD);
    head.writeUInt32LE(HEAD - LENGTH_BYTES + bytes.length, 0);
    head[LENGTH_BYTES] = kind.charCodeAt(0);
    const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (const part of [head, body]) {
      let sent = 0;
      while (sent < part.length) sent += this.#pipes.write(part, sent, part.length - sent);
    }
  }

  /** The next frame; waits for it. @throws ChannelClosedError */
  receive(): Frame {
    this.#fill(HEAD);
    const length = this.#input.readUInt32LE(this.#start) + LENGTH_BYTES;
    if (length > LONGEST) throw new ChannelClosedError('sent what is no frame');
    this.#fill(length);
    const { buffer } = this.#input;
    const from = this.#start;
    this.#start += length;
    return {
      kind: String.fromCharCode(this.#input[from + LENGTH_BYTES] as number),
      body: Buffer.from(buffer, this.#input.byteOffset + from + HEAD, length - HEAD),
    };
  }

  /** Reads until there are at least `needed` bytes that are not read yet. */
  #fill(needed: number): void {
    if (this.#start === this.#end) {
      this.#start = 0;
      this.#end = 0;
    }
    if (this.#end - this.#start >= needed) return;
    this.#makeRoom(needed);
    while (this.#end - this.#start < needed) {
      const room = this.#input.length - this.#end;
      const count = this.#pipes.read(this.#input, this.#end, room);
      if (count === 0) throw new ChannelClosedError('closed its end');
      this.#end += count;
    }
  }

  #makeRoom(needed: number): void {
    if (this.#input.length - this.#start >= needed) return;
    const kept = this.#input.subarray(this.#start, this.#end);
    // A frame that was given away keeps its bytes: they are never moved over.
    const room = Buffer.alloc(Math.max(FIRST_ROOM, 2 * needed));
    this.#end = kept.copy(room);
    this.#start = 0;
    this.#input = room;
  }
}
