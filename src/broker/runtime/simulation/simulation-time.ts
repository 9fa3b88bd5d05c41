/**
 * The time of a simulation: how it is moved, and which prices are published on the way. When it moves
 * is decided by the clock. Invariant: the ledger does not depend on how many calls move it (D5).
 */

import type { TurnEnd } from '../../../core/run/turn-end.js';
import type { Instant } from '../../../core/time/instant.js';
import { moveTo, type Place } from '../strategies/place.js';
import { WindowOverError } from './command-lost.js';
import { PriceWindows } from './price-windows.js';
import { SimulationView } from './simulation-view.js';
import { WaitingCommands } from './waiting-commands.js';

/**
 * Owns the version of a simulation, its price windows and the commands that wait for their latency.
 * Each method that moves time changes them, and tells the snapshots how far the run is. Always: a
 * command waits only while it can still take effect in the window.
 */
export class SimulationTime extends SimulationView {
  protected readonly commands = new WaitingCommands();
  protected readonly prices = new PriceWindows();
  #version = 0;

  /** Grows whenever time or an account may have changed: earlier results are out of date. */
  get version(): number {
    return this.#version;
  }

  /** Accepted commands that have not taken effect yet. */
  get waiting(): number {
    return this.commands.size;
  }

  /** Moves time to `place`, which may not be before the present. */
  moveTo(place: Place): void {
    this.outdate();
    moveTo(this.run, place);
    this.isOver = place.ended === true;
    this.recorded.checkpoints.note(this.run);
  }

  /**
   * Moves time up to and including `time`. Publishes prices at the end of each price window.
   * @param rests - whether time will stand still then, so that the last prices are published too.
   * @param isHeld - called after each published window; true stops time there.
   * @returns whether time has reached `time`.
   */
  advanceTo(time: Instant, rests = false, isHeld: () => boolean = () => false): boolean {
    this.outdate();
    const { run } = this;
    const held = () => {
      this.recorded.checkpoints.note(run);
      return isHeld();
    };
    if (this.prices.areRead && !this.prices.advance(run, time, held)) return false;
    run.advanceTo(time);
    if (rests) this.rest();
    this.#complete();
    return true;
  }

  /**
   * Moves time up to `end`, or to an event that ends the turn early; publishes prices as
   * `advanceTo`.
   * @returns whether the turn ended early.
   */
  advanceUntil(end: TurnEnd): boolean {
    this.outdate();
    const { run } = this;
    const stopped = this.prices.areRead
      ? this.prices.advanceUntil(run, end)
      : run.advanceUntil(end);
    this.#complete();
    return stopped;
  }

  /** Takes the next `count` ticks and publishes the prices they change; then time stands still. */
  advanceTicks(count: number): void {
    this.outdate();
    const { run } = this;
    if (this.prices.areRead) this.prices.advanceTicks(run, count);
    else run.advanceTicks(count);
    this.#complete();
  }

  /** Moves time past the last instant, at which everything has happened: the window is over. */
  end(): void {
    this.outdate();
    this.isOver = true;
    this.strategies?.end();
  }

  /** Publishes the last prices, because time now stands still. */
  rest(): void {
    this.prices.publish();
  }

  /** Calls `listener` whenever prices are to be published. @returns what ends that. */
  onPrices(listener: () => void): () => void {
    return this.prices.add(listener);
  }

  /** Marks results that were read before as out of date. */
  protected outdate(): void {
    this.#version += 1;
  }

  /** Completes the present instant; its prices are published at the end of their price window. */
  protected takePresent(): void {
    const { now } = this;
    if (this.prices.areRead && this.nextEvent <= now) this.prices.note(now);
    this.run.advanceTo(now);
  }

  /** Rejects the waiting commands once nothing can take effect in the window any more. */
  protected settleIfOver(): void {
    if (this.now < this.last || this.nextEvent < Number.POSITIVE_INFINITY) return;
    this.commands.rejectAll(new WindowOverError());
  }

  #complete(): void {
    this.settleIfOver();
    this.recorded.checkpoints.note(this.run);
  }
}
