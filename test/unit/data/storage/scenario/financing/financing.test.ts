import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { daysFromCivil } from '../../../../../../src/core/time/instant.js';
import type { LoadOptions } from '../../../../../../src/data/storage/scenario/given/load-options.js';
import { loadScenario } from '../../../../../../src/data/storage/scenario/scenario-file.js';
import { temporaryFolder } from '../../../../../support/files/temporary.js';

const TICKS =
  'time,bid,ask\n2024-03-05T10:00:00Z,1.08500,1.08511\n2024-03-07T10:00:00Z,1.1,1.1002\n';
const RATES =
  'from,instrument,long,short\n2024-03-06,EUR_USD,-0.02,0.01\n2024-01-01,eur_usd,-0.03,0.02\n';
const INTEREST = 'currency,from,rate\nEUR,2024-01-01,0.04\nUSD,2024-01-01,0.0525\n';
const DIVIDENDS =
  'instrument,exDate,amount\nspx500_usd,2024-03-08,0.890\nSPX500_USD,2024-03-06,5\n';
const FILES = {
  'ticks.csv': TICKS,
  'rates.csv': RATES,
  'interest.csv': INTEREST,
  'dividends.csv': DIVIDENDS,
};
const BOTH = { currencies: 'interest.csv', markup: 0.01 };

/** Loads a scenario with `rest` beside a market, and the files beside it. */
function load(
  rest: object,
  files: Readonly<Record<string, string>> = {},
  options: LoadOptions = {},
) {
  const folder = temporaryFolder();
  mkdirSync(join(folder, '.git'));
  for (const [name, text] of Object.entries({ ...FILES, ...files })) {
    writeFileSync(join(folder, name), text);
  }
  const market = { EUR_USD: { ticks: 'ticks.csv' }, XAU_USD: {}, GBP_USD: {}, SPX500_USD: {} };
  const text = JSON.stringify({ version: 1, name: 'financing', market, ...rest });
  writeFileSync(join(folder, 'financing.json'), text);
  return loadScenario(join(folder, 'financing.json'), options);
}

const faultOf = (financing: object, files = {}) =>
  load({ financing }, files).then(
    () => 'loaded',
    (error: Error) => error.message,
  );

describe('the financing of a scenario', () => {
  it('gives instruments the rates of the file, in the order of their dates', async () => {
    const { scenario, financing } = await load({ financing: { rates: 'rates.csv' } });
    const [euro, gold] = scenario.market;
    expect(euro?.instrument.datedRates).toEqual([
      { from: daysFromCivil(2024, 1, 1), longRate: '-0.03', shortRate: '0.02' },
      { from: daysFromCivil(2024, 3, 6), longRate: '-0.02', shortRate: '0.01' },
    ]);
    expect(gold?.instrument.datedRates).toBeUndefined();
    expect(financing).toMatchObject([{ key: 'rates', named: 'rates.csv' }]);
  });

  it('makes rates of interest rates and a markup; gold itself pays no interest', async () => {
    const { scenario } = await load({ financing: BOTH });
    const [euro, gold, pound] = scenario.market.map(({ instrument }) => instrument.datedRates);
    expect(euro).toMatchObject([{ longRate: '-0.0225', shortRate: '0.0025' }]);
    expect(gold).toMatchObject([{ longRate: '-0.0625', shortRate: '0.0425' }]);
    expect(pound).toBeUndefined();
  });

  it('takes the rates of an instrument before those of its currencies', async () => {
    const constant = { longRate: '-0.5', shortRate: '0.1' };
    const { scenario } = await load({
      financing: { ...BOTH, rates: 'rates.csv', markup: { XAU_USD: '0.02', SPX500_USD: 0 } },
      execution: { financingRates: { GBP_USD: constant } },
    });
    const [euro, gold, pound] = scenario.market.map(({ instrument }) => instrument);
    expect(euro?.datedRates).toHaveLength(2);
    expect(gold?.datedRates).toMatchObject([{ longRate: '-0.0725', shortRate: '0.0325' }]);
    expect(pound?.datedRates).toBeUndefined();
    expect(pound?.financing).toMatchObject(constant);
  });

  it('can be replaced by the caller, whose files may lie elsewhere', async () => {
    const elsewhere = join(temporaryFolder(), 'other.csv');
    writeFileSync(elsewhere, 'instrument,from,long,short\nEUR_USD,2020-01-01,-0.01,0\n');
    const overrides = { financing: { rates: elsewhere } };
    const loaded = await load({ financing: { rates: 'rates.csv' } }, {}, { overrides });
    expect(loaded.scenario.market[0]?.instrument.datedRates).toMatchObject([{ longRate: '-0.01' }]);
    expect(loaded.overrides?.financing?.['rates']).toMatch(/^\.\.\/.*other\.csv$/);
  });

  it.each([
    [
      '2024-03-05,EUR_USD,-2.5,0.01',
      'rates.csv:2: long: must be a yearly rate as a fraction from -1 to 1, such as 0.025 for 2.5 %, was -2.5',
    ],
    [
      '2024-02-30,EUR_USD,0,0',
      'rates.csv:2: from: must be a date, such as 2016-03-01, was 2024-02-30',
    ],
    [
      '2024-01-01,EURUSD,0,0',
      'rates.csv:2: instrument: must be the name of an instrument, such as EUR_USD, was EURUSD',
    ],
    [
      '2024-01-01,EUR_USD,0,0\n2024-01-01,EUR_USD,0,1',
      'rates.csv:3: from: must be a date that the instrument has once, was 2024-01-01',
    ],
    ['2024-01-01,USD_JPY,0,0', 'financing.rates: has rates of no instrument of the market'],
    [
      '2024-03-06,EUR_USD,0,0',
      'has no rates of EUR_USD before 2024-03-06, but the window begins on 2024-03-05: add rows that begin earlier, or let the window begin later',
    ],
  ])('refuses rates with the row %s', async (rows, message) => {
    const files = { 'rates.csv': `from,instrument,long,short\n${rows}\n` };
    expect(await faultOf({ rates: 'rates.csv' }, files)).toContain(message);
  });

  it.each([
    [{ rates: 'missing.csv' }, 'financing.rates: no such file: missing.csv'],
    [{ currencies: 'interest.csv' }, 'markup'],
    [{ markup: 0.01 }, 'financing.markup: needs currencies'],
    [
      { ...BOTH, markup: 5 },
      'financing.markup: must be a yearly rate as a fraction from 0 to 1, such as 0.01, was 5',
    ],
    [{ ...BOTH, markup: { XAU_USD: 0.01 } }, 'must state the markup of EUR_USD'],
  ])('refuses %j', async (financing, message) => {
    expect(await faultOf(financing)).toContain(message);
  });

  it('gives an index its dividends, in the order of their ex-days', async () => {
    const { scenario, financing } = await load({ financing: { dividends: 'dividends.csv' } });
    const dividends = scenario.market.map(({ instrument }) => instrument.dividends);
    expect(dividends.at(-1)).toEqual([
      { exDate: daysFromCivil(2024, 3, 6), amount: '5' },
      { exDate: daysFromCivil(2024, 3, 8), amount: '0.89' },
    ]);
    expect(dividends.slice(0, -1)).toEqual([undefined, undefined, undefined]);
    expect(financing).toMatchObject([{ key: 'dividends', named: 'dividends.csv' }]);
  });

  it('moves dividends to the dates of a disguise, at its scale', async () => {
    const { scenario } = await load({
      financing: { dividends: 'dividends.csv' },
      disguise: { weeks: 52, scale: { SPX500_USD: '2.5' } },
    });
    expect(scenario.market.at(-1)?.instrument.dividends).toEqual([
      { exDate: daysFromCivil(2025, 3, 5), amount: '12.5' },
      { exDate: daysFromCivil(2025, 3, 7), amount: '2.225' },
    ]);
  });

  it.each([
    [
      'SPX500_USD,2024-03-06,0',
      'dividends.csv:2: amount: must be a decimal above 0, such as 5.25, was 0',
    ],
    ['SPX500_USD,2024-03-06,-1', 'must be a decimal above 0, such as 5.25, was -1'],
    [
      'SPX500_USD,6 March,1',
      'dividends.csv:2: exDate: must be a date, such as 2016-03-01, was 6 March',
    ],
    [
      'SPX500_USD,2024-03-06,1\nSPX500_USD,2024-03-06,2',
      'dividends.csv:3: exDate: must be a date that the instrument has once, was 2024-03-06',
    ],
    ['US30_USD,2024-03-06,1', 'financing.dividends: has dividends of no instrument of the market'],
    [
      'EUR_USD,2024-03-06,1',
      'financing.dividends: has dividends of EUR_USD, which pays none: only an index does',
    ],
  ])('refuses dividends with the row %s', async (rows, message) => {
    const files = { 'dividends.csv': `instrument,exDate,amount\n${rows}\n` };
    expect(await faultOf({ dividends: 'dividends.csv' }, files)).toContain(message);
  });

  it('refuses two kinds of rates for one instrument', async () => {
    const execution = { financingRates: { EUR_USD: { longRate: 0, shortRate: 0 } } };
    await expect(load({ financing: { rates: 'rates.csv' }, execution })).rejects.toThrow(
      'execution.financingRates.EUR_USD: has rates in the file of financing.rates too: remove one',
    );
  });
});
