/**
 * The thread that a command runs in. It has no streams of its own: it sends its output to the
 * listening thread, which can write while this thread is busy. In this thread a strategy's
 * `process.stdout` is stderr.
 */

import { Console } from 'node:console';
import { Writable } from 'node:stream';
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import type { LateStack } from '../broker/runtime/watch/hook-board.js';
import { showHooks } from '../broker/runtime/watch/thread-watch.js';
import { onUnfinished } from '../data/storage/files/unfinished.js';
import { onInHand } from '../data/storage/strategy/strategy-in-hand.js';
import { printTo } from './output/terminal/print.js';
import { runGuarded } from './run-guarded.js';
import type { TerminalShape, WorkMessage, WorkOrder } from './work-messages.js';

const { args, stdout, stderr, board } = workerData as WorkOrder;

const tell = (message: WorkMessage) => parentPort?.postMessage(message);

/** A stream of messages that answers questions about the terminal as the real stream would. */
function messages(shape: TerminalShape): Writable {
  const stream = new Writable({
    decodeStrings: false,
    write(chunk: string | Uint8Array, _encoding, done) {
      tell({ message: chunk });
      done();
    },
  });
  return Object.assign(stream, shape);
}

/** The last message of the listening thread: where a hook stood that did not return. */
function lateStack(): LateStack | undefined {
  let last: LateStack | undefined;
  const next = () => (parentPort === null ? undefined : receiveMessageOnPort(parentPort));
  for (let said = next(); said !== undefined; said = next()) last = said.message as LateStack;
  return last;
}

/** Runs the command. @param keepCode - called when the command has ended by itself. */
export async function run(keepCode: () => void): Promise<void> {
  const stream = messages(stderr);
  for (const name of ['stdout', 'stderr'] as const) {
    Object.defineProperty(process, name, { value: stream, configurable: true, enumerable: true });
  }
  globalThis.console = new Console(stream);
  printTo({
    write: result => tell({ result }),
    keep: soFar => tell({ soFar }),
    isTerminal: stdout.isTTY,
  });
  onUnfinished((path, isFinished) => {
    tell(isFinished ? { finished: path } : { unfinished: path });
  });
  onInHand((path, isMade) => tell(isMade ? { loaded: path } : { loading: path }));
  showHooks({ memory: board, onStrategies: strategies => tell({ strategies }), lateStack });
  const exitCode = await runGuarded(args, code => {
    tell({ exitCode: code });
    process.exit();
  });
  keepCode();
  tell({ exitCode });
}
