/**
 * A run once more, tick by tick: its commands are replayed and its first account is valued by the
 * core after every tick and transaction. What curves by the tick are held against.
 */

import type { ScenarioRun } from '../../../src/broker/runtime/run-scenario.js';
import { type Driver, fanOut } from '../../../src/core/engine/driver.js';
import { Engine } from '../../../src/core/engine/engine.js';
import { valueAccount } from '../../../src/core/ledger/valuation.js';
import { JournalDriver } from '../../../src/core/run/journal-driver.js';
import { runEngine } from '../../../src/core/run/run-loop.js';

export interface Moment {
  /** Microseconds. */
  readonly at: number;
  readonly NAV: number;
  readonly drawdown: number;
  readonly marginUsed: number;
  /** Levels of the resting trailing stops by order id, in points or, for mids, half points. */
  readonly trailing: ReadonlyMap<string, number>;
}

/** Every moment of the first account, from its opening on. */
export function everyMoment({ loaded, result }: Pick<ScenarioRun, 'loaded' | 'result'>): Moment[] {
  const { market, accounts, execution: model, seed, from, to } = loaded.scenario;
  const moments: Moment[] = [];
  let engine: Engine | undefined;
  let [shares, highest] = [0, 1];
  const look = () => {
    const cell = engine?.state.cells[0];
    if (engine === undefined || cell === undefined || shares === 0) return;
    const { NAV, marginUsed } = valueAccount(cell.state, cell.market);
    const value = NAV.toNumber() / shares;
    highest = Math.max(highest, value);
    moments.push({
      at: engine.now,
      NAV: NAV.toNumber(),
      drawdown: 1 - value / highest,
      marginUsed: marginUsed.toNumber(),
      trailing: trailingLevels(engine),
    });
  };
  const first = accounts[0]?.id;
  const watcher: Driver = {
    wantsTicks: true,
    start: started => {
      engine = started;
      shares = Number(accounts[0]?.balance);
      look();
    },
    onTick: look,
    onTransaction(transaction) {
      if (transaction.accountID !== first || engine === undefined) return;
      if (transaction.type === 'TRANSFER_FUNDS') {
        const [cell] = engine.state.cells;
        if (cell === undefined) return;
        const after = valueAccount(cell.state, cell.market).NAV.toNumber();
        shares *= after / (after - Number(transaction.amount));
      }
      look();
    },
  };
  const drivers: Driver[] = [new JournalDriver(result.commands), watcher];
  const outputs = fanOut(drivers);
  const made = Engine.create({ market, accounts, model, seed, from, outputs });
  for (const driver of drivers) driver.start?.(made);
  const ticks = market.map(entry => entry.ticks?.windows);
  runEngine(made, { ticks, drivers, from, to });
  return moments;
}

function trailingLevels({ state }: Engine): ReadonlyMap<string, number> {
  const resting = state.resting.flatMap(index => index.all());
  return new Map(
    resting
      .filter(order => order.account === 0 && order.distance !== undefined)
      .map(({ orderID, level }) => [String(orderID), level]),
  );
}
