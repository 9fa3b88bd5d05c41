/**
 * The thread that reads and writes the pipes of a child for another one; see `relay.ts`. A message of the
 * other thread says that something waits or that there is room again.
 */

import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { IN, MORE, OUT, OVER, type RelayOrder, ROOM, STATUS } from './relay.js';

const order = workerData as RelayOrder;
const numbers = new Int32Array(order.numbers);
const out = Buffer.from(order.out);
const input = Buffer.from(order.in);
/** Exit code of a program that could not be started. */
const NOT_STARTED = 127;

/** What has come from the child and has not been handed on. */
const come: Buffer[] = [];
let hasClosed = false;

const child = spawn(order.program, [...order.args], {
  stdio: ['pipe', 'pipe', 'inherit'],
  env: order.env,
  windowsHide: true,
});

/** Hands to the child what waits for it. */
function sendOn(): void {
  const count = Atomics.load(numbers, OUT);
  if (count <= 0) return;
  child.stdin.write(Buffer.from(out.subarray(0, count)));
  set(OUT, 0);
}

/** Hands on what has come, a room at a time. */
function handOn(): void {
  Atomics.store(numbers, MORE, come.length > 0 || hasClosed ? 1 : 0);
  if (Atomics.load(numbers, IN) !== 0) return;
  const [chunk] = come;
  if (chunk === undefined) {
    if (!hasClosed) return;
    set(OUT, OVER);
    set(IN, OVER);
    return;
  }
  const count = chunk.copy(input, 0, 0, ROOM);
  if (count < chunk.length) come[0] = chunk.subarray(count);
  else come.shift();
  Atomics.store(numbers, MORE, come.length > 0 || hasClosed ? 1 : 0);
  set(IN, count);
}

function set(place: number, value: number): void {
  Atomics.store(numbers, place, value);
  Atomics.notify(numbers, place);
}

function close(): void {
  hasClosed = true;
  handOn();
}

process.once('exit', () => child.kill('SIGKILL'));
parentPort?.on('message', () => {
  sendOn();
  handOn();
});
child.stdin.on('error', () => undefined);
child.stdout.on('data', (chunk: Buffer) => {
  come.push(chunk);
  handOn();
});
child.stdout.once('close', close);
child.once('error', () => {
  set(STATUS, NOT_STARTED);
  close();
});
child.once('exit', (code, signal) => set(STATUS, code ?? -constants.signals[signal ?? 'SIGKILL']));
