import { describe, expect, it } from 'vitest';
import { pair } from '../../../../support/market/fixtures.js';
import { Sim } from '../../../../support/market/sim.js';

describe('tradeOpened of a fill', () => {
  it('has the cost of converting the guaranteed fee, which opening never has, after the margin', () => {
    const sim = new Sim({ instruments: [pair('USD_JPY')] });
    sim.quote('USD_JPY', '145.992', '146.010');
    const [, fill] = sim.order({
      type: 'MARKET',
      instrument: 'USD_JPY',
      units: '-1000',
      tradeClientExtensions: { id: 'mine' },
    });
    // The order and the zero of the fills recorded in 2023; client extensions come last.
    expect(JSON.stringify(fill)).toContain(
      '"initialMarginRequired":"20.0000",' +
        '"guaranteedExecutionFeeHomeConversionCost":"0.00000000000000",' +
        '"clientExtensions":{"id":"mine"}},',
    );
  });
});
