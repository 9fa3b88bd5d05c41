/**
 * The world of a child in virtual time: its connections, its requests, the gate before its streams, and
 * the clock of its sandbox. Source: decision 0034.
 */

import { whenOver } from '../../api/http/answer-over.js';
import type { OpenServer } from '../../api/server.js';
import type { GatedReader, StreamGate } from '../../api/v20/stream/stream-gate.js';
import { HEARTBEAT_MS } from '../../api/v20/stream/stream-routes.js';
import { instant } from '../../core/time/instant.js';
import { nextStop } from '../../runtime/lockstep/next-stop.js';
import type { HeldProcess } from '../control/control-server.js';
import type { Front } from '../front/front.js';
import type { HeldRequest } from '../front/held-request.js';
import type { World } from './conductor.js';

/** What a world is made of. */
export interface WorldParts {
  readonly server: Pick<OpenServer, 'sandbox'>;
  readonly front: Pick<Front, 'connections'>;
  readonly gate: StreamGate;
  /** Called when something may have changed that nobody else tells of. */
  readonly onChange: () => void;
}

const BEAT_MICROS = HEARTBEAT_MS * 1_000;

/** A stream, and the port that the child reads it on. */
export interface OpenStream {
  readonly port: number;
  readonly reader: GatedReader;
}

export class ChildWorld implements World<HeldProcess, HeldRequest, OpenStream> {
  readonly #parts: WorldParts;
  readonly #open = new Set<HeldRequest>();

  constructor(parts: WorldParts) {
    this.#parts = parts;
  }

  get now(): number {
    return this.#sandbox.simulation.now;
  }

  get last(): number {
    return this.#sandbox.simulation.last;
  }

  get connections(): Front['connections'] {
    return this.#parts.front.connections;
  }

  /** A stream is answered when its head has left; a request that waits for time is not being answered. */
  get isServing(): boolean {
    let open = 0;
    for (const { isStream, response } of this.#open) {
      if (!(isStream && response.headersSent)) open += 1;
    }
    return open > this.#sandbox.simulation.waiting;
  }

  get streams(): readonly OpenStream[] {
    return this.#parts.gate.waiting.map(reader => ({ port: this.#portOf(reader), reader }));
  }

  get nextLines(): number {
    if (this.#parts.gate.size === 0) return Number.POSITIVE_INFINITY;
    return Math.max(this.now + 1, Math.min(nextStop(this.#sandbox.simulation), this.#nextBeat));
  }

  serve(held: HeldRequest): void {
    this.#open.add(held);
    whenOver(held.response, () => {
      this.#open.delete(held);
      this.#parts.onChange();
    });
    held.serve();
  }

  release({ reader }: OpenStream): void {
    reader.release();
  }

  move(to: number): Promise<void> | undefined {
    const beat = this.#nextBeat;
    const arrived = () => {
      if (this.now >= beat && this.#parts.gate.size > 0) this.#parts.gate.beat();
      else this.#parts.gate.gather();
    };
    const moving = this.#sandbox.clock.advance({ to: instant(to) });
    if (moving !== undefined) return moving.then(arrived).finally(this.#parts.onChange);
    arrived();
    return undefined;
  }

  tell(process: HeldProcess, now: number): void {
    process.tellNow(now);
  }

  /** Whoever watches the window ends the child. */
  end(): void {
    this.#sandbox.clock.advance({ to: this.#sandbox.simulation.scenario.to });
  }

  #portOf({ response }: GatedReader): number {
    for (const held of this.#open) if (held.response === response) return held.port;
    return 0;
  }

  get #sandbox() {
    return this.#parts.server.sandbox;
  }

  /** Heartbeats come at whole multiples of their interval, of simulated time. */
  get #nextBeat(): number {
    return (Math.floor(this.now / BEAT_MICROS) + 1) * BEAT_MICROS;
  }
}
