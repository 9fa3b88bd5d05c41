import { describe, expect, it } from 'vitest';
import { UnwrittenFill } from '../../src/core/ledger/log/ledger.js';
import type { Transaction } from '../../src/core/ledger/transaction.js';
import { play, startRun } from '../support/random/run-engine.js';
import { randomRun } from '../support/random/sparse-run.js';

const RUNS = Number(process.env['ORRERY_RUNS'] ?? 10);
const FIRST = Number(process.env['ORRERY_SEED'] ?? 1);
const seeds = Array.from({ length: RUNS }, (_, index) => FIRST + index);

/** The same run, once heard by nobody and once by a listener who is told every transaction. */
function both(seed: number) {
  const run = randomRun(seed);
  const told: Transaction[] = [];
  const unheard = startRun(run);
  const heard = startRun(run, { onTransaction: transaction => told.push(transaction) });
  for (const event of run.events) {
    play(unheard, event);
    play(heard, event);
  }
  return { unheard, heard, told };
}

describe(`fills without a listener, in ${RUNS} seeded random runs from seed ${FIRST}`, () => {
  it('are written out later to the bytes that a listener gets', () => {
    const fills = { unwritten: 0, written: 0 };
    for (const seed of seeds) {
      const { unheard, heard, told } = both(seed);
      expect(JSON.stringify(unheard.ledger), `seed ${seed}`).toBe(JSON.stringify(heard.ledger));
      expect(JSON.stringify(heard.ledger.slice(-told.length)), `seed ${seed}`).toBe(
        JSON.stringify(told),
      );
      for (const entry of unheard.ledger.entries) {
        if (entry instanceof UnwrittenFill) fills.unwritten += 1;
        else if (entry.type === 'ORDER_FILL') fills.written += 1;
      }
    }
    // The runs must hold both kinds, or they show nothing.
    expect(fills.unwritten).toBeGreaterThan(RUNS);
    expect(fills.written).toBeGreaterThan(RUNS / 10);
  });

  it('are the same by id, in a fork, and each time that they are read', () => {
    for (const seed of seeds.slice(0, RUNS / 4)) {
      const { unheard } = both(seed);
      const fork = unheard.fork();
      const all = unheard.ledger.slice();
      expect(fork.ledger.slice()).toEqual(all);
      expect([...unheard.ledger]).toEqual(all);
      for (const { log, state } of unheard.state.cells) {
        const own = all.filter(({ accountID }) => accountID === state.config.id);
        expect(log.since(0)).toEqual(own);
        expect(own.map(({ id }) => log.must(Number(id)))).toEqual(own);
      }
    }
  });
});
