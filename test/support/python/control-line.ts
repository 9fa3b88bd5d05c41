/** The sandbox's end of control lines: what processes say, kept, and what they are told. */

import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { WaitEnds } from '../../../src/exec/control/lines.js';
import { temporaryFolder } from '../files/temporary.js';

/** What a process last said of its waiting. */
export interface Idle {
  /** The time that it knows. */
  readonly now: number;
  readonly until: number | null;
  readonly connections: readonly (readonly [port: number, sent: number, received: number])[];
  readonly unread: readonly number[];
  readonly ends?: WaitEnds;
  /** Whether it waits for its turn. */
  readonly isAsking?: boolean;
}

/** A line of a process. */
export type Said = Readonly<Record<string, unknown>> & { readonly say: string };

/** A process that has said hello. */
export interface Speaker {
  readonly pid: number;
  /** Undefined from a stimulus until it waits again. */
  idle: Idle | undefined;
  readonly tell: (message: object) => void;
  readonly hangUp: () => void;
}

/** The listening end. */
export interface ControlLine {
  /** The value of ORRERY_CONTROL. */
  readonly address: string;
  /** Every line that was said, but for those of idling. */
  readonly said: readonly Said[];
  readonly speakers: ReadonlySet<Speaker>;
  readonly close: () => Promise<void>;
}

/** @param onChange - called with each line, once a process has said hello, and when one is gone. */
export async function controlLine(
  answerToHello: () => object,
  onChange: (said: Said | undefined) => void,
): Promise<ControlLine> {
  const said: Said[] = [];
  const speakers = new Set<Speaker>();
  const open = new Set<Socket>();
  const server = createServer(socket => {
    open.add(socket);
    let speaker: Speaker | undefined;
    socket.on('error', () => undefined);
    const lines = createInterface({ input: socket }).on('error', () => undefined);
    lines.on('line', text => {
      const line = JSON.parse(text) as Said;
      if (speaker === undefined) {
        speaker = newSpeaker(socket, Number(line['pid']));
        speakers.add(speaker);
        speaker.tell(answerToHello());
      }
      if (line.say === 'idle') speaker.idle = line as unknown as Idle;
      else if (line.say === 'busy') speaker.idle = undefined;
      else if (line.say === 'turn') speaker.idle = asking(speaker.idle, answerToHello());
      else said.push(line);
      onChange(line);
    });
    socket.once('close', () => {
      open.delete(socket);
      if (speaker !== undefined) speakers.delete(speaker);
      askAgain(speakers, answerToHello());
      onChange(undefined);
    });
  });
  const path = join(temporaryFolder(), 'control.sock');
  await new Promise<void>(resolve => server.listen(path, resolve));
  const close = async () => {
    const closed = new Promise(resolve => server.close(resolve));
    for (const socket of open) socket.destroy();
    await closed;
  };
  return { address: `unix:${path}`, said, speakers, close };
}

/** What a process says that waits for its turn: what it said before holds no longer, but for its connections. */
function asking(before: Idle | undefined, present: { readonly now?: number }): Idle {
  const { connections = [], unread = [] } = before ?? {};
  return { now: present.now ?? 0, until: null, connections, unread, isAsking: true };
}

/** A process may have waited for the one that is gone: what it said before holds no longer. */
function askAgain(speakers: ReadonlySet<Speaker>, answer: object): void {
  for (const speaker of speakers) {
    speaker.idle = undefined;
    speaker.tell(answer);
  }
}

function newSpeaker(socket: Socket, pid: number): Speaker {
  return {
    pid,
    idle: undefined,
    tell: message => void socket.write(`${JSON.stringify(message)}\n`),
    hangUp: () => void socket.destroy(),
  };
}
