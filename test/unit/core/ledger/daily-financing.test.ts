import { expect, it } from 'vitest';
import { account, pair } from '../../../support/market/fixtures.js';
import { Sim } from '../../../support/market/sim.js';

/** The rollover of 100000 USD_JPY at a day's rate of -0.0055, with the mark-up of a Japan account. */
function financed(financing: 'DAILY' | 'SECOND_BY_SECOND') {
  const sim = new Sim({
    instruments: [
      pair('USD_JPY', {
        financing: {
          longRate: '-0.0055',
          shortRate: '0.001',
          financingDaysOfWeek: [{ dayOfWeek: 'TUESDAY', daysCharged: 1 }],
        },
      }),
    ],
    accounts: [
      account({ currency: 'JPY', balance: '3000000', conversionMarkup: '0.002', financing }),
    ],
  });
  sim.quote('USD_JPY', '146.470', '146.478');
  sim.order({ type: 'MARKET', instrument: 'USD_JPY', units: '100000' });
  return sim.waitUntil('2024-03-05T22:00:00Z').find(({ type }) => type === 'DAILY_FINANCING');
}

it('daily financing tells costs and factors as recorded: those of the quote currency are null', () => {
  const written = financed('DAILY');
  expect(Object.keys(written ?? {}).slice(-3)).toEqual([
    'positionFinancings',
    'baseHomeConversionCost',
    'homeConversionCost',
  ]);
  // -1.50684931506849 USD x (146.766948 - 146.478) JPY, rounded up to the market as recorded.
  const cost = '-0.43540109589041';
  expect(written).toMatchObject({
    financing: '-221.1557',
    baseHomeConversionCost: cost,
    homeConversionCost: cost,
    positionFinancings: [
      {
        homeConversionFactors: {
          gainQuoteHome: null,
          lossQuoteHome: null,
          gainBaseHome: { factor: '146.18105200000000' },
          lossBaseHome: { factor: '146.76694800000000' },
        },
      },
    ],
  });
});

it.each(['DAILY', 'SECOND_BY_SECOND'] as const)('financing tells no rate in mode %s', mode => {
  const { positionFinancings } = financed(mode) as unknown as {
    readonly positionFinancings: readonly { readonly openTradeFinancings: readonly object[] }[];
  };
  expect(Object.keys(positionFinancings[0]?.openTradeFinancings[0] ?? {})).toEqual([
    'tradeID',
    'financing',
    'baseFinancing',
    'baseHomeConversionCost',
    'homeConversionCost',
  ]);
});
