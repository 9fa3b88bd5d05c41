/** A debugger's side of Node's inspector: commands and events over a web socket. */

import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
}

/** The socket of a debugger. */
export class Inspector {
  readonly #socket: Socket;
  readonly #heard: Message[] = [];
  #bytes = Buffer.alloc(0);
  #wake: () => void = () => undefined;
  #id = 0;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', bytes => this.#take(bytes));
  }

  /** Connects to `ws://host:port/id`, as Node prints it. */
  static async attach(address: string): Promise<Inspector> {
    const { hostname, port, pathname } = new URL(address);
    const socket = connect(Number(port), hostname);
    const key = randomBytes(16).toString('base64');
    socket.write(
      `GET ${pathname} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
    );
    await new Promise((resolve, reject) => {
      socket.once('data', resolve);
      socket.once('error', reject);
    });
    return new Inspector(socket);
  }

  /** Sends a command. @returns its result. */
  async send(method: string, params: object = {}): Promise<NonNullable<Message['result']>> {
    this.#id += 1;
    const id = this.#id;
    this.#socket.write(frame(JSON.stringify({ id, method, params })));
    const { result = {} } = await this.#next(message => message.id === id);
    return result;
  }

  /** The next event of this name for which `fits` is true. */
  async event(
    name: string,
    fits: (params: Readonly<Record<string, unknown>>) => boolean = () => true,
  ): Promise<Readonly<Record<string, unknown>>> {
    const found = await this.#next(({ method, params = {} }) => method === name && fits(params));
    return found.params ?? {};
  }

  close(): void {
    this.#socket.end();
  }

  async #next(fits: (message: Message) => boolean): Promise<Message> {
    for (;;) {
      const index = this.#heard.findIndex(fits);
      const [found] = index < 0 ? [] : this.#heard.splice(index, 1);
      if (found !== undefined) return found;
      await new Promise<void>(resolve => {
        this.#wake = resolve;
      });
    }
  }

  #take(bytes: Buffer): void {
    this.#bytes = Buffer.concat([this.#bytes, bytes]);
    for (let text = this.#frame(); text !== undefined; text = this.#frame()) {
      this.#heard.push(JSON.parse(text));
    }
    this.#wake();
  }

  /** The text of the first whole frame, which is then taken; servers do not mask. */
  #frame(): string | undefined {
    const short = (this.#bytes[1] ?? 0) & 0x7f;
    const head = short < 126 ? 2 : short === 126 ? 4 : 10;
    if (this.#bytes.length < head) return undefined;
    const length =
      short < 126
        ? short
        : short === 126
          ? this.#bytes.readUInt16BE(2)
          : Number(this.#bytes.readBigUInt64BE(2));
    if (this.#bytes.length < head + length) return undefined;
    const text = this.#bytes.toString('utf8', head, head + length);
    this.#bytes = this.#bytes.subarray(head + length);
    return text;
  }
}

/** A masked text frame, as clients send it. */
function frame(text: string): Buffer {
  const body = Buffer.from(text);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(body.length);
  const mask = randomBytes(4);
  for (const [index, byte] of body.entries()) body[index] = byte ^ (mask[index % 4] as number);
  return Buffer.concat([Buffer.from([0x81, 0x80 | 126]), length, mask, body]);
}
