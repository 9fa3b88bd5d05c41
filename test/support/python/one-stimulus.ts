/**
 * The one-stimulus rule, as small as it can be: while every process waits and both ends have counted the
 * same bytes, exactly one thing happens: an answer, the lines of one stream, or a later time.
 */

import { OutsideProcesses } from '../../../src/exec/virtual/outside.js';
import { Stillness } from '../../../src/exec/virtual/stillness.js';
import type { Idle, Speaker } from './control-line.js';
import type { Held, ScriptedServer, StreamLine } from './scripted-server.js';

/** What a test scripts. Instants are microseconds since 1970. */
export interface Script {
  readonly start: number;
  readonly end: number;
  /** The answer to a request: status and body, or the lines of a stream. */
  readonly answer: (request: Held, now: number) => Answer;
}

export type Answer =
  | { readonly status: number; readonly body: string }
  | { readonly lines: readonly StreamLine[] };

/** A request as it was served. */
export interface Served {
  readonly at: number;
  readonly request: string;
  readonly body: string;
}

interface Stream {
  readonly port: number;
  readonly write: (piece: string) => void;
  readonly lines: StreamLine[];
}

export class OneStimulus {
  now: number;
  readonly served: Served[] = [];
  /** How often time went on. */
  advances = 0;
  readonly #script: Script;
  readonly #speakers: () => ReadonlySet<Speaker>;
  readonly #server: () => ScriptedServer;
  /** Programs that nothing holds; it looks at no processes before it is given their tree. */
  readonly outside = new OutsideProcesses(
    pid => [...this.#speakers()].some(speaker => speaker.pid === pid),
    () => undefined,
  );
  readonly #stillness = new Stillness(this.outside);
  readonly #held: Held[] = [];
  readonly #streams: Stream[] = [];
  #isEnded = false;
  /** How often something has come. */
  #heard = 0;
  #again: NodeJS.Timeout | undefined;

  constructor(script: Script, speakers: () => ReadonlySet<Speaker>, server: () => ScriptedServer) {
    this.#script = script;
    this.now = script.start;
    this.#speakers = speakers;
    this.#server = server;
  }

  hold(request: Held): void {
    this.#held.push(request);
    this.consider();
  }

  /** Delivers the next stimulus if everything is quiet. Nothing tells of bytes under way. */
  consider(): void {
    this.#heard += 1;
    this.#look();
  }

  #look(): void {
    const speakers = [...this.#speakers()];
    // What was said before the process heard of the present time holds no longer.
    const idles = speakers.flatMap(({ idle }) => (idle?.now === this.now ? [idle] : []));
    if (speakers.length === 0 || idles.length < speakers.length) return;
    if (this.#awaitsOutside(speakers) || !this.#isQuiet(idles)) {
      this.#again ??= setTimeout(() => {
        this.#again = undefined;
        this.#look();
      }, 1);
      return;
    }
    const asking = speakers.find(({ idle }) => idle?.isAsking);
    if (asking !== undefined) {
      asking.idle = undefined;
      asking.tell({ now: this.now });
      return;
    }
    for (const speaker of speakers) speaker.idle = undefined;
    if (this.#serve(idles) || this.#writeOneStream(idles)) return;
    this.#advance(idles, speakers);
  }

  #awaitsOutside(speakers: readonly Speaker[]): boolean {
    const waiters = speakers.flatMap(({ pid, idle }) =>
      idle?.ends === undefined ? [] : [{ pid, ends: idle.ends }],
    );
    const pids = speakers.map(({ pid }) => pid);
    return this.#stillness.look(waiters, pids, this.#heard) !== 'calm';
  }

  #isQuiet(idles: readonly Idle[]): boolean {
    if (this.#server().isReading()) return false;
    const rows = new Map(idles.flatMap(idle => idle.connections).map(row => [row[0], row]));
    const unread = new Set(idles.flatMap(idle => idle.unread));
    for (const [port, bytes] of this.#server().connections) {
      const [, sent, received] = rows.get(port) ?? [];
      const counted = bytes();
      if (counted === undefined || counted.received !== sent) return false;
      if (counted.sent !== received && !unread.has(port)) return false;
    }
    return true;
  }

  #serve(idles: readonly Idle[]): boolean {
    const order = idles.flatMap(idle => idle.connections.map(([port]) => port));
    this.#held.sort((a, b) => order.indexOf(a.port) - order.indexOf(b.port));
    const request = this.#held.shift();
    if (request === undefined) return false;
    const { method, path, body } = request;
    this.served.push({ at: this.now, request: `${method} ${path}`, body });
    const answer = this.#script.answer(request, this.now);
    if ('lines' in answer) {
      this.#streams.push({ port: request.port, write: request.stream(), lines: [...answer.lines] });
    } else request.answer(answer.status, answer.body);
    return true;
  }

  #writeOneStream(idles: readonly Idle[]): boolean {
    const unread = new Set(idles.flatMap(idle => idle.unread));
    const isDue = ({ port, lines }: Stream) =>
      !unread.has(port) && lines[0] !== undefined && lines[0].at <= this.now;
    const stream = this.#streams.find(isDue);
    if (stream === undefined) return false;
    let text = '';
    while (stream.lines[0] !== undefined && stream.lines[0].at <= this.now) {
      text += `${stream.lines.shift()?.text}\n`;
    }
    stream.write(text);
    return true;
  }

  #advance(idles: readonly Idle[], speakers: readonly Speaker[]): void {
    if (this.now >= this.#script.end) {
      for (const { pid } of this.#isEnded ? [] : speakers) process.kill(pid, 'SIGTERM');
      this.#isEnded = true;
      return;
    }
    const lines = this.#streams.flatMap(stream => stream.lines.map(({ at }) => at));
    const later = [...idles.map(({ until }) => until ?? Infinity), ...lines].filter(
      at => at > this.now,
    );
    this.now = Math.min(this.#script.end, ...later);
    this.advances++;
    for (const speaker of speakers) speaker.tell({ now: this.now });
  }
}
