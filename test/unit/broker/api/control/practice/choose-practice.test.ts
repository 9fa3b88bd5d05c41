import { describe, expect, it } from 'vitest';
import {
  choosePractice,
  hiddenNames,
} from '../../../../../../src/broker/api/control/practice/choose-practice.js';
import { Prng } from '../../../../../../src/core/base/prng.js';
import { instant, parseInstant } from '../../../../../../src/core/time/instant.js';

const at = (text: string) => parseInstant(text)?.at ?? instant(0);
const HOUR = 3_600_000_000;
const MARKET = {
  instruments: ['EUR_GBP', 'EUR_USD', 'USD_JPY'],
  window: { from: at('2024-03-01T00:30:00Z'), to: at('2024-03-15T00:00:00Z') },
};
const ASKED = { length: 24 * HOUR, isDisguised: false };

describe('the choice of a session', () => {
  it('begins at a whole hour of a weekday, within the window', () => {
    for (let seed = 0; seed < 200; seed += 1) {
      const { instrument, window } = choosePractice(ASKED, MARKET, new Prng(seed));
      const start = new Date(window.from / 1_000);
      expect(MARKET.instruments).toContain(instrument);
      expect(window.from % HOUR).toBe(0);
      expect([0, 6]).not.toContain(start.getUTCDay());
      expect([window.from >= MARKET.window.from, window.to <= MARKET.window.to]).toEqual([
        true,
        true,
      ]);
    }
  });

  it('is the window itself where the session is as long, and nothing where it is longer', () => {
    const { from, to } = MARKET.window;
    const whole = choosePractice({ ...ASKED, length: to - from }, MARKET, new Prng(1));
    expect(whole.window).toEqual({ from, to });
    const longer = { ...ASKED, length: to - from + 1 };
    expect(() => choosePractice(longer, MARKET, new Prng(1))).toThrow(RangeError);
  });

  it('hides names in their own order, so that positions close in the same one', () => {
    const names = hiddenNames(MARKET.instruments);
    expect(names).toEqual({ EUR_GBP: 'AAA_ABB', EUR_USD: 'AAA_ADD', USD_JPY: 'ADD_ACC' });
    expect(Object.values(names)).toEqual([...Object.values(names)].sort());
  });
});
