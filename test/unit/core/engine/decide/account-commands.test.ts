import { describe, expect, it } from 'vitest';
import { FUNDING_REASONS } from '../../../../../src/core/reason/funding-reasons.js';
import { Sim } from '../../../../support/market/sim.js';

const transfer = (fundingReason: string) =>
  new Sim().send({ type: 'TransferFunds', amount: '5', fundingReason });

describe('a transfer', () => {
  it.each(FUNDING_REASONS)('may have the reason %s', fundingReason => {
    expect(transfer(fundingReason).transactions).toMatchObject([
      { type: 'TRANSFER_FUNDS', fundingReason },
    ]);
  });

  it('with a reason that v20 does not publish is malformed, and writes nothing', () => {
    expect(transfer('GIFT')).toMatchObject({
      transactions: [],
      badParameter: 'fundingReason',
    });
  });
});
