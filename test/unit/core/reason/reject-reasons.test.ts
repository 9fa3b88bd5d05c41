import { describe, expect, it } from 'vitest';
import { REJECT_REASONS } from '../../../../src/core/reason/reject-reasons.js';

/** The sentence of each reason. */
const SENTENCES = Object.fromEntries(
  Object.entries(REJECT_REASONS).map(([reason, { message }]) => [reason, message]),
);

describe('sentences of reject reasons', () => {
  it('are whole: no two alike, nothing left to fill in', () => {
    const sentences = Object.values(SENTENCES);
    expect(new Set(sentences).size).toBe(sentences.length);
    for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z][^%]*\w$/);
  });

  it('name the kind of order whose fault it is', () => {
    expect(REJECT_REASONS.GUARANTEED_STOP_LOSS_ON_FILL_PRICE_INVALID.message).toBe(
      'The price specified for the Guaranteed Stop Loss on fill is invalid',
    );
    expect(REJECT_REASONS.TRAILING_STOP_LOSS_ORDER_ALREADY_EXISTS.message).toBe(
      'The Trade already has a Trailing Stop Loss Order',
    );
  });

  it('have no capital inside a sentence', () => {
    for (const { sentence } of Object.values(REJECT_REASONS))
      expect(sentence).not.toMatch(/\w The /);
  });

  it('are those recorded of the service', () => {
    expect(SENTENCES).toMatchObject({
      ORDER_DOESNT_EXIST: 'The Order specified does not exist',
      UNITS_INVALID: 'Order units specified are invalid',
      MARGIN_RATE_INVALID: 'The margin rate provided is invalid',
      MARGIN_RATE_WOULD_TRIGGER_CLOSEOUT:
        'The margin rate provided would cause an immediate margin closeout',
      CLOSEOUT_POSITION_DOESNT_EXIST: 'The Position requested to be closed out does not exist',
      PRICE_PRECISION_EXCEEDED:
        'The price specified contains more precision than is allowed for the instrument',
    });
  });
});
