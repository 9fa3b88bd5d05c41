/**
 * Where a Node process stands that computes without an end, by its debugger: a signal opens it, the
 * process is stopped for a moment, and its innermost call is read. Only for a process that is about to be
 * ended, since it says on its stderr that a debugger listens. Linux only, and not in strict mode,
 * whose network this process does not share. Source: Node's documentation of SIGUSR1.
 */

import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { send } from './process-tree.js';
import { portsHeardBy } from './sockets.js';

/** Wall milliseconds in all, and between two looks for the debugger's port. */
const PATIENCE_MS = 3_000;
const LOOK_MS = 20;
/** The id of the last request, which also lets the process go on. */
const LEAVE = 3;
const PATH_END = /([^/\\]+)$/;

/** A message of the debugger; lines count from 0. */
interface DebuggerMessage {
  /** The id of the request that this answers. */
  readonly id?: number;
  readonly method?: string;
  readonly params?: {
    readonly scriptId: string;
    readonly url: string;
    readonly callFrames: readonly {
      readonly location: { readonly scriptId: string; readonly lineNumber: number };
    }[];
  };
}

/** The file and the line of a busy Node process, as `bot.js:12`; undefined when they cannot be had. */
export async function busyPlaceOf(pid: number): Promise<string | undefined> {
  const abort = new AbortController();
  const late = wait(PATIENCE_MS, undefined, { signal: abort.signal });
  try {
    return await Promise.race([late, placeByDebugger(pid, abort.signal)]);
  } catch {
    return undefined;
  } finally {
    abort.abort();
    late.catch(() => undefined);
  }
}

async function placeByDebugger(pid: number, signal: AbortSignal): Promise<string | undefined> {
  const before = new Set(portsHeardBy(pid));
  send(pid, 'SIGUSR1');
  for (;;) {
    await wait(LOOK_MS, undefined, { signal });
    const port = portsHeardBy(pid).find(each => !before.has(each));
    if (port === undefined) continue;
    const list = await fetch(`http://127.0.0.1:${port}/json/list`, { signal });
    const [target] = (await list.json()) as { readonly webSocketDebuggerUrl: string }[];
    return target === undefined ? undefined : await pausedAt(target.webSocketDebuggerUrl, signal);
  }
}

/**
 * Stops the process for a moment. The connection is closed once the debugger has answered the last
 * request: Node writes to freed memory when a client goes away while it still has something to say.
 * @returns its innermost call in a file
 */
function pausedAt(url: string, signal: AbortSignal): Promise<string | undefined> {
  const socket = new WebSocket(url);
  const urls = new Map<string, string>();
  let place: string | undefined;
  const ask = (id: number, method: string) => socket.send(JSON.stringify({ id, method }));
  signal.addEventListener('abort', () => socket.terminate());
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('open', () => {
      ask(1, 'Debugger.enable');
      ask(2, 'Debugger.pause');
    });
    socket.on('message', data => {
      const { id, method, params } = JSON.parse(String(data)) as DebuggerMessage;
      if (id === LEAVE) socket.close();
      if (method === 'Debugger.scriptParsed' && params) urls.set(params.scriptId, params.url);
      if (method !== 'Debugger.paused' || params === undefined) return;
      ask(LEAVE, 'Debugger.disable');
      const places = params.callFrames.map(({ location: { scriptId, lineNumber } }) => ({
        url: urls.get(scriptId) ?? '',
        line: lineNumber + 1,
      }));
      const own = places.find(each => /^(?:file:|\/)/.test(each.url));
      const [, name] = PATH_END.exec(own?.url ?? '') ?? [];
      place = own && `${name}:${own.line}`;
    });
    socket.on('close', () => resolve(place));
  });
}
