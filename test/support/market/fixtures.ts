/** Instruments and accounts for tests: small, fixed, independent of the product's table. */

import { type AccountConfig, PLAIN_ACCOUNT } from '../../../src/core/ledger/account-config.js';
import type { Instrument } from '../../../src/core/market/instrument.js';
import { FX_HOURS } from '../../../src/core/time/calendar.js';
import { type Instant, parseInstant } from '../../../src/core/time/instant.js';

const DAYS = { MONDAY: 1, TUESDAY: 1, WEDNESDAY: 3, THURSDAY: 1, FRIDAY: 1 } as const;

/** An FX pair; JPY quotes have 3 decimals, all others 5. */
export function pair(name: string, overrides: Partial<Instrument> = {}): Instrument {
  const yen = name.endsWith('_JPY');
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
    marginRate: '0.02',
    guaranteedStopLossOrderMode: 'DISABLED',
    tags: [],
    financing: {
      longRate: '-0.0242',
      shortRate: '0.0037',
      financingDaysOfWeek: Object.entries(DAYS).map(([dayOfWeek, daysCharged]) => ({
        dayOfWeek: dayOfWeek as keyof typeof DAYS,
        daysCharged,
      })),
    },
    tradingHours: FX_HOURS,
    defaultLiquidity: 10_000_000,
    ...overrides,
  };
}

/** A pair on which guaranteed stops exist. */
export function guaranteedPair(name: string, overrides: Partial<Instrument> = {}): Instrument {
  return pair(name, {
    guaranteedStopLossOrderMode: 'ALLOWED',
    minimumGuaranteedStopLossDistance: '0.0010',
    guaranteedStopLossOrderExecutionPremium: '0.001',
    guaranteedStopLossOrderLevelRestriction: { volume: '1000000', priceRange: '0.0025' },
    ...overrides,
  });
}

/** A netting USD account of 10000 with every option off. */
export function account(overrides: Partial<AccountConfig> = {}): AccountConfig {
  return {
    id: '101-004-1000001-001',
    currency: 'USD',
    balance: '10000',
    ...PLAIN_ACCOUNT,
    locks: [],
    ...overrides,
  };
}

/** The instant of an RFC 3339 text. */
export function at(text: string): Instant {
  const parsed = parseInstant(text);
  if (parsed === undefined) throw new Error(`not an instant: ${text}`);
  return parsed.at;
}
