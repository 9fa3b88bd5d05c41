import { describe, expect, it } from 'vitest';
import { formatMoney } from '../../../../../src/core/base/decimal.js';
import type { Transaction } from '../../../../../src/core/ledger/transaction.js';
import { Facts } from '../../../../../src/data/figures/facts/facts.js';
import { type Grouping, tradeGroups } from '../../../../../src/data/figures/facts/trade-groups.js';
import { accountReport } from '../../../../../src/data/figures/report/report.js';
import { figures, madeRun } from '../../../../support/figures/account-run.js';

const TIMES = ['2024-03-08T14:30:00.000000000Z', '2024-03-11T13:45:00.000000000Z'] as const;
const CLOSED = '2024-03-11T14:45:00.000000000Z';

/** A winner tagged `trend` on a Friday, and a loser and an even trade on the Monday after it. */
const made = madeRun({
  trades: [
    { pl: '30.0000', openTime: TIMES[0], closeTime: CLOSED },
    { pl: '-10.0000', units: '-1000', openTime: TIMES[1], closeTime: CLOSED },
    { pl: '0.0000', openTime: TIMES[1], closeTime: CLOSED },
  ],
});
/** A fill that closes trades, as far as their results depend on it. */
function exit(reason: string, ...tradeIDs: readonly string[]): Transaction {
  const tradesClosed = tradeIDs.map(tradeID => ({ tradeID, guaranteedExecutionFee: '0' }));
  return { type: 'ORDER_FILL', reason, commission: '0', tradesClosed } as unknown as Transaction;
}
const exits = [exit('TAKE_PROFIT_ORDER', '10'), exit('STOP_LOSS_ORDER', '11', '12')];
const run = {
  ...made,
  trades: made.trades.map((trade, index) =>
    index === 0 ? { ...trade, clientExtensions: { tag: 'trend' } } : trade,
  ),
  ledger: [...made.ledger, ...exits],
};
const facts = new Facts(run);

function groups(by: Grouping) {
  return tradeGroups(facts.trades(), facts.excursions(), by);
}

/** Name, number, sum and win rate of each group. */
function rows(by: Grouping) {
  return groups(by).map(({ name, trades, result, winRate }) => [
    name,
    trades,
    formatMoney(result),
    Number(winRate.toFixed(6)),
  ]);
}

describe('groups of trades', () => {
  it('have the sum, the share of gains and the mean length of their trades', () => {
    expect(rows('side')).toEqual([
      ['long', 2, '30.0000', 0.5],
      ['short', 1, '-10.0000', 0],
    ]);
    expect(rows('exitReason')).toEqual([
      ['STOP_LOSS_ORDER', 2, '-10.0000', 0],
      ['TAKE_PROFIT_ORDER', 1, '30.0000', 1],
    ]);
    expect(groups('side')[1]?.seconds).toBe(3600);
  });

  it('leave trades without a tag for the end', () => {
    expect(rows('tag').map(([name]) => name)).toEqual(['trend', '']);
    expect(facts.trades().map(({ tag }) => tag)).toEqual(['trend', undefined, undefined]);
  });

  it('are by weekday and hour of New York, on either side of a clock change', () => {
    expect(rows('weekday').map(([name, trades]) => [name, trades])).toEqual([
      ['Monday', 2],
      ['Friday', 1],
    ]);
    // 14:30 UTC before the change and 13:45 UTC after it.
    expect(rows('hour')).toEqual([['09:00', 3, '20.0000', 0.333333]]);
  });

  it('are none without a closed trade', () => {
    expect(accountReport(new Facts(madeRun())).tradeGroups).toEqual([]);
  });
});

describe('a figure of few days', () => {
  it('says that it is annualised, and from how many days', () => {
    const note = (days: number) => {
      const navs = Array.from({ length: days }, (_, day) => 10_000 + day * 10 - (day % 3) * 4);
      const all = figures(madeRun({ navs }));
      return ['cagr', 'sharpe', 'totalReturn'].map(name => all.get(name)?.note);
    };
    const said = 'annualised from 12 trading days';
    expect(note(12)).toEqual([said, said, undefined]);
    expect(note(60)).toEqual([undefined, undefined, undefined]);
  });
});
