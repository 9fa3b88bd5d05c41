import { describe, expect, it } from 'vitest';
import { figureValue, madeRun } from '../../../../support/figures/account-run.js';

describe('the market beside the account', () => {
  // Mids 1.10005 -> 1.21005 (+9.9995 %) -> 1.08905 (-9.9996 %), to be compared with +20 %, -20 %.
  const run = madeRun({ navs: [12_000, 9600], bids: [121_000, 108_900] });

  it('is its first instrument, at mid prices from the opening to the end', () => {
    expect(figureValue(run, 'buyAndHold')).toBe(-0.01);
  });

  it('is held to the end whatever became of the account', () => {
    const ruined = madeRun({ navs: [0, 0], bids: [121_000, 108_900] });
    expect(figureValue(ruined, 'buyAndHold')).toBe(-0.01);
    const empty = madeRun({ opening: '0', navs: [0, 0], bids: [121_000, 108_900] });
    expect(figureValue(empty, 'buyAndHold')).toBe(-0.01);
  });

  it('alpha and beta are those of a line through the daily returns', () => {
    // Two points: the slope is 0.4 / (0.0999955 + 0.0999959), the rest 0 - slope * mean.
    const [up, down] = [121_005 / 110_005 - 1, 108_905 / 121_005 - 1];
    const slope = 0.4 / (up - down);
    expect(figureValue(run, 'beta')).toBeCloseTo(slope, 4);
    expect(figureValue(run, 'alpha')).toBeCloseTo((0 - (slope * (up + down)) / 2) * 252, 5);
    expect(figureValue(madeRun({ navs: [1, 2] }), 'beta')).toBe(
      'null: the instrument did not move',
    );
  });

  it('is open for the sum of its sessions, and trades that overlap count once', () => {
    const trades = [
      { pl: '1.0000', openTime: '2024-03-01T12:00:00Z', closeTime: '2024-03-01T13:30:00Z' },
      { pl: '1.0000', openTime: '2024-03-01T13:00:00Z', closeTime: '2024-03-01T14:00:00Z' },
    ];
    // Friday 12:00 to 22:00 UTC.
    expect(figureValue(madeRun({ navs: [10_000], trades }), 'exposure')).toBe(0.2);
    // And from Sunday 22:00 to Monday 22:00: 34 hours. A trade held over the weekend adds none of it.
    const held = {
      pl: '1.0000',
      openTime: '2024-03-01T21:00:00Z',
      closeTime: '2024-03-03T23:00:00Z',
    };
    const long = madeRun({ navs: [10_000, 10_000], trades: [...trades, held] });
    expect(figureValue(long, 'exposure')).toBe(Number((4 / 34).toFixed(6)));
    expect(figureValue(madeRun(), 'exposure')).toBe('null: the market was never open');
  });
});
