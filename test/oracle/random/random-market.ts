/**
 * Hand-written instruments and random accounts for the random runs; independent of the product's
 * instrument table. Values follow the table of v20 semantics 9.5.
 */

import type { AccountConfig, AccountLock } from '../../../src/core/ledger/account-config.js';
import type { Instrument } from '../../../src/core/market/instrument.js';
import { daysFromCivil } from '../../../src/core/time/instant.js';
import type { Halt } from '../numbers/state.js';
import type { Dice } from './prng.js';

/** Price in points around which the pair moves, and its margin and yearly rates. */
const PAIRS = {
  EUR_USD: { start: 108_500, marginRate: '0.02', longRate: '-0.0242', shortRate: '0.0037' },
  USD_JPY: { start: 145_000, marginRate: '0.05', longRate: '0.0466', shortRate: '-0.0679' },
  GBP_USD: { start: 126_500, marginRate: '0.05', longRate: '-0.0123', shortRate: '-0.0086' },
  EUR_GBP: { start: 85_800, marginRate: '0.05', longRate: '-0.0228', shortRate: '0.0015' },
  AUD_USD: { start: 65_500, marginRate: '0.03', longRate: '-0.0248', shortRate: '0.003' },
} as const;

type PairName = keyof typeof PAIRS;

const NAMES = Object.keys(PAIRS) as PairName[];
const COMMISSION = { commission: '5', unitsTraded: '100000', minimumCommission: '0.1' };
const HOMES = ['USD', 'EUR', 'JPY', 'AUD'];

/** First price, in points, of a pair. */
export function startOf(name: PairName): number {
  return PAIRS[name].start;
}

/** A pair with plain settings; overrides win. */
export function fixture(name: PairName, overrides: Partial<Instrument> = {}): Instrument {
  const { marginRate, longRate, shortRate } = PAIRS[name];
  const yen = name.endsWith('JPY');
  const days = { MONDAY: 1, TUESDAY: 1, WEDNESDAY: 3, THURSDAY: 1, FRIDAY: 1 } as const;
  return {
    name,
    type: 'CURRENCY',
    displayName: name.replace('_', '/'),
    pipLocation: yen ? -2 : -4,
    displayPrecision: yen ? 3 : 5,
    tradeUnitsPrecision: 0,
    minimumTradeSize: '1',
    maximumTrailingStopDistance: yen ? '100.000' : '1.00000',
    minimumTrailingStopDistance: yen ? '0.050' : '0.00050',
    maximumPositionSize: '0',
    maximumOrderUnits: '100000000',
    marginRate,
    guaranteedStopLossOrderMode: 'DISABLED',
    tags: [{ type: 'ASSET_CLASS', name: 'CURRENCY' }],
    financing: {
      longRate,
      shortRate,
      financingDaysOfWeek: Object.entries(days).map(([day, daysCharged]) => ({
        dayOfWeek: day as keyof typeof days,
        daysCharged,
      })),
    },
    tradingHours: {
      weekOpen: { day: 0, hour: 17, minute: 0 },
      weekClose: { day: 5, hour: 17, minute: 0 },
    },
    defaultLiquidity: 10_000_000,
    ...overrides,
  };
}

/** Two to four pairs in a random order, each sharing a currency with an earlier one. */
export function randomPairs(dice: Dice): PairName[] {
  const chosen: PairName[] = [dice.pick(NAMES)];
  const wanted = dice.between(2, 4);
  while (chosen.length < wanted) {
    const known = chosen.flatMap(name => name.split('_'));
    const linked = NAMES.filter(
      name => !chosen.includes(name) && name.split('_').some(part => known.includes(part)),
    );
    chosen.push(dice.pick(linked));
  }
  return chosen;
}

const FIRST_DATE = daysFromCivil(2024, 1, 1);
const DATES = 366;

/** Rates that change every second day of trading, and days that holidays move; of some pairs. */
function financingOf(name: PairName): Partial<Instrument> {
  if (name.startsWith('GBP')) return {};
  const { longRate, shortRate } = PAIRS[name];
  const dates = Array.from({ length: DATES }, (_, at) => FIRST_DATE + at);
  const even = dates.filter(from => from % 2 === 0);
  return {
    datedRates: even.map(from =>
      from % 4 === 0
        ? { from, longRate, shortRate }
        : { from, longRate: shortRate, shortRate: longRate },
    ),
    movedDays: dates.filter(day => day % 5 === 0).map(day => ({ day, daysCharged: day % 3 })),
  };
}

/** Dividends on every third day, of some pairs: the engine adjusts for them whatever the instrument is. */
function dividendsOf(name: PairName): Partial<Instrument> {
  if (!name.startsWith('EUR')) return {};
  const dates = Array.from({ length: DATES }, (_, at) => FIRST_DATE + at);
  const exDates = dates.filter(day => day % 3 === 0);
  return { dividends: exDates.map(exDate => ({ exDate, amount: `0.00${(exDate % 7) + 1}` })) };
}

/** A pair with some of its rules varied. */
export function randomInstrument(dice: Dice, name: PairName, thin: boolean): Instrument {
  const yen = name.endsWith('JPY');
  const guaranteed = dice.oneIn(3);
  return fixture(name, {
    ...financingOf(name),
    ...dividendsOf(name),
    // Of a CFD the value is financed, not the units.
    ...(name.startsWith('GBP') && { type: 'CFD' }),
    defaultLiquidity: thin ? dice.pick([3000, 20_000]) : 10_000_000,
    maximumPositionSize: dice.oneIn(8) ? '15000' : '0',
    maximumOrderUnits: dice.oneIn(8) ? '50000' : '100000000',
    minimumTradeSize: dice.oneIn(6) ? '10' : '1',
    ...(dice.oneIn(5) ? { commission: COMMISSION } : {}),
    ...(guaranteed
      ? {
          guaranteedStopLossOrderMode: dice.oneIn(6) ? 'REQUIRED' : 'ALLOWED',
          minimumGuaranteedStopLossDistance: yen ? '0.100' : '0.0010',
          guaranteedStopLossOrderExecutionPremium: yen ? '0.05' : '0.0003',
        }
      : {}),
    ...(dice.oneIn(6)
      ? {
          tradingHours: {
            weekOpen: { day: 0, hour: 17, minute: 5 },
            weekClose: { day: 5, hour: 16, minute: 59 },
            dailyBreak: { from: { hour: 16, minute: 59 }, to: { hour: 17, minute: 5 } },
          },
        }
      : {}),
  });
}

/** Locks whose reach the rules settle; of the others they do not say all that is locked. */
const LOCKS: readonly AccountLock[] = [
  'ORDER_CREATION_LOCKED',
  'ORDER_FILL_LOCKED',
  'CONFIGURATION_LOCKED',
  'DEPOSIT_LOCKED',
  'WITHDRAWAL_LOCKED',
];

/** An account whose home currency the pairs reach, with some rules varied. */
export function randomAccount(
  dice: Dice,
  pairs: readonly PairName[],
  number: number,
): AccountConfig {
  const reachable = HOMES.filter(home => pairs.some(name => name.split('_').includes(home)));
  const currency = dice.pick(reachable);
  const hedging = dice.oneIn(3);
  const scale = currency === 'JPY' ? '00' : '';
  return {
    id: `101-00${number}-100000${number}-00${number}`,
    currency,
    balance: dice.oneIn(40) ? '0' : `${dice.pick(['10000', '2000', '500'])}${scale}`,
    alias: `Account ${number}`,
    ...(dice.oneIn(3) ? { marginRate: dice.pick(['0.01', '0.05', '0.10']) } : {}),
    hedging,
    financing: dice.pick([
      'DAILY',
      'DAILY_INSTRUMENT',
      'SECOND_BY_SECOND',
      'SECOND_BY_SECOND_INSTRUMENT',
      'NO_FINANCING',
    ]),
    ...(dice.oneIn(4) ? { commission: COMMISSION } : {}),
    guaranteedStopLossOrderMode: dice.oneIn(4) ? 'DISABLED' : 'ALLOWED',
    fifo: !hedging && dice.oneIn(4),
    conversionMarkup: dice.pick(['0', '0', '0.005', '0.01']),
    positionAggregation: dice.pick(['MAXIMAL_SIDE', 'MAXIMAL_SIDE', 'ABSOLUTE_SUM', 'NET_SUM']),
    closeoutFactor: dice.oneIn(4) ? '1' : '0.5',
    marginCalls: false,
    maximumPendingOrders: dice.oneIn(6) ? dice.pick([2, 4]) : 1000,
    maximumOpenTrades: dice.oneIn(8) ? 3 : 1000,
    ...(dice.oneIn(10) ? { maximumPositionValue: `20000${scale}` } : {}),
    trailingStops: true,
    locks: dice.oneIn(12) ? [dice.pick(LOCKS)] : [],
  };
}

/** Up to two halts inside the window. */
export function randomHalts(dice: Dice, from: number, to: number): Halt[] {
  return Array.from({ length: dice.between(0, 2) }, () => {
    const start = from + Math.floor(((to - from) * dice.between(0, 80)) / 100);
    const length = Math.floor(((to - from) * dice.between(3, 40)) / 100);
    return {
      from: start,
      to: start + length,
      side: dice.pick(['ALL', 'ALL', 'BID', 'ASK']),
      mode: dice.pick(['HALTED', 'REDUCE_ONLY']),
    };
  });
}
