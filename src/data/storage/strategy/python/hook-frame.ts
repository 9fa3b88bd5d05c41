/**
 * The frame that calls a hook: the argument of the hook, and the new values of what the strategy has read
 * before (candles, units held, quotes), so that most hooks cross once. Numbers are little-endian; prices
 * are the numbers that their texts read as. The reader is `orrery_fx/_host/lane.py`.
 */

import type { StrategyCandle, StrategyTick } from '../../../../core/strategy/strategy.js';
import { STRATEGY_HOOKS, type StrategyHook } from '../../../../core/strategy/strategy-error.js';
import type { Channel } from './pipes/channel.js';

/** What a push brings. */
export const PUSHES = { candles: 1, units: 2, quote: 3 } as const;

/** Bytes of the frame's head: length and kind, hook, two that are free, number of pushes, strategy, time. */
const HEAD = 5;
const PUSH_COUNT = 7;
const STRATEGY = 9;
const TIME = 13;
const FIRST_PUSH = 21;
const FIRST_ROOM = 65_536;
const NUMBER_BYTES = 8;
/** Four prices. */
const PARTS = ['o', 'h', 'l', 'c'] as const;
const SIDES = ['bid', 'mid', 'ask'] as const;

/**
 * Owns the frame of the next hook of one channel. `begin` empties it, the other calls add to it,
 * `send` writes it.
 */
export class HookFrame {
  #frame = Buffer.alloc(FIRST_ROOM);
  #end = FIRST_PUSH;
  #pushes = 0;

  /** Begins a frame. @param time - simulated time, microseconds since 1970. */
  begin(strategy: number, hook: StrategyHook, time: number): void {
    this.#frame[HEAD] = STRATEGY_HOOKS.indexOf(hook);
    this.#frame.writeUInt32LE(strategy, STRATEGY);
    this.#frame.writeDoubleLE(time, TIME);
    this.#end = FIRST_PUSH;
    this.#pushes = 0;
  }

  /** Adds a push; its numbers follow by `number`. @param place - of what was asked for. */
  push(kind: number, place: number, rows: number): void {
    this.#pushes += 1;
    this.#room(NUMBER_BYTES);
    this.#frame.writeUInt16LE(kind, this.#end);
    this.#frame.writeUInt16LE(place, this.#end + 2);
    this.#frame.writeUInt32LE(rows, this.#end + 4);
    this.#end += NUMBER_BYTES;
  }

  /** Adds a number of 64 bits. */
  number(value: number): void {
    this.#room(NUMBER_BYTES);
    this.#frame.writeDoubleLE(value, this.#end);
    this.#end += NUMBER_BYTES;
  }

  /** Adds a tick. @param instrument - its place among those of the account. */
  tick({ bid, ask }: StrategyTick, instrument: number): void {
    this.number(instrument);
    this.number(Number(bid));
    this.number(Number(ask));
  }

  /** Adds a candle. @param place - of its kind among those of the strategy. @param start - microseconds. */
  candle({ volume, points }: StrategyCandle, place: number, start: number): void {
    this.number(place);
    this.number(start);
    this.number(volume);
    for (const side of SIDES) for (const part of PARTS) this.number(points[side][part]);
  }

  /** Adds JSON, which is the rest of the frame. */
  json(value: unknown): void {
    const text = JSON.stringify(value);
    const bytes = Buffer.byteLength(text);
    this.#room(bytes);
    this.#frame.write(text, this.#end);
    this.#end += bytes;
  }

  /** Sends the frame. */
  send(channel: Channel): void {
    this.#frame.writeUInt16LE(this.#pushes, PUSH_COUNT);
    channel.sendFrame('H', this.#frame, this.#end);
  }

  #room(bytes: number): void {
    if (this.#frame.length - this.#end >= bytes) return;
    const wider = Buffer.alloc(2 * (this.#end + bytes));
    this.#frame.copy(wider, 0, 0, this.#end);
    this.#frame = wider;
  }
}
