import { describe, expect, it } from 'vitest';
import type { Command } from '../../../../../src/core/engine/state/command.js';
import type { RiskRules } from '../../../../../src/core/risk/risk-rules.js';
import type { StrategyAccount, StrategyTrade } from '../../../../../src/core/strategy/account.js';
import { type Instant, instant, mustParse } from '../../../../../src/core/time/instant.js';
import { DrySender } from '../../../../../src/live/remote/commands/dry-sender.js';
import { RiskGuard } from '../../../../../src/live/remote/risk/risk-guard.js';

/** An account in the test's hand. */
class HandAccount {
  readonly id = 'a';
  NAV = '10000';
  balance = '10000';
  trades: Pick<StrategyTrade, 'instrument' | 'currentUnits'>[] = [];
  openTrades = () => this.trades;
  pendingOrders = () => [
    { id: '7', tradeID: undefined },
    { id: '8', tradeID: '3' },
  ];
  unitsOf = (name: string) =>
    this.trades
      .filter(({ instrument }) => instrument === name)
      .reduce((all, { currentUnits }) => all + Number(currentUnits), 0);
}

const DAY = { from: 'NAV', hour: 17, minute: 0, timeZone: 'America/New_York' } as const;
const order = (units: string): Command => ({
  type: 'CreateOrder',
  order: { type: 'MARKET', instrument: 'EUR_USD', units },
});

/** A guard of `rules` that begins on a Tuesday, by default at 10:00 UTC, and what it sends and says. */
function guarded(rules: RiskRules, from = '2024-03-05T10:00:00Z') {
  const account = new HandAccount();
  const hand = { now: mustParse(from) as Instant, ended: false };
  const sent: string[] = [];
  const said: string[] = [];
  const guard = new RiskGuard({
    rules,
    events: [{ at: mustParse('2024-03-05T11:00:00Z'), currency: 'USD', impact: 'high', name: '' }],
    account: account as unknown as StrategyAccount,
    now: () => hand.now,
    sender: new DrySender(line => sent.push(line)),
    notify: line => said.push(line),
    end: () => {
      hand.ended = true;
    },
  });
  guard.start();
  const pass = (seconds: number) => {
    hand.now = instant(hand.now + seconds * 1_000_000);
  };
  return { account, hand, sent, said, guard, pass };
}

describe('a strategy under rules of risk on a live host', () => {
  it('is closed at the floor, opens nothing, reduces, and goes on the next day', async () => {
    const limit = { amount: '500' };
    const dailyLoss = { limit, ...DAY, then: 'closeAll', until: 'nextDay' } as const;
    const { account, sent, said, guard, pass } = guarded({ dailyLoss });
    account.trades = [{ instrument: 'EUR_USD', currentUnits: '1000' }];
    account.NAV = '9500.0001';
    await guard.look();
    expect(sent).toEqual([]);
    account.NAV = '9500';
    await guard.look();
    await guard.look();
    expect(sent.splice(0)).toEqual([
      'would send PUT /positions/EUR_USD/close {"longUnits":"ALL","shortUnits":"NONE"}',
      'would send PUT /orders/7/cancel',
    ]);
    expect(said.splice(0)).toEqual([
      'rules of risk: dailyLoss at 2024-03-05T10:00:00.000000000Z: NAV 9500.0000, floor 9500.0000: closeAll',
    ]);
    await guard.send(order('1'));
    await guard.send(order('-1000'));
    expect(said.splice(0)).toEqual([
      'rules of risk: CreateOrder is not sent: NEW_POSITIONS_LOCKED',
    ]);
    expect(sent.splice(0)).toHaveLength(1);
    // A close that the host did not carry out is sent again.
    pass(5);
    await guard.look();
    expect(sent.splice(0)).toHaveLength(2);
    pass(12 * 3_600);
    account.balance = '9500';
    await guard.look();
    await guard.send(order('1'));
    expect(sent).toEqual([expect.stringContaining('POST /orders')]);
  });

  it('ends when a rule says so and nothing is open any more', async () => {
    const limit = { percent: '1' };
    const drawdown = { limit, mode: 'trailing', untilBreakEven: false, then: 'end' } as const;
    const { account, hand, guard, said } = guarded({ drawdown });
    account.trades = [{ instrument: 'EUR_USD', currentUnits: '-5' }];
    account.NAV = '10100';
    await guard.look();
    account.NAV = '9999';
    await guard.look();
    expect(hand.ended).toBe(false);
    account.trades = [];
    await guard.look();
    expect(hand.ended).toBe(true);
    await guard.send(order('1'));
    expect(said.at(-1)).toBe('rules of risk: CreateOrder is not sent: ACCOUNT_LOCKED');
  });

  it('sends nothing from its first moment on when it begins amid the news', async () => {
    const minute = 60_000_000;
    const blackout = { before: minute, after: minute, impact: 'high', then: 'halt' } as const;
    const { guard, said, sent } = guarded({ blackout }, '2024-03-05T11:00:30Z');
    await guard.send(order('1'));
    expect([sent, said]).toEqual([
      [],
      ['rules of risk: CreateOrder is not sent: NEW_POSITIONS_LOCKED'],
    ]);
  });

  it('keeps to its units and to the news', async () => {
    const maximumUnits = { total: '1500', instruments: { EUR_USD: '1000' } };
    const minute = 60_000_000;
    const blackout = { before: minute, after: minute, impact: 'high', then: 'halt' } as const;
    const { account, guard, said, pass } = guarded({ maximumUnits, blackout });
    account.trades = [
      { instrument: 'EUR_USD', currentUnits: '400' },
      { instrument: 'GBP_USD', currentUnits: '-700' },
    ];
    await guard.send(order('401'));
    expect(said.splice(0)).toEqual([
      'rules of risk: CreateOrder is not sent: POSITION_SIZE_EXCEEDED',
    ]);
    await guard.send(order('400'));
    expect(said).toEqual([]);
    pass(59 * 60);
    await guard.look();
    await guard.send(order('1'));
    expect(said.splice(0)).toEqual([
      'rules of risk: CreateOrder is not sent: NEW_POSITIONS_LOCKED',
    ]);
    pass(120);
    await guard.look();
    await guard.send(order('1'));
    expect(said).toEqual([]);
  });
});
