import { expect, it } from 'vitest';
import { accountSummary } from '../../../../../src/core/view/accounts.js';
import { account } from '../../../../support/market/fixtures.js';
import { Sim } from '../../../../support/market/sim.js';

it('the extensions of a margin call are counted until it ends, and anew in the next one', () => {
  const sim = new Sim({
    from: '2024-03-05T20:00:00Z',
    accounts: [account({ balance: '1110', marginCalls: true, financing: 'NO_FINANCING' })],
  });
  const shown = () => {
    const { state, market } = sim.engine.account(account().id);
    const { marginCallEnterTime, marginCallExtensionCount, lastMarginCallExtensionTime } =
      accountSummary(state, market);
    return [marginCallEnterTime, marginCallExtensionCount, lastMarginCallExtensionTime];
  };
  sim.quote('EUR_USD', '1.10000', '1.10010');
  sim.order({ type: 'MARKET', instrument: 'EUR_USD', units: '50000' });
  sim.quote('EUR_USD', '1.09950', '1.09960');
  const entered = '2024-03-05T20:00:02.000000000Z';
  expect(shown()).toEqual([entered, 0, undefined]);
  sim.waitUntil('2024-03-05T20:45:00Z');
  expect(shown()).toEqual([entered, 1, '2024-03-05T20:45:00.000000000Z']);
  sim.quote('EUR_USD', '1.11000', '1.11010');
  expect(shown()).toEqual([undefined, undefined, undefined]);
  sim.quote('EUR_USD', '1.09950', '1.09960');
  expect(sim.waitUntil('2024-03-06T20:45:00Z')).toMatchObject([
    { type: 'MARGIN_CALL_EXTEND', extensionNumber: 1 },
  ]);
});
