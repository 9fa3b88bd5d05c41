import { expect, it } from 'vitest';
import { initialState } from '../../../../src/core/ledger/account.js';
import { apply } from '../../../../src/core/ledger/apply.js';
import type { Transaction } from '../../../../src/core/ledger/transaction.js';
import { account } from '../../../support/market/fixtures.js';
import { Sim } from '../../../support/market/sim.js';

it('a closed trade that a host labels gets the label, and takes no client id from an open one', () => {
  const sim = new Sim();
  sim.quote('EUR_USD', '1.08500', '1.08510');
  const order = { type: 'MARKET', instrument: 'EUR_USD' };
  const tradeClientExtensions = { id: 'mine' };
  sim.order({ ...order, units: '100', tradeClientExtensions });
  sim.order({ ...order, units: '-100' });
  sim.order({ ...order, units: '100', tradeClientExtensions });
  const { log, state: live } = sim.engine.account(account().id);
  const state = initialState(live.config);
  for (const each of log.since(0)) apply(state, each);
  expect([...state.clientTradeIDs]).toEqual([['mine', 9]]);
  apply(state, {
    ...log.must(log.lastID),
    id: String(log.lastID + 1),
    type: 'TRADE_CLIENT_EXTENSIONS_MODIFY',
    tradeID: '5',
    tradeClientExtensionsModify: { comment: 'the first' },
  } as unknown as Transaction);
  expect(state.trades.get(5)).toMatchObject({
    state: 'CLOSED',
    clientExtensions: { id: 'mine', comment: 'the first' },
  });
  expect([...state.clientTradeIDs]).toEqual([['mine', 9]]);
});
