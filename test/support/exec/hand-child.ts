/**
 * A child in the hand of a test: it opens real connections, and says that it waits when the test lets
 * it. It reads what comes at once, so its counters are those of its sockets.
 */

import { connect, type Socket } from 'node:net';
import type { HeldProcess } from '../../../src/exec/control/control-server.js';
import type { openVirtual } from './plain-front.js';

type Virtual = Awaited<ReturnType<typeof openVirtual>>;

/** One of its connections. */
export interface Line {
  readonly socket: Socket;
  /** All that came, as text. */
  text(): string;
  /** The lines of a stream so far, as objects. */
  objects(): Record<string, unknown>[];
}

export class HandChild {
  /** The instants that it was told. */
  readonly nows: number[] = [];
  /** Until when it was told that nothing can come, and how its connections are to stand then. */
  readonly frees: { readonly free: number; readonly at: readonly (readonly number[])[] }[] = [];
  /** Ports that it does not read. */
  readonly unread: number[] = [];
  readonly #virtual: Virtual;
  readonly #process: HeldProcess;
  /** Its connections, the one that it sent on last at the end. */
  #lines: Line[] = [];
  #epoch = 0;
  readonly #begun: number;

  constructor(virtual: Virtual) {
    this.#virtual = virtual;
    this.#process = {
      pid: 1,
      kind: 'test',
      version: '1',
      place: '',
      takesTurns: false,
      program: 'hand',
      tellNow: now => this.nows.push(now),
      tellFree: (free, at) => this.frees.push({ free, at }),
      ask: () => undefined,
      drop: () => undefined,
    };
    this.#begun = virtual.simulation.now;
    virtual.time.join(this.#process);
  }

  /** Opens a connection. */
  async open(): Promise<Line> {
    const socket = connect(this.#virtual.port, '127.0.0.1');
    let text = '';
    socket.setEncoding('utf8').on('data', piece => {
      text += piece;
    });
    await new Promise(resolve => socket.once('connect', resolve));
    const line = {
      socket,
      text: () => text,
      objects: () =>
        text
          .split(/\r?\n/)
          .filter(each => each.startsWith('{'))
          .map(each => JSON.parse(each) as Record<string, unknown>),
    };
    this.#lines.push(line);
    return line;
  }

  /** Sends a request for something of the account. */
  get(line: Line, path: string): void {
    const { account, token } = this.#virtual;
    this.#lines = [...this.#lines.filter(each => each !== line), line];
    const head = [`GET /v3/accounts/${account}${path} HTTP/1.1`, 'Host: localhost'];
    line.socket.write(`${[...head, `Authorization: Bearer ${token}`].join('\r\n')}\r\n\r\n`);
  }

  /** Says that it waits. @param until - its next deadline. */
  wait(until: number | null = null): void {
    this.#epoch += 1;
    const connections = this.#lines.map(
      ({ socket }) => [socket.localPort ?? 0, socket.bytesWritten, socket.bytesRead] as const,
    );
    this.#virtual.time.idle(this.#process, {
      say: 'idle',
      epoch: this.#epoch,
      now: this.nows.at(-1) ?? this.#begun,
      until,
      connections,
      unread: this.unread,
    });
  }

  /** Says after every turn that it waits, until `enough` is true. @throws Error after many turns */
  async waitUntil(enough: () => boolean, until: number | null = null): Promise<void> {
    for (let turn = 0; turn < 20_000; turn++) {
      if (enough()) return;
      this.wait(until);
      await new Promise(setImmediate);
    }
    throw new Error('it did not come');
  }
}
