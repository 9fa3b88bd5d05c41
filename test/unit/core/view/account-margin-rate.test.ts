import { expect, it } from 'vitest';
import { accountSummary } from '../../../../src/core/view/accounts.js';
import { account, pair } from '../../../support/market/fixtures.js';
import { Sim } from '../../../support/market/sim.js';

it('the margin rate of an account is its own, or else the lowest of its market', () => {
  const charged = ['0.05', '0.02', '0.1'];
  const rate = (marginRate?: string, rates = charged) => {
    const own = marginRate === undefined ? {} : { marginRate };
    const instruments = rates.map((each, at) =>
      pair(['EUR_USD', 'USD_JPY', 'GBP_USD'][at] ?? '', { marginRate: each }),
    );
    const sim = new Sim({ instruments, accounts: [account(own)] });
    const [cell] = sim.engine.state.cells;
    return cell && accountSummary(cell.state, cell.market)['marginRate'];
  };
  expect(rate()).toBe('0.02');
  expect(rate('0.2')).toBe('0.2');
  expect(rate('0.01')).toBe('0.01');
  expect(rate(undefined, [])).toBe('1');
});
