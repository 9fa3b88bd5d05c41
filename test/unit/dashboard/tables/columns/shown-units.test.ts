import { describe, expect, it } from 'vitest';
import { shownUnits } from '../../../../../src/dashboard/tables/columns/shown-units.js';

describe('the units of a trade in its row', () => {
  const shown = (state: 'OPEN' | 'CLOSED', initialUnits: string, currentUnits: string) =>
    shownUnits({ state, initialUnits, currentUnits });

  it('are those that are open now, beside those of its opening', () => {
    expect(shown('OPEN', '23872', '23872')).toEqual({ units: '23872' });
    expect(shown('OPEN', '23872', '11936')).toEqual({ units: '11936', of: '23872' });
    expect(shown('OPEN', '-900', '-300')).toEqual({ units: '-300', of: '-900' });
  });

  it('are those of its opening once it is closed', () => {
    expect(shown('CLOSED', '23872', '0')).toEqual({ units: '23872' });
  });
});
