import { describe, expect, it } from 'vitest';
import type { AccountConfig } from '../../../../../src/core/ledger/account-config.js';
import type {
  DailyFinancingBody,
  OrderFillTransaction,
} from '../../../../../src/core/ledger/transaction.js';
import { isFinancedByValue } from '../../../../../src/core/market/financing-terms.js';
import type { Instrument } from '../../../../../src/core/market/instrument.js';
import { instrumentTable } from '../../../../../src/core/market/instrument-table.js';
import { account, pair } from '../../../../support/market/fixtures.js';
import { Sim } from '../../../../support/market/sim.js';

const NOTHING = '0.00000000000000';

function known(name: string, longRate: string): Instrument {
  const found = instrumentTable().get(name);
  if (found === undefined) throw new Error(`no ${name}`);
  return { ...found, financing: { ...found.financing, longRate } };
}

/** A long trade of 10 units from Tuesday 2024-03-05 10:00:02 UTC on. */
function held(name: string, quote: readonly [string, string], given: Partial<AccountConfig>) {
  const instruments = [known(name, '-0.0365'), pair('GBP_USD')];
  const config = account({ balance: '1000000', conversionMarkup: '0.005', ...given });
  const sim = new Sim({ instruments, accounts: [config] });
  sim.quote('GBP_USD', '1.27000', '1.27010');
  sim.quote(name, ...quote, { seconds: 1 });
  sim.order({ type: 'MARKET', instrument: name, units: '10' });
  const rolled = () => {
    const found = sim.waitUntil('2024-03-05T22:00:00Z');
    return found.find(({ type }) => type === 'DAILY_FINANCING') as unknown as DailyFinancingBody;
  };
  return { sim, rolled };
}

describe('the financing of an index', () => {
  it('is that of its value at the mid price, in quote currency, which no conversion costs at home', () => {
    const { rolled } = held('SPX500_USD', ['5100.0', '5100.4'], {});
    // 10 x -0.0365 / 365 units, times 5100.2.
    expect(rolled()).toMatchObject({
      financing: '-5.1002',
      positionFinancings: [
        {
          baseFinancing: '-0.00100000000000',
          quoteFinancing: '-5.10020000000000',
          homeConversionFactors: {
            gainQuoteHome: { factor: '1' },
            lossQuoteHome: { factor: '1' },
          },
          openTradeFinancings: [
            {
              tradeID: '5',
              financing: '-5.1002',
              baseFinancing: '-0.00100000000000',
              quoteFinancing: '-5.10020000000000',
              baseHomeConversionCost: NOTHING,
              homeConversionCost: NOTHING,
            },
          ],
          homeConversionCost: NOTHING,
        },
      ],
      baseHomeConversionCost: NOTHING,
      homeConversionCost: NOTHING,
    });
  });

  it('is turned into another home currency by the factors of its quote currency', () => {
    const { sim, rolled } = held('UK100_GBP', ['7167.0', '7168.0'], {});
    // -0.001 units at 7167.5 GBP, at 1.27005 with a mark-up of 0.5 %.
    expect(rolled()).toMatchObject({
      financing: '-9.1486',
      positionFinancings: [
        {
          quoteFinancing: '-7.16750000000000',
          homeConversionFactors: { lossQuoteHome: { factor: '1.27640025000000' } },
        },
      ],
      baseHomeConversionCost: NOTHING,
      // -7.1675 x (1.27640025 - 1.2701)
      homeConversionCost: '-0.04515704187500',
    });
    expect(sim.faults()).toEqual([]);
  });

  it('is shown by a close where it accrues by the second', () => {
    const { sim } = held('SPX500_USD', ['5100.0', '5100.4'], { financing: 'SECOND_BY_SECOND' });
    sim.waitUntil('2024-03-05T16:00:02Z');
    sim.quote('SPX500_USD', '5150.0', '5150.4', { seconds: 0 });
    sim.order({ type: 'MARKET', instrument: 'SPX500_USD', units: '-10' });
    const fill = sim.engine.ledger.slice().at(-1) as OrderFillTransaction;
    // A quarter of a day at 5150.2.
    const own = {
      financing: '-1.2876',
      baseFinancing: '-0.00025000000000',
      quoteFinancing: '-1.28755000000000',
      baseFinancingHomeConversionCost: NOTHING,
    };
    expect(fill).toMatchObject({ ...own, tradesClosed: [own] });
    expect(sim.faults()).toEqual([]);
  });

  it('is not shown by a close that settles none', () => {
    const { sim } = held('SPX500_USD', ['5100.0', '5100.4'], {});
    sim.order({ type: 'MARKET', instrument: 'SPX500_USD', units: '-10' });
    expect(sim.engine.ledger.slice().at(-1)).not.toHaveProperty('quoteFinancing');
  });
});

describe('what is financed', () => {
  it.each([
    ['EUR_USD', false],
    ['XAU_EUR', false],
    ['XAG_USD', false],
    ['XPT_USD', true],
    ['US30_USD', true],
  ])('of %s by value: %s', (name, expected) => {
    const instrument = known(name, '0');
    expect(isFinancedByValue(instrument)).toBe(expected);
    // A disguise gives it another name.
    const plain = { name, weeks: 0 };
    expect(isFinancedByValue({ ...instrument, name: 'QAX_QBX', plain })).toBe(expected);
  });
});
