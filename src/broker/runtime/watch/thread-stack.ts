/**
 * Finds the present calls of a busy thread by the debugger of Node: the thread is stopped for a
 * moment, its calls are read, and it goes on. A thread that waits for a child process cannot be
 * stopped.
 */

import { Session } from 'node:inspector';
import type { Worker } from 'node:worker_threads';

/** Wall milliseconds to wait for the thread to stop. */
const PATIENCE_MS = 5_000;

/** A call as the debugger describes it; line and column count from 0. */
interface CallFrame {
  readonly functionName: string;
  readonly location: {
    readonly scriptId: string;
    readonly lineNumber: number;
    readonly columnNumber?: number;
  };
}

/** A message of the thread's debugger. */
interface DebuggerMessage {
  readonly method?: string;
  readonly params?: {
    readonly scriptId: string;
    readonly url: string;
    readonly callFrames: readonly CallFrame[];
  };
}

/**
 * The calls of `worker` now, as the stack of an error has them; undefined when they cannot be had. The
 * caller is the thread that started it.
 */
export async function stackOfThread({ threadId }: Worker): Promise<string | undefined> {
  const session = new Session();
  const reading = { timer: undefined as NodeJS.Timeout | undefined };
  try {
    session.connect();
    return await new Promise<string | undefined>(resolve => {
      reading.timer = setTimeout(() => resolve(undefined), PATIENCE_MS);
      session.on('NodeWorker.attachedToWorker', ({ params: { sessionId, workerInfo } }) => {
        if (isOf(workerInfo.title, threadId)) stop(session, sessionId, resolve);
      });
      session.post('NodeWorker.enable', { waitForDebuggerOnStart: false }, error => {
        if (error !== null) resolve(undefined);
      });
    });
  } catch {
    // Another debugger may hold this thread; the hook is named without its line then.
    return undefined;
  } finally {
    clearTimeout(reading.timer);
    session.disconnect();
  }
}

/** Whether a thread has that id; its `workerId` is another number. A title without one may be any. */
function isOf(title: string, threadId: number): boolean {
  const [, id = String(threadId)] = /^\[worker (\d+)\]/.exec(title) ?? [];
  return id === String(threadId);
}

/** Stops the thread of `sessionId`, reads its calls, and lets it go on. */
function stop(session: Session, sessionId: string, onStack: (stack: string) => void): void {
  const urls = new Map<string, string>();
  let id = 0;
  const ask = (method: string) => {
    id += 1;
    const message = JSON.stringify({ id, method });
    session.post('NodeWorker.sendMessageToWorker', { sessionId, message });
  };
  session.on('NodeWorker.receivedMessageFromWorker', ({ params: { message, ...from } }) => {
    const { method, params } = JSON.parse(message) as DebuggerMessage;
    if (from.sessionId !== sessionId || params === undefined) return;
    if (method === 'Debugger.scriptParsed') urls.set(params.scriptId, params.url);
    if (method !== 'Debugger.paused') return;
    ask('Debugger.resume');
    ask('Debugger.disable');
    onStack(['stopped', ...params.callFrames.map(frame => frameText(frame, urls))].join('\n'));
  });
  ask('Debugger.enable');
  ask('Debugger.pause');
}

function frameText({ functionName, location }: CallFrame, urls: Map<string, string>): string {
  const { scriptId, lineNumber, columnNumber = 0 } = location;
  const place = `${urls.get(scriptId) ?? ''}:${lineNumber + 1}:${columnNumber + 1}`;
  return functionName === '' ? `    at ${place}` : `    at ${functionName} (${place})`;
}
