import { describe, expect, it } from 'vitest';
import { unitsAvailable } from '../../../../src/core/view/units-available.js';
import { account, pair } from '../../../support/market/fixtures.js';
import { Sim, type SimOptions } from '../../../support/market/sim.js';

/** What the account may order of the first instrument, as text. */
function available(sim: Sim) {
  const [cell] = sim.engine.state.cells;
  if (cell === undefined) throw new Error('no account');
  const {
    default: usual,
    reduceFirst,
    reduceOnly,
    openOnly,
  } = unitsAvailable(cell, 0, sim.engine.now);
  const text = ({ long, short }: typeof usual) => [long.toFixed(), short.toFixed()];
  return {
    default: text(usual),
    reduceFirst: text(reduceFirst),
    reduceOnly: text(reduceOnly),
    openOnly: text(openOnly),
  };
}

/** EUR_USD at 1.08500 / 1.08520: mid 1.08510, margin rate 2 %. */
function euroDollar(options: SimOptions = {}): Sim {
  const sim = new Sim(options);
  sim.quote('EUR_USD', '1.08500', '1.08520');
  return sim;
}

const order = (units: string) => ({ type: 'MARKET', instrument: 'EUR_USD', units });

describe('units available', () => {
  it('are what a recorded Australian account was told', () => {
    const sim = new Sim({
      instruments: [pair('AUD_USD')],
      accounts: [account({ currency: 'AUD', balance: '97804.9448' })],
    });
    sim.quote('AUD_USD', '0.75069', '0.75082');
    const all = ['4890247', '4890247'];
    expect(available(sim)).toEqual({
      default: all,
      reduceFirst: all,
      reduceOnly: ['0', '0'],
      openOnly: all,
    });
  });

  it('add to what closes a position what the margin carries once it is closed', () => {
    const sim = euroDollar();
    sim.order(order('-10000'));
    const { default: usual, reduceFirst, reduceOnly, openOnly } = available(sim);
    // NAV 10000 - 10000 x 0.00020 = 9998; 9998 / (1.0851 x 0.02) = 460694.8, plus the 10000 that close.
    expect(reduceFirst).toEqual(['470694', openOnly[1]]);
    expect(usual).toEqual(reduceFirst);
    expect(reduceOnly).toEqual(['10000', '0']);
    // Margin used is 10000 x 1.0851 x 0.02 = 217.02: (9998 - 217.02) / 0.021702 = 450694.8.
    expect(openOnly).toEqual(['450694', '450694']);
  });

  it('are by default what only opens, with hedging', () => {
    const sim = euroDollar({ accounts: [account({ hedging: true })] });
    sim.order(order('-10000'));
    expect(available(sim).default).toEqual(available(sim).openOnly);
    expect(available(sim).reduceOnly).toEqual(['10000', '0']);
  });

  it.each([
    ['MAXIMAL_SIDE', 300_000],
    ['NET_SUM', 600_000],
    ['ABSOLUTE_SUM', 0],
  ] as const)('hedge by %s up to %i units without margin', (positionAggregation, free) => {
    const hedged = [account({ hedging: true, positionAggregation, balance: '20000' })];
    const sim = euroDollar({ accounts: hedged });
    sim.order(order('400000'));
    sim.order(order('-100000'));
    const { openOnly, reduceOnly } = available(sim);
    expect(reduceOnly).toEqual(['100000', '400000']);
    const [long, short] = openOnly.map(Number) as [number, number];
    expect(short - long).toBe(free);
  });

  it('are no more than one order or one position may have, in whole steps of units', () => {
    const small = pair('EUR_USD', { maximumOrderUnits: '5000', tradeUnitsPrecision: 1 });
    expect(available(euroDollar({ instruments: [small] })).openOnly).toEqual(['5000', '5000']);
    const position = pair('EUR_USD', { maximumPositionSize: '30000' });
    const sim = euroDollar({ instruments: [position] });
    sim.order(order('10000'));
    expect(available(sim).openOnly).toEqual(['20000', '30000']);
    const fine = euroDollar({ instruments: [pair('EUR_USD', { tradeUnitsPrecision: 2 })] });
    expect(available(fine).openOnly).toEqual(['460787.02', '460787.02']);
  });

  it('are nothing before the first price, and nothing when the margin is used up', () => {
    expect(available(new Sim()).default).toEqual(['0', '0']);
    const sim = euroDollar();
    sim.order(order('450000'));
    sim.quote('EUR_USD', '1.08300', '1.08320');
    expect(available(sim).openOnly).toEqual(['0', '0']);
  });
});
