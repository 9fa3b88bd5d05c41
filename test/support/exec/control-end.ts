/** The sandbox's end of the control socket, for tests of preloads: it hears lines and tells the time. */

import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { temporaryFolder } from '../files/temporary.js';

/** A line that a preload says; `idle` has the fields that are named here. */
export interface SaidLine {
  readonly say: string;
  readonly pid?: number;
  readonly now?: number;
  readonly until?: number | null;
  readonly connections?: readonly (readonly [number, number, number])[];
  readonly unread?: readonly number[];
  readonly started?: string | readonly string[];
  readonly [field: string]: unknown;
}

/** A process that has said hello. */
export interface HeardProcess {
  readonly hello: SaidLine;
  /** Its last report, as long as it has been told nothing since. */
  idle: SaidLine | undefined;
  tell(now: number): void;
  drop(): void;
}

export interface ControlEndOptions {
  readonly times: () => { readonly now: number; readonly last: number };
  readonly onChange: () => void;
  /** Called before `onChange` when a process is gone. */
  readonly onGone: () => void;
}

export class ControlEnd {
  /** Every line that was said, without the reports. */
  readonly said: SaidLine[] = [];
  readonly processes = new Set<HeardProcess>();
  readonly path = join(temporaryFolder(), 'control.sock');
  readonly #options: ControlEndOptions;
  readonly #server = createServer(socket => this.#accept(socket));

  constructor(options: ControlEndOptions) {
    this.#options = options;
  }

  async listen(): Promise<void> {
    await new Promise<void>(resolve => this.#server.listen(this.path, resolve));
  }

  async close(): Promise<void> {
    for (const process of this.processes) process.drop();
    await new Promise(resolve => this.#server.close(resolve));
  }

  #accept(socket: Socket): void {
    let rest = '';
    let process: HeardProcess | undefined;
    socket.on('error', () => undefined);
    socket.setEncoding('utf8').on('data', (piece: string) => {
      const lines = (rest + piece).split('\n');
      rest = lines.pop() as string;
      for (const line of lines.map(text => JSON.parse(text) as SaidLine)) {
        if (line.say === 'hello') process = this.#greet(socket, line);
        this.#note(process as HeardProcess, line);
      }
      this.#options.onChange();
    });
    socket.once('close', () => {
      if (process !== undefined && this.processes.delete(process)) this.#options.onGone();
      this.#options.onChange();
    });
  }

  #note(process: HeardProcess, line: SaidLine): void {
    if (line.say === 'idle') process.idle = line;
    else if (line.say === 'busy') process.idle = undefined;
    else if (line.say === 'turn') process.idle = this.#asking(process);
    else if (line.say === 'time') process.tell(this.#options.times().now);
    else this.said.push(line);
  }

  /** What a process says that waits for its turn. */
  #asking({ idle }: HeardProcess): SaidLine {
    const { connections = [], unread = [] } = idle ?? {};
    const { now } = this.#options.times();
    return { say: 'turn', now, until: null, connections, unread };
  }

  #greet(socket: Socket, hello: SaidLine): HeardProcess {
    const process: HeardProcess = {
      hello,
      idle: undefined,
      tell: now => {
        process.idle = undefined;
        socket.write(`${JSON.stringify({ now })}\n`);
      },
      drop: () => socket.destroy(),
    };
    this.processes.add(process);
    socket.write(`${JSON.stringify(this.#options.times())}\n`);
    return process;
  }
}
