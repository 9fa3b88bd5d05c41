import { describe, expect, it } from 'vitest';
import { account, guaranteedPair, pair } from '../../../../support/market/fixtures.js';
import { Sim } from '../../../../support/market/sim.js';

/** A guaranteed stop for trade 5, which is a long one if it is open. */
const STOP = { type: 'GUARANTEED_STOP_LOSS', tradeID: '5', price: '1.07000' };

function market(): Sim {
  const sim = new Sim({
    instruments: [pair('EUR_USD', guaranteedPair('EUR_USD'))],
    accounts: [account({ guaranteedStopLossOrderMode: 'ALLOWED' })],
  });
  sim.quote('EUR_USD', '1.08505', '1.08520');
  return sim;
}

function reasons(sim: Sim, fields: object = {}): unknown[] {
  return ['DEFAULT', 'BID', 'ASK', 'INVERSE', 'MID'].map(triggerCondition => {
    const [written] = sim.order({ ...STOP, triggerCondition, ...fields });
    return written !== undefined && 'rejectReason' in written
      ? written.rejectReason
      : written?.type;
  });
}

describe('the trigger condition of a guaranteed stop', () => {
  it('is judged before the trade, where no trade is needed to know that it is wrong', () => {
    const [none, wrong] = ['TRADE_DOESNT_EXIST', 'TRIGGER_CONDITION_INVALID'];
    expect(reasons(market())).toEqual([none, none, none, wrong, wrong]);
    const unnamed = 'TRADE_ID_UNSPECIFIED';
    expect(reasons(market(), { tradeID: undefined })).toEqual([
      unnamed,
      unnamed,
      unnamed,
      wrong,
      wrong,
    ]);
  });

  it('is none but the side that the trade closes on, once there is one', () => {
    const sim = market();
    sim.order({ type: 'MARKET', instrument: 'EUR_USD', units: '100' });
    const [wrong, second] = [
      'TRIGGER_CONDITION_INVALID',
      'GUARANTEED_STOP_LOSS_ORDER_ALREADY_EXISTS',
    ];
    expect(reasons(sim)).toEqual(['GUARANTEED_STOP_LOSS_ORDER', second, wrong, wrong, wrong]);
  });
});
