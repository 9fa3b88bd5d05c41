import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { REJECT_SENTENCES } from '../../../../../../src/broker/api/v20/reject-sentences.js';
import { ROOT } from '../../../../../support/files/paths.js';

describe('sentences of reject reasons', () => {
  it('are those of the reasons that are documented as given, and of no others', () => {
    const text = readFileSync(join(ROOT, 'docs', 'reference', 'reasons.md'), 'utf8');
    const [given = ''] = /## Reject reasons given[\s\S]*?(?=\n## )/.exec(text) ?? [];
    const documented = [...given.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name);
    expect(Object.keys(REJECT_SENTENCES).sort()).toEqual(documented.sort());
    expect(given).toContain(`Reject reasons given (${documented.length})`);
  });

  it('are whole: no two alike, nothing left to fill in', () => {
    const sentences = Object.values(REJECT_SENTENCES);
    expect(new Set(sentences).size).toBe(sentences.length);
    for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z][^%]*\w$/);
  });

  it('name the kind of order whose fault it is', () => {
    expect(REJECT_SENTENCES.GUARANTEED_STOP_LOSS_ON_FILL_PRICE_INVALID).toBe(
      'The price specified for the Guaranteed Stop Loss on fill is invalid',
    );
    expect(REJECT_SENTENCES.TRAILING_STOP_LOSS_ORDER_ALREADY_EXISTS).toBe(
      'The Trade already has a Trailing Stop Loss Order',
    );
  });

  it('are those recorded of the service', () => {
    expect(REJECT_SENTENCES).toMatchObject({
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
