/**
 * The journal: the inputs of a run in order, which cause its ledger. Replaying them over the same
 * ticks gives the same ledger, byte for byte (decision 0006).
 */

import type { Driver } from '../engine/driver.js';
import type { Engine } from '../engine/engine.js';
import type { Instant } from '../time/instant.js';
import { haltsIn } from './input/disturbed-market.js';
import { giveTick, isForNow } from './input/given-tick.js';
import type { Disturbance, JournalInput } from './input/input.js';

/**
 * Owns the place in the recorded inputs. `act` sends the recorded commands, opens the recorded
 * accounts, gives the ticks for the present and sets the halts of faults, at the instants at which
 * they were accepted. What changes later ticks is part of the market: recorded-market.ts.
 */
export class JournalDriver implements Driver {
  readonly #inputs: readonly JournalInput[];
  /** What disturbs each instrument, by its name. */
  readonly #disturbances = new Map<string, readonly Disturbance[]>();
  #next = 0;

  constructor(inputs: readonly JournalInput[]) {
    this.#inputs = inputs;
  }

  nextAt(): number {
    return this.#inputs[this.#next]?.time ?? Number.POSITIVE_INFINITY;
  }

  act(engine: Engine, _at: Instant): void {
    const input = this.#inputs[this.#next];
    if (input === undefined) return;
    this.#next += 1;
    if ('command' in input) {
      engine.accept(input.accountID, input.command, undefined, input.refuse);
    } else if (input.kind === 'account') engine.openAccount(input.config);
    else if (input.kind === 'market') {
      const slot = engine.state.quotes.mustSlot(input.instrument);
      this.#disturbances.set(input.instrument, input.disturbances);
      engine.setFaultHalts(slot, haltsIn(input.disturbances));
    } else if (input.kind === 'tick' && isForNow(input)) {
      giveTick(engine, input, this.#disturbances.get(input.instrument));
    }
  }
}
