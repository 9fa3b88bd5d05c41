import { expect, it } from 'vitest';
import type { TradeRecord } from '../../../../../src/core/ledger/account.js';
import { settledFinancing } from '../../../../../src/core/ledger/rollover/financing.js';
import { account, pair } from '../../../../support/market/fixtures.js';
import { Sim } from '../../../../support/market/sim.js';

const rates = (longRate: string, shortRate: string) =>
  pair('EUR_USD', { financing: { ...pair('EUR_USD').financing, longRate, shortRate } });

it.each([
  ['a little that is earned', rates('0.0365', '0'), '10000'],
  ['a little that is paid', rates('-0.0365', '0'), '10000'],
  ['much that is earned', rates('0', '0.73'), '-100000'],
])(
  'what is due by the second is what a close at that instant settles: %s',
  (_, instrument, units) => {
    const sim = new Sim({
      instruments: [instrument],
      accounts: [account({ financing: 'SECOND_BY_SECOND', conversionMarkup: '0.005' })],
    });
    sim.quote('EUR_USD', '1.10000', '1.10200');
    sim.order({ type: 'MARKET', instrument: 'EUR_USD', units });
    sim.waitUntil('2024-03-05T16:00:00Z');
    const { state, market } = sim.engine.account(account().id);
    const trade = state.openTrades.get(5) as TradeRecord;
    const due = settledFinancing({ state, market }, { trade, units: trade.currentUnits }, sim.now);
    const written = sim.send({ type: 'CloseTrade', tradeSpecifier: '5' }).transactions;
    const fill = written.find(({ type }) => type === 'ORDER_FILL');
    expect(fill).toHaveProperty('financing', due.toFixed(4));
    expect(due.isZero()).toBe(false);
  },
);
