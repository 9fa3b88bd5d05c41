import { describe, expect, it } from 'vitest';
import { Engine } from '../../src/core/engine/engine.js';
import { explain } from '../../src/core/explain/explain.js';
import { JournalDriver } from '../../src/core/run/journal-driver.js';
import { runEngine } from '../../src/core/run/run-loop.js';
import { instant } from '../../src/core/time/instant.js';
import { faultsOf } from '../oracle/explanations/check.js';
import { denseRun } from '../support/random/dense-run.js';
import { type ExplainedRun, explainedRun } from '../support/random/explained-run.js';

/** Explanations of random runs, checked against their raw ticks: decision 0030. */

const WANTED = Number(process.env['ORRERY_EXPLANATIONS'] ?? 2_000);
const FIRST = Number(process.env['ORRERY_SEED'] ?? 1);
/** Every so many runs, one has many ticks between its events. */
const DENSE_EVERY = 4;
const MOST_BETWEEN = 20;
const MOST_SHOWN = 20;

/** Explains every transaction of every account of the run, and checks what is said. */
function checkAll({ engine, evidence }: ExplainedRun, kinds: Map<string, number>): string[] {
  const faults: string[] = [];
  for (const cell of engine.state.cells) {
    const known = { ...evidence, account: cell.state.config, ledger: cell.log.since(0) };
    for (const { id } of known.ledger) {
      const said = explain(engine.state, cell, Number(id));
      if (said === undefined) {
        faults.push(`${id} has no explanation`);
        continue;
      }
      const pending = said.transactionID === undefined ? 'pending ' : '';
      const kind = `${pending}${said.type} ${said.reason ?? ''}`.trim();
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      faults.push(...faultsOf(known, said));
    }
  }
  return faults;
}

describe(`${WANTED} explanations of random runs from seed ${FIRST}`, () => {
  it('agree with the raw ticks and the ledger', () => {
    const kinds = new Map<string, number>();
    const faults: string[] = [];
    let [seed, done] = [FIRST, 0];
    while (done < WANTED) {
      const most = seed % DENSE_EVERY === 0 ? MOST_BETWEEN : undefined;
      const found = checkAll(explainedRun(seed, most), kinds);
      faults.push(...found.map(fault => `seed ${seed}: ${fault}`));
      done = [...kinds.values()].reduce((sum, count) => sum + count, 0);
      seed += 1;
    }
    expect(faults.slice(0, MOST_SHOWN), `${faults.length} faults`).toEqual([]);
    if (process.env['ORRERY_EXPLANATIONS'] !== undefined) {
      console.log(`${done} explanations of ${seed - FIRST} runs`, Object.fromEntries(kinds));
    }
    for (const rare of [
      'ORDER_FILL LIMIT_ORDER',
      'ORDER_FILL TRAILING_STOP_LOSS_ORDER',
      'ORDER_CANCEL INSUFFICIENT_MARGIN',
      'pending LIMIT_ORDER',
      'DAILY_FINANCING',
    ]) {
      expect(kinds.get(rare) ?? 0, rare).toBeGreaterThan(0);
    }
  });
});

describe('explanations of random runs on legs', () => {
  it('give the quote of each fill, and say where it is not that of a tick', () => {
    let between = 0;
    for (let seed = FIRST; seed < FIRST + 20; seed++) {
      const { options, ticks, commands, to } = denseRun(seed, 6, true);
      const engine = Engine.create(options);
      const { from } = options;
      const drivers = [new JournalDriver(commands)];
      runEngine(engine, { ticks, drivers, from, to: instant(to), replay: 'pass-quiet' });
      for (const cell of engine.state.cells) {
        for (const each of cell.log.since(0)) {
          const said = explain(engine.state, cell, Number(each.id));
          if (each.type !== 'ORDER_FILL') continue;
          const { bids, asks } = each.fullPrice;
          const met = { bid: bids[0]?.price, ask: asks[0]?.price };
          expect(said?.tick, `seed ${seed}, ${each.id}`).toMatchObject(met);
          if (said?.tick?.between !== undefined) between += 1;
        }
      }
    }
    expect(between).toBeGreaterThan(10);
  });
});
