import { expect, it } from 'vitest';
import type { FinancingMode } from '../../../../../src/core/ledger/account-config.js';
import type { OrderFillTransaction } from '../../../../../src/core/ledger/transaction.js';
import { account, pair } from '../../../../support/market/fixtures.js';
import { Sim } from '../../../../support/market/sim.js';

/** The rollover of 100000 USD_JPY at a day's rate of -0.0055, with the mark-up of a Japan account. */
function financed(financing: FinancingMode) {
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

it('daily financing has costs and factors as recorded: those of the quote currency are null', () => {
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

it.each(['DAILY', 'SECOND_BY_SECOND'] as const)('financing has no rate in mode %s', mode => {
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

it.each(['DAILY_INSTRUMENT', 'SECOND_BY_SECOND_INSTRUMENT'] as const)(
  'financing tells its rate in mode %s',
  mode => {
    const plain = financed(mode === 'DAILY_INSTRUMENT' ? 'DAILY' : 'SECOND_BY_SECOND');
    const written = financed(mode);
    expect(written).toMatchObject({
      accountFinancingMode: mode,
      positionFinancings: [
        { accountFinancingMode: mode, openTradeFinancings: [{ financingRate: '-0.0055' }] },
      ],
    });
    // Nothing else differs.
    const text = JSON.stringify(written).replaceAll('"financingRate":"-0.0055",', '');
    expect(text.replaceAll('_INSTRUMENT"', '"')).toBe(JSON.stringify(plain));
  },
);

it('a close has the rate that it settles, even where it settles nothing, by second and instrument only', () => {
  const closed = (financing: FinancingMode, longRate: string) => {
    const rates = { longRate, shortRate: '0', financingDaysOfWeek: [] };
    const sim = new Sim({
      instruments: [pair('EUR_USD', { financing: rates })],
      accounts: [account({ financing })],
    });
    sim.quote('EUR_USD', '1.08500', '1.08510');
    sim.order({ type: 'MARKET', instrument: 'EUR_USD', units: '1000' });
    sim.quote('EUR_USD', '1.08500', '1.08510', { seconds: 3_600 });
    sim.order({ type: 'MARKET', instrument: 'EUR_USD', units: '-1000' });
    const fill = sim.engine.ledger.slice().at(-1) as OrderFillTransaction;
    return fill.tradesClosed?.[0]?.financingRate;
  };
  expect(closed('SECOND_BY_SECOND_INSTRUMENT', '-0.02')).toBe('-0.02');
  expect(closed('SECOND_BY_SECOND_INSTRUMENT', '0')).toBe('0');
  for (const mode of ['DAILY', 'DAILY_INSTRUMENT', 'SECOND_BY_SECOND'] as const) {
    expect(closed(mode, '-0.02')).toBeUndefined();
  }
});
