/**
 * A small `orrery exec` for tests of preloads: a scripted broker behind a front, the control socket,
 * and under virtual time the rule of one stimulus. It knows no market. Source: decision 0032.
 */

import { spawn } from 'node:child_process';
import { ControlEnd, type HeardProcess, type SaidLine } from './control-end.js';
import { AUTHORITY, ScriptedFront, type WaitingRequest } from './scripted-front.js';

/** 2026-01-05T00:00:00Z, a Monday, in microseconds. */
export const MONDAY = 1_767_571_200_000_000;
export const SECOND = 1_000_000;
const BROKER_HOSTS = 'api-fxpractice.oanda.com,stream-fxpractice.oanda.com';

/** What the broker does. */
export interface Script {
  /** The end of the window, microseconds since 1970. Default: a day after Monday. */
  readonly last?: number;
  readonly isVirtual?: boolean;
  readonly seed?: number;
  /** The body of the answer; undefined opens a stream. Default: the instant and the path. */
  readonly answer?: (path: string, body: string, now: number) => string | undefined;
  /** Lines for every open stream, by instant. */
  readonly lines?: readonly { readonly at: number; readonly text: string }[];
  /** Called with the control end once the first process has said hello. */
  readonly onHello?: (control: ControlEnd) => void;
}

/** How a program ended, and what was seen of it. */
export interface Ran {
  readonly code: number | string;
  readonly stdout: string;
  readonly stderr: string;
  /** Lines on the control socket but for reports. */
  readonly said: readonly SaidLine[];
  /** Requests in the order in which they were served: milliseconds since Monday and path. */
  readonly served: readonly string[];
  /** How often time was told. */
  readonly advances: number;
}

/** A command and what is added to its environment. */
export interface Command {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** Runs a program to its end, or to the end of the window. */
export async function runUnderFakeExec(command: Command, script: Script = {}): Promise<Ran> {
  const sandbox = new FakeExec(script);
  const env = await sandbox.listen();
  const [file = '', ...args] = command.argv;
  const child = spawn(file, args, {
    cwd: command.cwd,
    env: { ...process.env, ...env, ...command.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', piece => {
      texts[name] += piece;
    });
  }
  const code = await new Promise<number | string>(resolve => {
    child.once('close', (status, signal) => resolve(status ?? signal ?? ''));
  });
  await sandbox.close();
  const { said } = sandbox.control;
  return { code, ...texts, said, served: sandbox.served, advances: sandbox.advances };
}

class FakeExec {
  readonly control = new ControlEnd({
    times: () => ({ now: this.#now, last: this.#last }),
    onChange: () => this.#changed(),
    onGone: () => {
      this.#owesNow = true;
    },
  });
  readonly served: string[] = [];
  advances = 0;
  readonly #script: Script;
  readonly #front = new ScriptedFront(() => this.#evaluate());
  readonly #streams = new Map<WaitingRequest, string[]>();
  readonly #last: number;
  #now = MONDAY;
  #lines: NonNullable<Script['lines']>;
  #isGreeted = false;
  /** Whether a process is gone since the present was told, for whose end another one may have waited. */
  #owesNow = false;
  #again: NodeJS.Immediate | undefined;

  constructor(script: Script) {
    this.#script = script;
    this.#last = script.last ?? MONDAY + 86_400 * SECOND;
    this.#lines = script.lines ?? [];
  }

  /** @returns the environment of the child */
  async listen(): Promise<Record<string, string>> {
    await this.control.listen();
    const { isVirtual = false, seed = 7 } = this.#script;
    return {
      ORRERY_FRONT_PORT: String(await this.#front.listen()),
      ORRERY_HOSTS: BROKER_HOSTS,
      ORRERY_CA: AUTHORITY,
      ORRERY_CONTROL: `unix:${this.control.path}`,
      ORRERY_SEED: String(seed),
      ...(isVirtual && { ORRERY_VIRTUAL_TIME: '1', PYTHONHASHSEED: '0' }),
    };
  }

  async close(): Promise<void> {
    clearImmediate(this.#again);
    await Promise.all([this.control.close(), this.#front.close()]);
  }

  #changed(): void {
    if (!this.#isGreeted && this.control.processes.size > 0) {
      this.#isGreeted = true;
      this.#script.onHello?.(this.control);
    }
    this.#evaluate();
  }

  /** Gives one stimulus, if everything waits. */
  #evaluate(): void {
    const processes = [...this.control.processes];
    if (!this.#script.isVirtual) {
      for (const request of this.#front.waiting.splice(0)) this.#serve(request);
      return;
    }
    // A program that has said no hello yet, or whose end is not noticed, still works.
    const held = new Set(processes.map(({ hello }) => hello.started));
    const isIdle = processes.every(
      ({ idle }) =>
        idle?.now === this.#now && [idle.started ?? []].flat().every(name => held.has(name)),
    );
    if (processes.length === 0 || !isIdle) return;
    const asking = processes.find(({ idle }) => idle?.say === 'turn');
    if (asking !== undefined) asking.tell(this.#now);
    else if (this.#owesNow) this.#tellNow(processes);
    else if (!this.#areEven(processes)) {
      // Bytes are on their way, and no event tells of their end.
      clearImmediate(this.#again);
      this.#again = setImmediate(() => this.#evaluate());
    } else if (this.#front.waiting.length > 0) {
      this.#serve(this.#takeFirstSent(processes));
    } else if (!this.#flushOneStream(unreadBy(processes))) {
      this.#advance(processes);
    }
  }

  #areEven(processes: readonly HeardProcess[]): boolean {
    const rows = processes.flatMap(({ idle }) => idle?.connections ?? []);
    const unread = unreadBy(processes);
    const { connections, answering } = this.#front;
    if (answering > 0 || rows.length !== connections.size) return false;
    return rows.every(([port, sent, received]) => {
      const socket = connections.get(port)?.socket;
      if (socket?.bytesRead !== sent) return false;
      return unread.has(port) || socket.bytesWritten - socket.writableLength === received;
    });
  }

  #takeFirstSent(processes: readonly HeardProcess[]): WaitingRequest {
    const ports = processes.flatMap(({ idle }) => idle?.connections ?? []).map(([port]) => port);
    const { waiting } = this.#front;
    waiting.sort((one, other) => ports.indexOf(one.port) - ports.indexOf(other.port));
    return waiting.shift() as WaitingRequest;
  }

  #serve(waiting: WaitingRequest): void {
    const { request, body, response } = waiting;
    const path = request.url ?? '';
    this.served.push(`${(this.#now - MONDAY) / 1000} ${path}`);
    const { answer = () => `${this.#now} ${path}` } = this.#script;
    const text = answer(path, body, this.#now);
    if (text === undefined) {
      this.#streams.set(waiting, []);
      response.flushHeaders();
      response.once('close', () => this.#streams.delete(waiting));
      return;
    }
    this.#front.answering++;
    response.once('close', () => {
      this.#front.answering--;
      this.#evaluate();
    });
    response.end(text);
  }

  #flushOneStream(unread: ReadonlySet<number>): boolean {
    for (const [{ response, port }, texts] of this.#streams) {
      if (texts.length === 0 || unread.has(port)) continue;
      response.write(texts.splice(0).join(''));
      this.#again = setImmediate(() => this.#evaluate());
      return true;
    }
    return false;
  }

  #advance(processes: readonly HeardProcess[]): void {
    if (this.#now >= this.#last) {
      for (const { hello } of processes) process.kill(hello.pid as number, 'SIGTERM');
      return;
    }
    const deadlines = processes.map(({ idle }) => idle?.until ?? this.#last);
    const line = this.#streams.size > 0 ? this.#lines[0]?.at : undefined;
    this.#now = Math.min(this.#last, line ?? this.#last, ...deadlines);
    const due = this.#lines.filter(({ at }) => at <= this.#now);
    this.#lines = this.#lines.slice(due.length);
    for (const texts of this.#streams.values()) texts.push(...due.map(({ text }) => text));
    this.advances++;
    this.#tellNow(processes);
  }

  #tellNow(processes: readonly HeardProcess[]): void {
    this.#owesNow = false;
    for (const heard of processes) heard.tell(this.#now);
  }
}

/** The ports of connections whose programs do not read at present. */
function unreadBy(processes: readonly HeardProcess[]): ReadonlySet<number> {
  return new Set(processes.flatMap(({ idle }) => idle?.unread ?? []));
}
