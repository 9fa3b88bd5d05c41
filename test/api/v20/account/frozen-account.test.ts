import { describe, expect, it } from 'vitest';
import type { AccountSource } from '../../../../src/core/view/account-source.js';
import { fullAccount } from '../../../../src/core/view/accounts.js';
import { accountChanges, accountChangesState } from '../../../../src/core/view/changes.js';
import { frozenAccount } from '../../../../src/core/view/frozen-account.js';
import { OpenValues } from '../../../../src/core/view/open-values.js';
import { tradeView } from '../../../../src/core/view/trades.js';
import { type TestApi, testApi } from '../../../support/api/api.js';
import { OWN, OWN_SECOND, sandboxScenario } from '../../../support/api/sandbox-scenario.js';
import { furnish, openTrade, send } from '../../../support/api/trading.js';

function viewOf({ sandbox: { simulation } }: TestApi, id: string): AccountSource {
  const cell = simulation.account(id);
  if (cell === undefined) throw new Error(`no account ${id}`);
  const { slot, state, log, market } = cell;
  return { slot, state, log, market, resting: simulation.engine.state.resting };
}

/** Everything that a long answer shows of an account. */
function shown(account: AccountSource): string {
  const values = new OpenValues(account.state, account.market);
  const trades = [...account.state.openTrades.values()];
  return JSON.stringify([
    fullAccount(account),
    accountChanges(account, 1),
    accountChangesState(account),
    trades.map(trade => tradeView(account, trade, values)),
  ]);
}

describe('a frozen account', () => {
  it.each([OWN, OWN_SECOND])('shows %s as it stood, whatever happens meanwhile', async id => {
    const api = await testApi(sandboxScenario());
    await api.advance({ ticks: 9 });
    await furnish(api);
    const trailing = { trailingStopLossOnFill: { distance: '0.00500' } };
    const trailed = await openTrade(api, 300, trailing, id);
    const touched = { type: 'MARKET_IF_TOUCHED', instrument: 'EUR_USD', units: '5' } as const;
    await send(api, { type: 'CreateOrder', order: { ...touched, price: '1.05' } }, id);
    const before = shown(viewOf(api, id));
    const frozen = frozenAccount(viewOf(api, id));
    expect(shown(frozen)).toBe(before);

    await api.advance({ by: '8h' });
    await openTrade(api, 20, {}, id);
    await send(api, { type: 'CloseTrade', tradeSpecifier: trailed, units: '100' }, id);
    const [first] = viewOf(api, id).state.openTrades.keys();
    await send(api, { type: 'CloseTrade', tradeSpecifier: String(first) }, id);
    for (const order of [...viewOf(api, id).state.pendingOrders.keys()]) {
      await send(api, { type: 'CancelOrder', orderSpecifier: String(order) }, id);
    }
    await api.advance({ by: '24h' });
    expect(shown(viewOf(api, id))).not.toBe(before);
    expect(shown(frozen)).toBe(before);
  });
});
