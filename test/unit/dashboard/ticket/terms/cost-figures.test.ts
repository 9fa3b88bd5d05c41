import { describe, expect, it } from 'vitest';
import {
  closesOnly,
  ratioShown,
  wholeSpread,
} from '../../../../../src/dashboard/ticket/terms/cost-figures.js';
import type { Estimate } from '../../../../../src/dashboard/wire/estimate.js';

const reach = (money: string) => ({ money, percent: '1', pips: '10' });
const estimate = (given: Partial<Estimate>): Estimate => ({
  fills: true,
  units: '50000',
  marginRequired: '1000.0000',
  marginAvailableAfter: '9000.0000',
  spreadCost: '4.0000',
  pipValue: '5.0000',
  sentence: '',
  ...given,
});
const TERMS = { stopPrice: '1.08', profitPrice: '1.10', ratio: '2' };

describe('the figures beside the button', () => {
  it('show R as the reward divided by the risk that stand there', () => {
    const said = estimate({ riskToStop: reach('95.2800'), gainToTarget: reach('142.9200') });
    expect(ratioShown(said, TERMS)).toBe('1.5');
    expect(ratioShown(undefined, TERMS)).toBe('2');
  });

  it('show no R where the stop would gain', () => {
    const said = estimate({ riskToStop: reach('-3.0000'), gainToTarget: reach('5.0000') });
    expect(ratioShown(said, TERMS)).toBeUndefined();
  });

  it('show the cost of the whole spread', () => {
    expect(wholeSpread(estimate({}))).toBe('8');
  });

  it('say of an order that opens nothing that it only closes, without an R', () => {
    expect(closesOnly(estimate({}), TERMS)).toBe(
      'It only closes what is open: its stop and profit are not placed.',
    );
    const waits = estimate({ fills: false });
    expect(closesOnly(waits, TERMS)).toMatch(/^As the position is now, it would only close/);
    expect(ratioShown(waits, TERMS)).toBeUndefined();
  });

  it('say nothing of the kind without levels, of a refusal, and while no price is known', () => {
    const none = { stopPrice: undefined, profitPrice: undefined, ratio: undefined };
    expect(closesOnly(estimate({}), none)).toBeUndefined();
    const refused = estimate({ fills: false, rejectReason: 'INSUFFICIENT_MARGIN' });
    expect(closesOnly(refused, TERMS)).toBeUndefined();
    expect(closesOnly(estimate({ pipValue: '0.0000' }), TERMS)).toBeUndefined();
  });
});
