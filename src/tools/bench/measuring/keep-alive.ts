/**
 * One keep-alive connection with one request at a time. It uses no client library, whose own cost
 * would be measured.
 */

import { connect, type Socket } from 'node:net';

const HEAD_END = Buffer.from('\r\n\r\n');
const LENGTH = /content-length: (\d+)/i;

/**
 * Owns one socket and the answer that arrives on it. `ask` begins a request; the next one may begin
 * when its answer is complete.
 */
export class KeepAlive {
  readonly #socket: Socket;
  #received: Buffer[] = [];
  /** Bytes of the answer received so far; and its total length, once its head is received. */
  #have = 0;
  #need = Number.POSITIVE_INFINITY;
  #answer: (bytes: Buffer[]) => void = () => undefined;

  private constructor(socket: Socket) {
    this.#socket = socket.setNoDelay(true);
    socket.on('data', chunk => this.#take(chunk));
  }

  /** Connects to the host and port of `url`. */
  static open(url: string): Promise<KeepAlive> {
    const { hostname, port } = new URL(url);
    return new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => resolve(new KeepAlive(socket)));
      socket.once('error', reject);
    });
  }

  /** Sends a request. @returns the bytes of its complete answer, head and body. */
  ask(method: string, path: string, token: string, body = ''): Promise<Buffer[]> {
    const type = body === '' ? '' : 'Content-Type: application/json\r\n';
    return new Promise(resolve => {
      this.#answer = resolve;
      this.#socket.write(
        `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n${type}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      );
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    this.#received.push(chunk);
    this.#have += chunk.length;
    if (this.#need === Number.POSITIVE_INFINITY) {
      const start = this.#received.length === 1 ? chunk : Buffer.concat(this.#received);
      const end = start.indexOf(HEAD_END);
      if (end < 0) return;
      const length = Number(LENGTH.exec(start.toString('latin1', 0, end))?.[1] ?? 0);
      this.#need = end + HEAD_END.length + length;
    }
    if (this.#have < this.#need) return;
    const bytes = this.#received;
    this.#received = [];
    this.#have = 0;
    this.#need = Number.POSITIVE_INFINITY;
    this.#answer(bytes);
  }
}
