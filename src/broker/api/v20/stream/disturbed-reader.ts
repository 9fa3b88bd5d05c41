/**
 * A reader of a stream under a fault: lines are lost, repeated, reordered, cut into pieces,
 * delayed, or stop. It stands between the stream and its connection, so the streams have no code
 * for faults.
 */

import type { StreamFault } from '../../../../core/fault/rule.js';
import type { StreamPlan } from '../../faults/stream-plan.js';
import { type FaultTime, WALL_TIME } from '../../http/fault-time.js';
import { chunk, type LineReader, linesIn } from './reader.js';
import { PENDING_BYTES_MAX } from './transaction-streams.js';

const MICROS_PER_SECOND = 1_000_000;

/** A line as the faults see it. */
interface Line {
  readonly type: string;
  readonly id: string;
  readonly bytes: Buffer;
}

/** A piece of the answer, and when it is due in the time of faults. */
interface Piece {
  readonly bytes: Buffer;
  readonly due: number;
}

/**
 * Owns the lines of one reader that a fault holds back. `write` adds lines, their instant sends
 * them. Lines that are not lost by the fault leave in the order of their instants.
 */
export class DisturbedReader implements LineReader {
  readonly #inner: LineReader;
  readonly #plan: StreamPlan;
  readonly #time: FaultTime;
  readonly #queue: Piece[] = [];
  #queuedBytes = 0;
  #lastDue = 0;
  /** Calls the next piece off. */
  #callOff: (() => void) | undefined;
  #lines = 0;
  #bytes = 0;
  /** A line that waits for the line behind it. */
  #held: Line | undefined;
  #isStopped = false;

  /** @param time - in which lines are late. */
  constructor(inner: LineReader, plan: StreamPlan, time: FaultTime = WALL_TIME) {
    this.#inner = inner;
    this.#plan = plan;
    this.#time = time;
  }

  /** With little bandwidth, what waits here counts as not taken. */
  get pending(): number {
    const { bandwidth } = this.#plan.fault;
    return this.#inner.pending + (bandwidth === undefined ? 0 : this.#queuedBytes);
  }

  write(frames: Buffer): void {
    for (const bytes of linesIn(frames)) {
      if (this.#stops()) return;
      this.#take(lineOf(bytes));
    }
  }

  end(): void {
    const { slowClose = 0 } = this.#plan.fault;
    const late = Math.max(slowClose, this.#lastDue - this.#time.now);
    if (late <= 0) this.#inner.end();
    else this.#time.after(late, () => this.#inner.end());
  }

  cut(): void {
    this.#callOff?.();
    this.#queue.length = 0;
    this.#inner.cut();
  }

  /** Whether no line passes any more. */
  #stops(): boolean {
    if (this.#isStopped) return true;
    const { silent, timeout, reset, afterLines = 0 } = this.#plan.fault;
    const ends = silent === true || reset === true || timeout !== undefined;
    if (!ends || this.#lines < afterLines) return false;
    this.#isStopped = true;
    if (timeout !== undefined) this.#time.after(timeout, () => this.cut());
    else if (reset === true) this.cut();
    this.#plan.note(`stopped after ${this.#lines} lines`);
    return true;
  }

  #take(line: Line): void {
    const { noHeartbeats, lose, duplicate, reorder } = this.#plan.fault;
    if (line.type === 'HEARTBEAT' && noHeartbeats === true) return;
    if (this.#hits(lose, line, 'lost')) return;
    if (this.#held === undefined && this.#hits(reorder, line, 'sent late')) {
      this.#held = line;
      return;
    }
    this.#send(line);
    if (this.#held !== undefined) {
      this.#send(this.#held);
      this.#held = undefined;
    }
    if (this.#hits(duplicate, line, 'sent twice')) this.#send(line);
  }

  /** Whether a fault that is about lines of type `wanted` concerns this one. */
  #hits(wanted: string | undefined, { type, id }: Line, did: string): boolean {
    if (wanted === undefined || wanted !== type) return false;
    const { draws, fault, note } = this.#plan;
    if (draws.nextUnit() >= (fault.chance ?? 1)) return false;
    note(`${did}: ${type} ${id}`.trimEnd());
    return true;
  }

  #send({ bytes }: Line): void {
    this.#lines += 1;
    const { slicing = bytes.length, limitData = Number.POSITIVE_INFINITY } = this.#plan.fault;
    const allowed = bytes.subarray(0, Math.max(0, limitData - this.#bytes));
    this.#bytes += allowed.length;
    for (let at = 0; at < allowed.length; at += slicing) {
      this.#pass(allowed.subarray(at, at + slicing));
    }
    if (this.#bytes < limitData) return;
    this.#isStopped = true;
    this.#plan.note(`ended after ${this.#bytes} bytes`);
    this.end();
  }

  /** Writes a piece when it is due. Pieces stay in order. */
  #pass(bytes: Buffer): void {
    const wait = waitOf(this.#plan);
    const { bandwidth } = this.#plan.fault;
    if (wait === 0 && bandwidth === undefined) {
      this.#inner.write(chunk(bytes));
      return;
    }
    const sending = bandwidth === undefined ? 0 : (bytes.length / bandwidth) * MICROS_PER_SECOND;
    this.#lastDue = Math.max(this.#lastDue, this.#time.now + wait) + sending;
    this.#queue.push({ bytes, due: this.#lastDue });
    this.#queuedBytes += bytes.length;
    if (this.#queuedBytes > PENDING_BYTES_MAX) this.cut();
    else this.#callOff ??= this.#wake();
  }

  #wake(): (() => void) | undefined {
    const [next] = this.#queue;
    if (next === undefined) return undefined;
    return this.#time.after(Math.max(0, next.due - this.#time.now), () => this.#drain());
  }

  #drain(): void {
    const { now } = this.#time;
    while (this.#queue.length > 0 && (this.#queue[0] as Piece).due <= now) {
      const { bytes } = this.#queue.shift() as Piece;
      this.#queuedBytes -= bytes.length;
      this.#inner.write(chunk(bytes));
    }
    this.#callOff = this.#wake();
  }
}

/** Microseconds that the next piece waits. */
function waitOf({ fault, draws }: StreamPlan): number {
  const { latency = 0, jitter = 0 }: StreamFault = fault;
  if (jitter === 0) return latency;
  const drawn = latency + (draws.nextUnit() * 2 - 1) * jitter;
  return Math.max(0, drawn);
}

function lineOf(bytes: Buffer): Line {
  const { type = '', id = '' } = JSON.parse(bytes.toString()) as { type?: string; id?: string };
  return { type, id, bytes };
}
