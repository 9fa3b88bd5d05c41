/**
 * Requests and answers of the front that keep what went through them, for the end of a run. What they
 * keep is a copy: the room of an answer is written again when it has left.
 */

import { IncomingMessage, ServerResponse } from 'node:http';

/** Bytes of one body that are kept: that of the longest request, and of 5,000 candles. */
const KEPT_MAX = 4 * 1_048_576;
const LINE_END = 10;

/** Owns the pieces of a body so far, up to a number of bytes. `add` adds one. */
class Pieces {
  readonly #pieces: Buffer[] = [];
  #length = 0;

  add(piece: unknown, encoding?: unknown): void {
    const bytes = bytesOf(piece, encoding);
    if (bytes === undefined || this.#length >= KEPT_MAX) return;
    this.#pieces.push(Buffer.from(bytes.subarray(0, KEPT_MAX - this.#length)));
    this.#length += bytes.length;
  }

  get bytes(): Buffer {
    return Buffer.concat(this.#pieces);
  }
}

/** A request that keeps its body as it is read. Owns the pieces of the body. */
export class TappedRequest extends IncomingMessage {
  readonly #body = new Pieces();

  override push(chunk: unknown, encoding?: BufferEncoding): boolean {
    this.#body.add(chunk, encoding);
    return super.push(chunk, encoding);
  }

  /** What has come of the body. */
  get body(): Buffer {
    return this.#body.bytes;
  }
}

/** What is kept of an answer that is no error: its body, nothing, or how many lines it had. */
export type AnswerRetention = 'body' | 'nothing' | 'lines';

const ERROR_FROM = 400;

/**
 * An answer that keeps its headers, the body of an error, and what else it is asked to keep. Owns
 * these; writing the answer adds to them.
 */
export class TappedResponse extends ServerResponse<TappedRequest> {
  readonly #body = new Pieces();
  #head: unknown;
  #lines = 0;
  /** What is kept of the body; to be set before its first piece. */
  keeping: AnswerRetention = 'nothing';
  /** Called when all of it has been written to the connection, though it may not have left. */
  onWritten: () => void = () => undefined;

  /** The kept body as it was sent, which may be encoded. */
  get body(): Buffer {
    return this.#body.bytes;
  }

  /** Lines that were sent. */
  get lines(): number {
    return this.#lines;
  }

  /** The headers that were sent, by lower-case name. */
  get sentHeaders(): Readonly<Record<string, string>> {
    const given = Array.isArray(this.#head) ? pairs(this.#head) : Object.entries(this.#head ?? {});
    const all = [...Object.entries(this.getHeaders()), ...given];
    return Object.fromEntries(all.map(([name, value]) => [name.toLowerCase(), String(value)]));
  }

  override writeHead(status: number, reason?: unknown, headers?: unknown): this {
    this.#head = typeof reason === 'string' ? headers : reason;
    return super.writeHead(status, reason as string, headers as Record<string, string>);
  }

  override write(chunk: unknown, encoding?: unknown, done?: unknown): boolean {
    this.#keep(chunk, encoding);
    return super.write(chunk, encoding as BufferEncoding, done as () => void);
  }

  override end(chunk?: unknown, encoding?: unknown, done?: unknown): this {
    this.#keep(chunk, encoding);
    // One that waits behind another answer has no connection yet.
    const isWritten = this.socket !== null && !this.writableEnded;
    super.end(chunk, encoding as BufferEncoding, done as () => void);
    if (isWritten) this.onWritten();
    return this;
  }

  #keep(chunk: unknown, encoding: unknown): void {
    const isError = this.statusCode >= ERROR_FROM;
    if (isError || this.keeping === 'body') this.#body.add(chunk, encoding);
    else if (this.keeping === 'lines') this.#lines += linesIn(chunk, encoding);
  }
}

function bytesOf(piece: unknown, encoding: unknown): Uint8Array | undefined {
  if (piece instanceof Uint8Array) return piece;
  if (typeof piece !== 'string') return undefined;
  return Buffer.from(piece, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8');
}

function linesIn(piece: unknown, encoding: unknown): number {
  return bytesOf(piece, encoding)?.reduce((sum, byte) => sum + Number(byte === LINE_END), 0) ?? 0;
}

/** Names and values that stand in one list after one another, or in lists of two. */
function pairs(list: readonly unknown[]): [string, unknown][] {
  if (Array.isArray(list[0])) return list as [string, unknown][];
  const names = list.filter((_, at) => at % 2 === 0);
  return names.map((name, at) => [String(name), list[2 * at + 1]]);
}
