/** Cases of time: a market that is closed or quiet, a clock that jumps, a program that is started again. */

import type { Prng } from '../../../../core/base/prng.js';
import { formatRfc3339, instant, MICROS_PER_SECOND } from '../../../../core/time/instant.js';
import { draw } from '../../draw-faults.js';
import type { Property } from '../../properties.js';
import { busyInstant, drawnWrite, earlierOnes, spanOf } from './draws.js';
import { ASKS_NOTHING, type SuiteCase, TRADES_NOTHING } from './suite-case.js';

const OTHER_PRICES: readonly Property[] = ['position', 'duplicate'];
const JUMPS = ['1h', '-1h', '2m', '-2m', '24h'] as const;
const JUMP_SECONDS: Readonly<Record<(typeof JUMPS)[number], number>> = {
  '1h': 3_600,
  '-1h': -3_600,
  '2m': 120,
  '-2m': -120,
  '24h': 86_400,
};
const GAP_POINTS = [-300, -150, 150, 300] as const;
/** A market is closed for a share of the window between these, in percent. */
const CLOSED = { from: 10, to: 20 } as const;
const AWAY_SECONDS = { from: 1, to: 300 } as const;
const SOON_MICROS = 30 * MICROS_PER_SECOND;

/** The cases in the order of the table. */
export const OF_TIME: readonly SuiteCase[] = [
  {
    name: 'weekend-gap',
    about: 'the market closes for a while, and opens at another price',
    duty: 'wait while the market is closed, and limit a loss by size and not by a stop alone',
    reach: 'market',
    spares: OTHER_PRICES,
    unless: TRADES_NOTHING,
    plan: (draws, { traded, from, to }) => {
      if (traded.size === 0) return undefined;
      const instrument = draw(draws, [...traded.keys()]);
      const percent = (to - from) / 100;
      const begin = Math.floor(from + percent * draws.nextInt(5, 35));
      const end = Math.floor(begin + percent * draws.nextInt(CLOSED.from, CLOSED.to));
      const opened = { from: formatRfc3339(instant(end)) };
      return {
        rules: [
          { ...spanOf(begin, end), market: { instrument, halt: 'ALL', quiet: true } },
          { ...opened, market: { instrument, gap: draw(draws, GAP_POINTS) } },
        ],
      };
    },
  },
  {
    name: 'old-prices',
    about: 'no new price comes for some minutes, while the market looks open',
    duty: 'compare the time of a price with the present before trading on it',
    reach: 'market',
    spares: OTHER_PRICES,
    unless: TRADES_NOTHING,
    plan: (draws, facts) => {
      if (facts.traded.size === 0) return undefined;
      const instrument = draw(draws, [...facts.traded.keys()]);
      // It begins before the client acts, so that the price is old by then.
      const busy = busyInstant(draws, facts) - draws.nextInt(150, 300) * MICROS_PER_SECOND;
      const begin = Math.max(facts.from + MICROS_PER_SECOND, busy);
      const end = Math.min(begin + draws.nextInt(420, 900) * MICROS_PER_SECOND, facts.calmFrom);
      return { rules: [{ ...spanOf(begin, end), market: { instrument, quiet: true } }] };
    },
  },
  {
    name: 'clock-jump',
    about: 'the clock of the program jumps by minutes or hours against that of the broker',
    duty: "go by the times of the broker's answers, and measure waits by a monotonic clock",
    reach: 'life',
    unless: ASKS_NOTHING,
    plan: (draws, facts) => {
      const by = JUMP_SECONDS[draw(draws, JUMPS)] * MICROS_PER_SECOND;
      const begin = Math.max(facts.from, busyInstant(draws, facts) - SOON_MICROS);
      return { rules: [], life: { clockJump: { at: instant(begin), by } } };
    },
  },
  {
    name: 'restart',
    about: 'the program is killed at an instant, and started again in the same account',
    duty: 'learn from the account what is held and on order before anything is sent',
    reach: 'life',
    unless: ASKS_NOTHING,
    plan: (draws, facts) => {
      const busy = busyInstant(draws, facts);
      const later = draws.nextUnit() * Math.min(SOON_MICROS, facts.endedAt - busy);
      const when = instant(Math.floor(busy + later));
      return { rules: [], life: { restart: { when, awayMicros: away(draws) } } };
    },
  },
  {
    name: 'restart-in-write',
    about: 'the program is killed when it has sent a write, which takes effect',
    duty: 'learn from the account what is held and on order before anything is sent',
    reach: 'life',
    unless: 'it changes nothing',
    plan: (draws, facts) => {
      const operation = drawnWrite(draws, facts);
      if (operation === undefined) return undefined;
      const nth = earlierOnes(draws, facts, operation) + 1;
      return {
        rules: [],
        life: { restart: { when: { operation, nth }, awayMicros: away(draws) } },
      };
    },
  },
];

function away(draws: Prng): number {
  return draws.nextInt(AWAY_SECONDS.from, AWAY_SECONDS.to) * MICROS_PER_SECOND;
}
