import { describe, expect, it } from 'vitest';
import { isPassed } from '../../../../src/dashboard/clock/is-passed.js';

const at = (bid: string, ask: string) => ({
  instrument: 'EUR_USD',
  time: '',
  bid,
  ask,
  tradeable: true,
});

describe('a price that has an alarm', () => {
  it('is passed from below and from above, and when it is met', () => {
    expect(isPassed(at('1.0840', '1.0842'), at('1.0850', '1.0852'), '1.0851')).toBe(true);
    expect(isPassed(at('1.0850', '1.0852'), at('1.0840', '1.0842'), '1.0845')).toBe(true);
  });

  it('is not passed where the market stays on one side, or moves away from it', () => {
    expect(isPassed(at('1.0840', '1.0842'), at('1.0842', '1.0844'), '1.0850')).toBe(false);
    expect(isPassed(at('1.0850', '1.0850'), at('1.0860', '1.0860'), '1.0850')).toBe(false);
  });
});
