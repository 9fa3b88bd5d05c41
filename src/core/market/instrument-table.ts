/**
 * The instruments that Orrery knows: one row each, with the other fields from the class. Margin
 * rates and financing rates of the majors come from a recorded 2023 practice account (v20 semantics
 * 9.5). Rows without a recorded rate use the rate of their class. Charged days follow spot
 * settlement: three on Wednesday, or on Thursday for pairs that settle in one day (choice 47).
 */

import { FX_HOURS, INDEX_HOURS, METAL_HOURS } from '../time/calendar.js';
import type { Instrument, InstrumentType } from './instrument.js';
import { type SettlementLag, weekOf } from './value-dates.js';

/** The year in which the financing rates of the table were recorded. */
export const RATES_YEAR = 2023;

/** Name, margin rate (fraction), yearly financing rates long and short (fractions). */
type Row = readonly [name: string, marginRate: string, longRate: string, shortRate: string];

const CURRENCY_ROWS: readonly Row[] = [
  ['AUD_CAD', '0.03', '-0.0224', '-0.0039'],
  ['AUD_CHF', '0.04', '0.0055', '-0.0301'],
  ['AUD_HKD', '0.1', '-0.0114', '-0.0131'],
  ['AUD_JPY', '0.05', '0.0322', '-0.0546'],
  ['AUD_NZD', '0.03', '0', '0'],
  ['AUD_SGD', '0.05', '-0.0112', '-0.0158'],
  ['AUD_USD', '0.03', '-0.0248', '0.003'],
  ['CAD_CHF', '0.04', '0.0168', '-0.0402'],
  ['CAD_HKD', '0.1', '-0.0095', '-0.0151'],
  ['CAD_JPY', '0.05', '0.0391', '-0.0662'],
  ['CAD_SGD', '0.05', '-0.0082', '-0.0189'],
  ['CHF_HKD', '0.1', '-0.0395', '0.0114'],
  ['CHF_JPY', '0.05', '0.0081', '-0.0311'],
  ['CHF_ZAR', '0.07', '-0.0792', '0.0461'],
  ['EUR_AUD', '0.03', '-0.0111', '-0.011'],
  ['EUR_CAD', '0.02', '-0.0219', '-0.0033'],
  ['EUR_CHF', '0.04', '0.0128', '-0.0347'],
  ['EUR_CZK', '0.05', '-0.0415', '0.0122'],
  ['EUR_DKK', '0.05', '-0.0121', '-0.0134'],
  ['EUR_GBP', '0.05', '-0.0228', '0.0015'],
  ['EUR_HKD', '0.1', '-0.0216', '-0.0036'],
  ['EUR_HUF', '0.05', '-0.1065', '0.0627'],
  ['EUR_JPY', '0.05', '0.0324', '-0.0542'],
  ['EUR_NOK', '0.07', '-0.0162', '-0.0093'],
  ['EUR_NZD', '0.03', '-0.0263', '0.0011'],
  ['EUR_PLN', '0.05', '-0.0417', '0.0126'],
  ['EUR_SEK', '0.05', '-0.0161', '-0.0098'],
  ['EUR_SGD', '0.05', '-0.0189', '-0.0074'],
  ['EUR_TRY', '0.25', '-0.5411', '0.2577'],
  ['EUR_USD', '0.02', '-0.0242', '0.0037'],
  ['EUR_ZAR', '0.07', '-0.0613', '0.0198'],
  ['GBP_AUD', '0.05', '0.00090', '-0.0232'],
  ['GBP_CAD', '0.05', '-0.0099', '-0.0155'],
  ['GBP_CHF', '0.05', '0.0247', '-0.047'],
  ['GBP_HKD', '0.1', '-0.0098', '-0.0149'],
  ['GBP_JPY', '0.05', '0.0444', '-0.0664'],
  ['GBP_NZD', '0.05', '-0.0148', '-0.0104'],
  ['GBP_PLN', '0.05', '-0.0298', '0.0009'],
  ['GBP_SGD', '0.05', '-0.0068', '-0.0198'],
  ['GBP_USD', '0.05', '-0.0123', '-0.0086'],
  ['GBP_ZAR', '0.07', '-0.0496', '0.0078'],
  ['HKD_JPY', '0.1', '0', '0'],
  ['NZD_CAD', '0.03', '-0.0106', '-0.0148'],
  ['NZD_CHF', '0.04', '0.0199', '-0.0436'],
  ['NZD_HKD', '0.1', '-0.0098', '-0.0148'],
  ['NZD_JPY', '0.05', '0.0457', '-0.0692'],
  ['NZD_SGD', '0.05', '-0.0077', '-0.0191'],
  ['NZD_USD', '0.03', '0', '0'],
  ['SGD_CHF', '0.05', '0.0115', '-0.0354'],
  ['SGD_JPY', '0.05', '0.0352', '-0.0587'],
  ['TRY_JPY', '0.25', '0.2311', '-0.4908'],
  ['USD_CAD', '0.02', '-0.0062', '-0.0153'],
  ['USD_CHF', '0.04', '0.0271', '-0.0482'],
  ['USD_CNH', '0.05', '0', '0'],
  ['USD_CZK', '0.05', '-0.0262', '-0.0028'],
  ['USD_DKK', '0.05', '0.0026', '-0.0288'],
  ['USD_HKD', '0.1', '-0.0069', '-0.0188'],
  ['USD_HUF', '0.05', '0', '0'],
  ['USD_JPY', '0.05', '0.0466', '-0.0679'],
  ['USD_MXN', '0.10', '-0.074', '0.0455'],
  ['USD_NOK', '0.07', '0.00050', '-0.022'],
  ['USD_PLN', '0.05', '-0.0261', '-0.0026'],
  ['USD_SEK', '0.03', '0.0039', '-0.0251'],
  ['USD_SGD', '0.05', '0.0011', '-0.0257'],
  ['USD_THB', '0.05', '0', '0'],
  ['USD_TRY', '0.25', '-0.5682', '0.2833'],
  ['USD_ZAR', '0.07', '-0.0493', '0.0077'],
  ['ZAR_JPY', '0.07', '0.0378', '-0.0987'],
];

const METAL_ROWS: readonly Row[] = [
  ['XAU_USD', '0.05', '-0.0563', '0.0347'],
  ['XAU_EUR', '0.05', '-0.0451', '0.0221'],
  ['XAU_GBP', '0.05', '-0.0536', '0.0312'],
  ['XAU_JPY', '0.05', '-0.0101', '-0.0098'],
  ['XAU_AUD', '0.05', '-0.0461', '0.0241'],
  ['XAG_USD', '0.1', '-0.0572', '0.0332'],
  ['XAG_EUR', '0.1', '-0.0462', '0.0203'],
  ['XAG_GBP', '0.1', '-0.0547', '0.0298'],
  ['XPT_USD', '0.1', '-0.0721', '0.0101'],
  ['XPD_USD', '0.1', '-0.0721', '0.0101'],
];

const INDEX_ROWS: readonly Row[] = [
  ['AU200_AUD', '0.05', '-0.0661', '0.0161'],
  ['DE30_EUR', '0.05', '-0.0604', '0.0104'],
  ['EU50_EUR', '0.05', '-0.0604', '0.0104'],
  ['FR40_EUR', '0.05', '-0.0604', '0.0104'],
  ['HK33_HKD', '0.1', '-0.0689', '0.0189'],
  ['JP225_USD', '0.05', '-0.0783', '0.0283'],
  ['NAS100_USD', '0.05', '-0.0783', '0.0283'],
  ['SPX500_USD', '0.05', '-0.0783', '0.0283'],
  ['UK100_GBP', '0.05', '-0.0769', '0.0269'],
  ['US2000_USD', '0.05', '-0.0783', '0.0283'],
  ['US30_USD', '0.05', '-0.0783', '0.0283'],
];

/** Quote currencies whose pip is a hundredth: three decimals of price instead of five. */
const COARSE_QUOTES: ReadonlySet<string> = new Set(['JPY', 'HUF', 'THB']);
/** Recorded exceptions: HKD_JPY has five decimals although its quote currency is the yen. */
const FINE_NAMES: ReadonlySet<string> = new Set(['HKD_JPY']);
const SMALLER_ORDERS: Readonly<Record<string, string>> = {
  GBP_USD: '50000000',
  GBP_JPY: '50000000',
  USD_TRY: '10000000',
  EUR_TRY: '10000000',
  TRY_JPY: '10000000',
};
const INDEX_COUNTRIES: Readonly<Record<string, string>> = {
  AU200: 'Australia 200',
  DE30: 'Germany 30',
  EU50: 'Europe 50',
  FR40: 'France 40',
  HK33: 'Hong Kong 33',
  JP225: 'Japan 225',
  NAS100: 'US Nas 100',
  SPX500: 'US SPX 500',
  UK100: 'UK 100',
  US2000: 'US Russ 2000',
  US30: 'US Wall St 30',
};

/** Pairs that settle a business day after the day of trading; all others take two (choice 47). */
const NEXT_DAY_NAMES: ReadonlySet<string> = new Set(['USD_CAD', 'USD_TRY']);

/** Business days until trades of the instrument `name` settle. */
export function settlementLag(name: string): SettlementLag {
  return NEXT_DAY_NAMES.has(name) ? 1 : 2;
}

type ClassFields = Omit<Instrument, 'name' | 'displayName' | 'marginRate' | 'financing'>;

const COMMON = {
  maximumPositionSize: '0',
  guaranteedStopLossOrderMode: 'DISABLED',
  minimumTradeSize: '1',
  tradeUnitsPrecision: 0,
} as const;

function classOf(name: string, type: InstrumentType): ClassFields {
  if (type === 'CURRENCY') return currencyClass(name);
  return type === 'METAL' ? metalClass(name) : INDEX_CLASS;
}

function currencyClass(name: string): ClassFields {
  const coarse = COARSE_QUOTES.has(name.slice(-3)) && !FINE_NAMES.has(name);
  return {
    ...COMMON,
    type: 'CURRENCY',
    pipLocation: coarse ? -2 : -4,
    displayPrecision: coarse ? 3 : 5,
    maximumTrailingStopDistance: coarse ? '100.000' : '1.00000',
    minimumTrailingStopDistance: coarse ? '0.050' : '0.00050',
    maximumOrderUnits: SMALLER_ORDERS[name] ?? '100000000',
    minimumGuaranteedStopLossDistance: coarse ? '0.100' : '0.0010',
    guaranteedStopLossOrderExecutionPremium: coarse ? '0.010' : '0.0001',
    guaranteedStopLossOrderLevelRestriction: {
      volume: '1000000',
      priceRange: coarse ? '0.250' : '0.0025',
    },
    tags: [
      { type: 'ASSET_CLASS', name: 'CURRENCY' },
      { type: 'BRAIN_ASSET_CLASS', name: 'FX' },
    ],
    tradingHours: FX_HOURS,
    defaultLiquidity: 10_000_000,
  };
}

function metalClass(name: string): ClassFields {
  const silver = name.startsWith('XAG');
  return {
    ...COMMON,
    type: 'METAL',
    pipLocation: silver ? -4 : -2,
    displayPrecision: silver ? 5 : 3,
    maximumTrailingStopDistance: silver ? '10.00000' : '100.000',
    minimumTrailingStopDistance: silver ? '0.00500' : '0.050',
    maximumOrderUnits: silver ? '1000000' : '10000',
    minimumGuaranteedStopLossDistance: silver ? '0.0500' : '2.000',
    guaranteedStopLossOrderExecutionPremium: silver ? '0.0050' : '0.500',
    tags: [{ type: 'ASSET_CLASS', name: 'COMMODITY' }],
    tradingHours: METAL_HOURS,
    defaultLiquidity: silver ? 50_000 : 5_000,
  };
}

const INDEX_CLASS: ClassFields = {
  ...COMMON,
  type: 'CFD',
  pipLocation: 0,
  displayPrecision: 1,
  maximumTrailingStopDistance: '10000.0',
  minimumTrailingStopDistance: '5.0',
  maximumOrderUnits: '3000',
  minimumGuaranteedStopLossDistance: '20.0',
  guaranteedStopLossOrderExecutionPremium: '3.0',
  tags: [{ type: 'ASSET_CLASS', name: 'INDEX' }],
  tradingHours: INDEX_HOURS,
  defaultLiquidity: 1_000,
};

function fromRow(type: InstrumentType, [name, marginRate, longRate, shortRate]: Row): Instrument {
  const [base = ''] = name.split('_');
  return {
    name,
    displayName: INDEX_COUNTRIES[base] ?? name.replace('_', '/'),
    marginRate,
    financing: {
      longRate,
      shortRate,
      financingDaysOfWeek: weekOf(settlementLag(name)),
    },
    ...classOf(name, type),
  };
}

let table: ReadonlyMap<string, Instrument> | undefined;

/** Every known instrument by name. */
export function instrumentTable(): ReadonlyMap<string, Instrument> {
  table ??= new Map(
    [
      ...CURRENCY_ROWS.map(row => fromRow('CURRENCY', row)),
      ...METAL_ROWS.map(row => fromRow('METAL', row)),
      ...INDEX_ROWS.map(row => fromRow('CFD', row)),
    ].map(instrument => [instrument.name, instrument]),
  );
  return table;
}

/** A copy of the instrument with some fields replaced, from the `instrument:` key of a scenario. */
export function withOverrides(instrument: Instrument, overrides: Partial<Instrument>): Instrument {
  return { ...instrument, ...overrides };
}
