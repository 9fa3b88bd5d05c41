/** What a random run is: a market, its accounts, and the ticks and commands in order of time. */

import type { ReadCommand as Command } from '../../../src/core/engine/state/command.js';
import type { Halt } from '../../../src/core/engine/state/market-entry.js';
import type { AccountConfig } from '../../../src/core/ledger/account-config.js';
import type { Instrument } from '../../../src/core/market/instrument.js';

export type RunEvent =
  | {
      readonly kind: 'tick';
      readonly time: number;
      readonly slot: number;
      readonly bid: number;
      readonly ask: number;
      /** Units at the top of book; absent for the instrument's default. */
      readonly volume?: number;
      /** Those of the ask, when they are others than those of the bid. */
      readonly askVolume?: number;
      /** Whether the price passed here from the tick before through every price between. */
      readonly leg?: boolean;
    }
  | {
      readonly kind: 'command';
      readonly time: number;
      readonly accountID: string;
      readonly command: Command;
    };

export interface RandomRun {
  readonly seed: number;
  readonly from: number;
  readonly instruments: readonly Instrument[];
  readonly halts: readonly (readonly Halt[])[];
  readonly accounts: readonly AccountConfig[];
  /** Ticks before `from`, in time order. */
  readonly before: readonly Extract<RunEvent, { kind: 'tick' }>[];
  readonly events: readonly RunEvent[];
}

/** Ticks of an instant come before its commands, in instrument order; else as made. */
export function inOrder(a: RunEvent, b: RunEvent): number {
  const rank = (event: RunEvent) => (event.kind === 'tick' ? event.slot : 99);
  return a.time - b.time || rank(a) - rank(b);
}
