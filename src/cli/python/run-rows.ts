/** Rows of the tables of a run, as v20 has them, each with its account. They cross as lines of JSON. */

import type { ScenarioRun } from '../../broker/runtime/run-scenario.js';
import { orderView } from '../../core/view/orders.js';
import { positionView } from '../../core/view/positions.js';
import type { JobOutput } from './job-output.js';

/** Characters of one frame of lines, about. */
const PIECE = 4_194_304;

/** Tables whose rows are in the run itself. */
export const ROWS_OF_RUN: Readonly<Record<string, (run: ScenarioRun) => Iterable<object>>> = {
  transactions: ({ result }) => result.ledger,
  equity: ({ result }) => result.equity,
  orders: ordersOf,
  positions: positionsOf,
};

/** Every order of every account, by account and id; with its instrument also where v20 leaves it out. */
function* ordersOf({ result: { engine } }: ScenarioRun): Iterable<object> {
  const { cells, resting } = engine.state;
  for (const { slot, state, log, market } of cells) {
    const account = { slot, state, log, market, resting };
    for (const order of state.orders.values()) {
      const { instrument } = order;
      yield { accountID: state.config.id, ...orderView(account, order), instrument };
    }
  }
}

/** The positions of every account at the end. */
function* positionsOf({ result: { engine } }: ScenarioRun): Iterable<object> {
  for (const { state, market } of engine.state.cells) {
    for (const position of state.positions.values()) {
      yield { accountID: state.config.id, ...positionView(state, market, position) };
    }
  }
}

/** Sends rows as lines of JSON, many in a frame. */
export function sendRows(rows: Iterable<object>, { onData }: JobOutput): void {
  let lines: string[] = [];
  let length = 0;
  const send = () => {
    if (lines.length > 0) onData(Buffer.from(lines.join('\n')));
    lines = [];
    length = 0;
  };
  for (const row of rows) {
    const line = JSON.stringify(row);
    lines.push(line);
    length += line.length;
    if (length >= PIECE) send();
  }
  send();
}
