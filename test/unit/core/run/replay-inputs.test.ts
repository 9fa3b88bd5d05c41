import { expect, it } from 'vitest';
import { ChunkedList } from '../../../../src/core/base/chunked-list.js';
import { IDEAL_EXECUTION } from '../../../../src/core/engine/state/execution-model.js';
import type { Input } from '../../../../src/core/run/input/input.js';
import { replayTo, replayToTransaction } from '../../../../src/core/run/replay-inputs.js';
import { Run } from '../../../../src/core/run/run.js';
import type { Scenario } from '../../../../src/core/run/scenario.js';
import { instant } from '../../../../src/core/time/instant.js';
import { account, at, pair } from '../../../support/market/fixtures.js';
import { oneTick } from '../../../support/market/one-tick.js';

const FROM = at('2024-03-05T10:00:00Z');
const TO = at('2024-03-05T11:00:00Z');
/** Orders of one instant: more than a replay takes before it copies the run again. */
const ORDERS = 150;

const SCENARIO: Scenario = {
  name: 'one instant',
  seed: 1,
  from: FROM,
  to: TO,
  market: [
    {
      instrument: pair('EUR_USD'),
      halts: [],
      ticks: { instrument: 'EUR_USD', digest: '', windows: [oneTick(FROM, 108_505, 108_520)] },
    },
  ],
  accounts: [account()],
  execution: IDEAL_EXECUTION,
  timeline: [],
  expect: { accounts: new Map(), transactions: new Map() },
};

const INPUTS = new ChunkedList<Input>();
for (let order = 0; order < ORDERS; order++) {
  INPUTS.push({
    kind: 'command',
    time: instant(FROM + 1_000_000),
    accountID: account().id,
    command: { type: 'CreateOrder', order: { type: 'MARKET', instrument: 'EUR_USD', units: '1' } },
  });
}

function whole(): Run {
  const run = Run.start(SCENARIO, false);
  replayTo(run, INPUTS, TO);
  return run;
}

it('goes to before and after each of many transactions of one instant', () => {
  const { ledger } = whole().engine;
  const first = Run.start(SCENARIO, false).engine.ledger.length;
  expect(ledger.length).toBe(first + 2 * ORDERS);
  for (const order of [0, 1, 31, 32, 63, 64, 65, 127, 128, 129, ORDERS - 1]) {
    // An order and its fill stand together.
    const place = { place: first + 2 * order + (order % 2) };
    const start = () => Run.start(SCENARIO, false);
    const before = replayToTransaction(start(), INPUTS, { ...place, side: 'before' });
    expect(before.engine.ledger.length).toBe(first + 2 * order);
    const after = replayToTransaction(start(), INPUTS, { ...place, side: 'after' });
    expect(after.engine.ledger.length).toBe(first + 2 * order + 2);
    replayTo(before, INPUTS, TO);
    expect(before.engine.ledger.slice()).toEqual(ledger.slice());
  }
});
