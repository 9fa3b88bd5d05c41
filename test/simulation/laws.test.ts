import { describe, expect, it } from 'vitest';
import type { Engine } from '../../src/core/engine/engine.js';
import { audit } from '../../src/core/ledger/audit.js';
import { isCloseoutDue, valueAccount } from '../../src/core/ledger/valuation.js';
import { IS_NIGHTLY } from '../support/random/nightly.js';
import type { RandomRun } from '../support/random/random-run.js';
import { play, startRun } from '../support/random/run-engine.js';
import { randomRun } from '../support/random/sparse-run.js';

// Fifty runs from this seed reach every corner that is asked for.
const RUNS = Number(process.env['ORRERY_RUNS'] ?? 50);
const FIRST = Number(process.env['ORRERY_SEED'] ?? 38);
const VALUED_EVERY = 20;
const seeds = Array.from({ length: RUNS }, (_, index) => FIRST + index);

function runAll(run: RandomRun, after: (engine: Engine, step: number) => void): Engine {
  const engine = startRun(run);
  run.events.forEach((event, step) => {
    play(engine, event);
    after(engine, step);
  });
  return engine;
}

function faultsOf(engine: Engine): string[] {
  return engine.state.cells.flatMap(cell => audit(cell.state, cell.log.since(0), cell.market));
}

describe(`laws of ${RUNS} seeded random runs from seed ${FIRST}`, () => {
  it('books are clean after every step that writes, and no account is left that should be closed out', () => {
    const kinds = new Map<string, number>();
    for (const seed of seeds) {
      const run = randomRun(seed);
      // Most runs by day are audited now and then only: what is wrong in books mostly stays there.
      const isWhole = IS_NIGHTLY || seed % 5 === 0;
      let audited = 0;
      const engine = runAll(run, (live, step) => {
        const event = run.events[step];
        // The books change with the ledger; what they are worth, with every tick: now and then.
        if ((isWhole && live.ledger.length > audited) || step % VALUED_EVERY === 0) {
          expect(faultsOf(live), `seed ${seed} step ${step}`).toEqual([]);
          audited = live.ledger.length;
        }
        if (event?.kind !== 'tick' || live.state.quotes.tradeable[event.slot] !== 1) return;
        for (const { state, market } of live.state.cells) {
          const due = isCloseoutDue(state, valueAccount(state, market));
          const open = [...state.openTrades.values()].some(trade => trade.state === 'OPEN');
          expect(due && open, `seed ${seed} step ${step}: closeout missed`).toBe(false);
        }
      });
      for (const transaction of engine.ledger) {
        const key =
          'rejectReason' in transaction
            ? `${transaction.rejectReason}`
            : transaction.type === 'ORDER_CANCEL' || transaction.type === 'ORDER_FILL'
              ? `${transaction.type} ${transaction.reason}`
              : transaction.type;
        kinds.set(key, (kinds.get(key) ?? 0) + 1);
      }
    }
    // The runs are worth little unless they reach the rare corners.
    for (const rare of [
      'ORDER_FILL MARKET_ORDER_MARGIN_CLOSEOUT',
      'ORDER_FILL GUARANTEED_STOP_LOSS_ORDER',
      'ORDER_FILL TRAILING_STOP_LOSS_ORDER',
      'ORDER_CANCEL LINKED_TRADE_CLOSED',
      'ORDER_CANCEL INSUFFICIENT_MARGIN',
      'DAILY_FINANCING',
      'INVALID_REISSUE_IMMEDIATE_PARTIAL_FILL',
      'CLOSEOUT_POSITION_REJECT',
    ]) {
      expect(kinds.get(rare) ?? 0, rare).toBeGreaterThan(0);
    }
  });

  it('the same run twice gives the same ledger, and an idle account changes nothing', () => {
    for (const seed of seeds) {
      const run = randomRun(seed);
      const once = runAll(run, () => {});
      const idle = {
        ...(run.accounts[0] as (typeof run.accounts)[number]),
        id: '101-004-1000001-999',
      };
      const twice = startRun({ ...run, accounts: [...run.accounts, idle] });
      for (const event of run.events) play(twice, event);
      const others = twice.ledger.slice().filter(transaction => transaction.accountID !== idle.id);
      expect(JSON.stringify(others), `seed ${seed}`).toBe(JSON.stringify(once.ledger));
    }
  });
});
