/** Random rules of risk, tight enough to be broken, and a random calendar. */

import type { Prng } from '../../../src/core/base/prng.js';
import { type CalendarEvent, IMPACTS, inOrder } from '../../../src/core/risk/calendar.js';
import {
  BLACKOUT_ACTIONS,
  LOSS_REFERENCES,
  type LossLimit,
  RISK_ACTIONS,
  type RiskRules,
} from '../../../src/core/risk/risk-rules.js';
import { instant, MICROS_PER_MINUTE } from '../../../src/core/time/instant.js';

const one = <T>(random: Prng, values: readonly T[]): T =>
  values[random.nextInt(0, values.length - 1)] as T;

/** Rules that `random` draws; each kind is there or not. */
export function randomRisk(random: Prng): RiskRules {
  const limit = (): LossLimit =>
    random.nextInt(0, 1) === 0
      ? { amount: String(random.nextInt(1, 60) / 4) }
      : { percent: (random.nextInt(1, 60) / 100).toFixed(2) };
  const has = () => random.nextInt(0, 2) > 0;
  // One rule at a time is broken more often than the tighter of two.
  const losses = random.nextInt(0, 2);
  const isTrailing = has();
  const timeZone = one(random, ['America/New_York', 'Asia/Tokyo', 'UTC']);
  const day = { hour: random.nextInt(0, 23), minute: random.nextInt(0, 59), timeZone };
  const wide = String(random.nextInt(1_000, 2_000_000));
  return {
    ...(losses !== 1 && {
      dailyLoss: {
        limit: limit(),
        from: one(random, LOSS_REFERENCES),
        ...day,
        then: one(random, RISK_ACTIONS),
        until: one(random, ['nextDay', 'nextDay', 'forever'] as const),
      },
    }),
    ...(losses !== 0 && {
      drawdown: {
        limit: limit(),
        mode: isTrailing ? 'trailing' : 'static',
        untilBreakEven: isTrailing && has(),
        then: one(random, RISK_ACTIONS),
      },
    }),
    ...(has() && { maximumUnits: { total: wide, instruments: { EUR_USD: wide } } }),
    ...(!has() && {
      blackout: {
        before: random.nextInt(0, 30) * MICROS_PER_MINUTE,
        after: random.nextInt(1, 30) * MICROS_PER_MINUTE,
        impact: one(random, IMPACTS),
        then: one(random, BLACKOUT_ACTIONS),
      },
    }),
  };
}

/** Events between two instants, microseconds. */
export function randomCalendar(random: Prng, from: number, to: number): readonly CalendarEvent[] {
  const count = random.nextInt(0, 12);
  return inOrder(
    Array.from({ length: count }, (_, at) => ({
      at: instant(from + Math.floor(random.nextUnit() * (to - from))),
      currency: one(random, ['USD', 'EUR', 'JPY']),
      impact: one(random, IMPACTS),
      name: `event ${at}`,
    })),
  );
}
