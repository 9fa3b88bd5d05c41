/**
 * The control socket, on which the preload in each process of the child registers and sends
 * reports. A process that sends an unreadable line, or too much at once, is cut off; then no layer
 * holds it.
 */

import { randomBytes } from 'node:crypto';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { present } from '../../core/base/present.js';
import { type HelloLine, type Line, lineIn } from './lines.js';

/** A process that has registered, for as long as it stays connected. */
export interface HeldProcess extends Omit<HelloLine, 'say' | 'token'> {
  /**
   * Sends it the simulated time, microseconds since 1970. @param free - until when it may set its
   * clock to its own deadlines without a report, as long as it sends nothing
   */
  readonly tellNow: (now: number, free?: number) => void;
  /**
   * Sends it until when it may do so, once its connections are in the state that they have after
   * the answer.
   * @param at - local port of each, bytes that it has sent, and bytes that it has received by then
   */
  readonly tellFree: (free: number, at: readonly (readonly number[])[]) => void;
  /** Asks one that is seen by its threads until when it waits. @param question - the number that its answer bears */
  readonly ask: (question: number) => void;
  /** Cuts it off. */
  readonly drop: () => void;
}

/** The callbacks of the server. */
export interface ControlListener {
  /** Present simulated time and the end of the window, microseconds since 1970. */
  readonly times: () => { readonly now: number; readonly last: number };
  readonly onHello: (process: HeldProcess) => void;
  readonly onLine: (process: HeldProcess, line: Exclude<Line, HelloLine>) => void;
  readonly onGone: (process: HeldProcess) => void;
  /**
   * A connection was cut off. @param who - the connection, for people. @param why - a sentence
   * without subject.
   */
  readonly onCutOff: (who: string, why: string) => void;
}

/** Bytes that a line may have. */
const LINE_MAX = 1_048_576;
/** Bytes that may wait for a process that does not read. */
const UNREAD_MAX = 4_194_304;
/** Processes that may be connected at once. */
const PROCESSES_MAX = 1_000;

/**
 * Owns the control socket and the processes that are connected. A correct first line adds a
 * process, the end of its connection removes it; no process is there twice.
 */
export class ControlServer {
  readonly #listener: ControlListener;
  readonly #server = createServer(socket => this.#accept(socket));
  readonly #sockets = new Set<Socket>();
  readonly #held = new Set<HeldProcess>();
  #token: string | undefined;

  constructor(listener: ControlListener) {
    this.#listener = listener;
  }

  /** Processes that have registered and are still connected. */
  get held(): ReadonlySet<HeldProcess> {
    return this.#held;
  }

  /** Whether a process of that id is among them. */
  holds(pid: number): boolean {
    return this.#heldAs(pid) !== undefined;
  }

  /** Whether its preload refuses other hosts and counts the bytes of its connections, too. */
  guards(pid: number): boolean {
    const process = this.#heldAs(pid);
    return process !== undefined && process.idleBy === undefined;
  }

  #heldAs(pid: number): HeldProcess | undefined {
    for (const process of this.#held) if (process.pid === pid) return process;
    return undefined;
  }

  /**
   * Listens at `path`, or, without one, on a loopback port with a token.
   * @returns the address as children take it: `unix:PATH` or `tcp:PORT:TOKEN`.
   */
  async listen(path?: string): Promise<string> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      if (path === undefined) this.#server.listen(0, '127.0.0.1', resolve);
      else this.#server.listen(path, resolve);
    });
    if (path !== undefined) return `unix:${path}`;
    this.#token = randomBytes(24).toString('base64url');
    return `tcp:${(this.#server.address() as AddressInfo).port}:${this.#token}`;
  }

  /** Closes all connections. */
  async close(): Promise<void> {
    const closed = new Promise(resolve => this.#server.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #accept(socket: Socket): void {
    socket.on('error', () => undefined);
    if (this.#sockets.size >= PROCESSES_MAX) {
      this.#cutOff(socket, undefined, `is one too many: at most ${PROCESSES_MAX} are held`);
      return;
    }
    this.#sockets.add(socket);
    let held: HeldProcess | undefined;
    readLines(socket, {
      onLine: text => {
        if (held === undefined) held = this.#greet(socket, text);
        else this.#hear(socket, held, text);
      },
      onTooLong: () => this.#cutOff(socket, held, `said a line of more than ${LINE_MAX} bytes`),
    });
    socket.once('close', () => {
      this.#sockets.delete(socket);
      if (held !== undefined && this.#held.delete(held)) this.#listener.onGone(held);
    });
  }

  /** Takes the first line. @returns the process; undefined when it was cut off. */
  #greet(socket: Socket, text: string): HeldProcess | undefined {
    const hello = lineIn(text);
    if (hello?.say !== 'hello' || hello.token !== this.#token) {
      this.#cutOff(socket, undefined, 'did not begin with a right hello');
      return undefined;
    }
    const { say: _, token: __, ...who } = hello;
    const held: HeldProcess = {
      ...who,
      tellNow: (now, free) => this.#tell(socket, held, { now, ...present({ free }) }),
      tellFree: (free, at) => this.#tell(socket, held, { free, at }),
      ask: question => this.#tell(socket, held, { ask: question }),
      drop: () => socket.destroy(),
    };
    this.#held.add(held);
    this.#tell(socket, held, this.#listener.times());
    this.#listener.onHello(held);
    return held;
  }

  #hear(socket: Socket, held: HeldProcess, text: string): void {
    const line = lineIn(text);
    if (line === undefined || line.say === 'hello') this.#cutOff(socket, held, BAD_LINE);
    else this.#listener.onLine(held, line);
  }

  #tell(socket: Socket, held: HeldProcess, message: object): void {
    socket.write(`${JSON.stringify(message)}\n`);
    if (socket.writableLength > UNREAD_MAX) this.#cutOff(socket, held, 'does not read its clock');
  }

  #cutOff(socket: Socket, held: HeldProcess | undefined, why: string): void {
    socket.destroy();
    const who = held === undefined ? 'a process on the control socket' : nameOf(held);
    this.#listener.onCutOff(who, why);
  }
}

const BAD_LINE = 'said a line that is none of the control socket';

/** A process for people, such as `bot.py (python, process 123)`. */
export function nameOf({
  program,
  kind,
  pid,
}: Pick<HelloLine, 'program' | 'kind' | 'pid'>): string {
  return `${program === '' ? 'a program' : program} (${kind}, process ${pid})`;
}

interface LineListener {
  readonly onLine: (text: string) => void;
  readonly onTooLong: () => void;
}

/** Cuts what comes into lines. A socket that has been destroyed gives no lines. */
function readLines(socket: Socket, { onLine, onTooLong }: LineListener): void {
  let rest: Buffer = Buffer.alloc(0);
  socket.on('data', (piece: Buffer) => {
    rest = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    let start = 0;
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10, start)) {
      if (socket.destroyed) return;
      onLine(rest.toString('utf8', start, end));
      start = end + 1;
    }
    rest = rest.subarray(start);
    if (rest.length > LINE_MAX) onTooLong();
  });
}
