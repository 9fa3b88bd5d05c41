/**
 * Buying by what the stream says: the next order is sent when the fill of the last one is known.
 * A client brings its own way to learn of fills.
 */

import type { Client } from '../../world.js';
import { Desk, TARGET, TRANCHE, type Transaction } from './desk.js';
import { Ear, filled, type Line } from './ear.js';

/** How a client learns how many units were filled. Made anew for each run. */
export interface Listener {
  /** Takes in what has come by now. @returns the units that the client believes were filled. */
  believed(): Promise<number>;
  close(): void;
}

/** Seconds between two looks at the stream. */
const LOOK = 1;

/** Buys the target in tranches; when to send the next, and how much, is what the listener believes. */
export async function buyByListener(desk: Desk, listener: Listener): Promise<void> {
  let sent = 0;
  while (desk.isOpen) {
    const believed = await listener.believed();
    if (believed >= TARGET) return;
    if (believed >= sent) {
      const units = Math.min(TRANCHE, TARGET - believed);
      sent = believed + units;
      await desk.reach((await desk.held()) + units);
    }
    await desk.world.wait(LOOK);
  }
  throw new Error('heard of too few fills before the end');
}

/** A client that buys by what `listenerOf` makes, and then protects its trades. */
export function follower(listenerOf: (desk: Desk) => Promise<Listener> | Listener): Client {
  return async world => {
    const desk = new Desk(world);
    const listener = await listenerOf(desk);
    await buyByListener(desk, listener);
    listener.close();
    await desk.protect();
  };
}

/** Knows each transaction once, by its id, whether it came by the stream or by `sinceid`. */
class Ledger {
  readonly #units = new Map<string, number>();

  /** @param start - the last transaction before the client's first. */
  constructor(readonly start: string) {}

  /** Takes in transactions and heartbeats; those of before the start count for nothing. */
  add(lines: readonly object[]): void {
    for (const line of lines as Line[]) {
      const id = line['id'];
      if (typeof id === 'string' && Number(id) > Number(this.start)) {
        this.#units.set(id, filled({ ...line, id }));
      }
    }
  }

  /** The units filled. */
  get units(): number {
    return [...this.#units.values()].reduce((sum, units) => sum + units, 0);
  }

  /** Whether every transaction up to `id` is known. */
  isComplete(id: string): boolean {
    return this.#units.size >= Number(id) - Number(this.start);
  }
}

/** What a listener does when its stream is bad; the careful one does all of it. */
export interface Care {
  /** Connects again when the stream is cut. */
  readonly reconnects: boolean;
  /** Asks `sinceid` after it has connected again. */
  readonly asksMissed: boolean;
  /** Seconds without a line after which it calls the stream dead. */
  readonly silenceMax: number;
  /** Compares `lastTransactionID` of heartbeats with what it knows. */
  readonly checksHeartbeats: boolean;
}

/** Two heartbeats are missing after so many seconds. */
const DEAD_AFTER = 12;

/** Least seconds between two connections. */
const RECONNECT_AFTER = 5;

export const CAREFUL: Care = {
  reconnects: true,
  asksMissed: true,
  silenceMax: DEAD_AFTER,
  checksHeartbeats: true,
};

/** A listener that takes such care; it knows each transaction once, and in any order. */
export async function listenerOf(desk: Desk, care: Care): Promise<Listener> {
  const ledger = new Ledger(await desk.lastID());
  let ear = new Ear(desk.world);
  const catchUp = async () => ledger.add(await desk.since(ledger.start));
  const connect = async () => {
    ear.close();
    ear = new Ear(desk.world);
    if (care.asksMissed) await catchUp();
  };
  return {
    async believed() {
      const lines = ear.take();
      ledger.add(lines);
      const isBehind = lines.some(
        ({ lastTransactionID: last }) => last !== undefined && !ledger.isComplete(last),
      );
      if (isBehind && care.checksHeartbeats) await catchUp();
      const isLost = ear.isOver ? ear.age >= RECONNECT_AFTER : ear.silence > care.silenceMax;
      if (care.reconnects && isLost) await connect();
      return ledger.units;
    },
    close: () => ear.close(),
  };
}

/**
 * A client that adds up units line by line, and is careful with its connection: what it was not sent
 * it asks of `sinceid`.
 * @param readerOf - makes what says how many units a transaction adds.
 */
export function byLines(readerOf: () => (line: Transaction) => number): Client {
  return follower(async desk => {
    const unitsOf = readerOf();
    const start = await desk.lastID();
    const seen = new Set<string>();
    let units = 0;
    let ear = new Ear(desk.world);
    const count = (lines: readonly Transaction[]) => {
      for (const line of lines) {
        units += unitsOf(line);
        seen.add(line.id);
      }
    };
    const catchUp = async () => count((await desk.since(start)).filter(({ id }) => !seen.has(id)));
    return {
      async believed() {
        const lines = ear.take();
        count(lines.filter(({ id }) => Number(id) > Number(start)) as unknown as Transaction[]);
        const isBehind = lines.some(
          line => Number(line.lastTransactionID) - Number(start) > seen.size,
        );
        const isLost = ear.isOver ? ear.age >= RECONNECT_AFTER : ear.silence > DEAD_AFTER;
        if (isLost) {
          ear.close();
          ear = new Ear(desk.world);
        }
        if (isBehind || isLost) await catchUp();
        return units;
      },
      close: () => ear.close(),
    };
  });
}
