/**
 * Bodies of `/_sim`: the clock. Source: docs/guides/clock-modes.md.
 */

import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { GRANULARITIES, type Granularity } from '../../../../core/candle/granularity.js';
import { INSTANT_PARTS } from '../../../../core/engine/engine.js';
import { TURN_STOPS } from '../../../../core/run/turn-end.js';
import { CLOCK_MODE_NAMES } from '../../../runtime/clock/clock-modes.js';
import { IDLENESS, type IdleBy } from '../../../runtime/lockstep/idleness.js';
import { PAUSE_REASONS } from '../../../runtime/strategies/pause-reason.js';
import { defineObject, oneOf, ref, textOf } from '../../http/read/define.js';
import { REQUEST_INSTANT } from '../../http/read/instant-text.js';
import { COUNTERFACTUAL_SCHEMAS } from './counterfactual.js';
import { Explanation } from './explain.js';
import { FAULT_SCHEMAS } from './fault.js';
import { ServedStrategy } from './page/strategies.js';
import { RECORD_SCHEMAS } from './record.js';

export const DateTime = Type.String({
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{9}Z$',
  description: 'RFC 3339 with nine fraction digits',
});
const DURATION = '^(?:\\d{1,9}(?:us|ms|s|m|h|d|w))+$';

/** The step of a poll. */
export const STEP = Type.String({
  maxLength: 32,
  pattern: `${DURATION}|^(?:${Object.keys(GRANULARITIES).join('|')})$`,
  description:
    'simulated time of a poll: a duration, or a granularity for the next close of its candle',
});

/** The silence of a client. */
export const SETTLE = Type.String({
  maxLength: 32,
  pattern: DURATION,
  description:
    'silence after which the client counts as idle, `1ms` to `1m`; absent: it says so by `ack`',
});

export const Clock = defineObject('Clock', {
  mode: oneOf(CLOCK_MODE_NAMES),
  state: oneOf(['playing', 'paused', 'ended']),
  now: DateTime,
  speed: Type.Unsafe<number | 'max'>({
    anyOf: [{ type: 'number' }, { type: 'string', enum: ['max'] }],
    description: 'simulated seconds per second',
  }),
  step: Type.Optional(STEP),
  idleBy: Type.Optional(
    oneOf(Object.keys(IDLENESS) as IdleBy[], 'how it is known that the client is idle'),
  ),
  settle: Type.Optional(SETTLE),
  pauseAt: Type.Optional(Type.Array(oneOf(PAUSE_REASONS, 'where time stops by itself'))),
  over: Type.Optional(
    Type.String({ description: 'why time never moves again, though the window is not over' }),
  ),
  from: DateTime,
  to: DateTime,
  ticks: Type.Integer({ description: 'ticks taken so far' }),
  ticksLeft: Type.Integer({ description: 'ticks not taken yet' }),
  transactions: Type.Integer({ description: 'transactions in the ledger, of all accounts' }),
  waiting: Type.Integer({ description: 'accepted commands that have not taken effect yet' }),
  strategies: Type.Optional(
    Type.Array(ref(ServedStrategy), { description: 'those that run in the server' }),
  ),
});
export type Clock = Static<typeof Clock>;

/** A speed that is asked for. */
export const SPEED = Type.Unsafe<number | 'max'>({
  anyOf: [
    { type: 'number', exclusiveMinimum: 0, maximum: 1e9 },
    { type: 'string', enum: ['max'] },
  ],
  description: 'simulated seconds per second',
});

export const PlayRequest = defineObject(
  'PlayRequest',
  {
    speed: Type.Optional(SPEED),
    pauseAt: Type.Optional(
      Type.Array(oneOf(PAUSE_REASONS), {
        maxItems: PAUSE_REASONS.length,
        description:
          'time stops by itself right after the tick at which one of these happens; only a clock that follows the wall clock',
      }),
    ),
  },
  { additionalProperties: false },
);
export type PlayRequest = Static<typeof PlayRequest>;

export const AdvanceRequest = defineObject(
  'AdvanceRequest',
  {
    by: Type.Optional(
      Type.String({ maxLength: 32, pattern: DURATION, description: 'a duration: `1d`, `1h30m`' }),
    ),
    to: Type.Optional(
      Type.String({
        maxLength: 40,
        pattern: REQUEST_INSTANT,
        description: 'an instant that is not in the past',
      }),
    ),
    ticks: Type.Optional(Type.Integer({ minimum: 1, maximum: 1e12 })),
    candle: Type.Optional(
      oneOf(
        Object.keys(GRANULARITIES) as Granularity[],
        'to the next close of a candle of this granularity',
      ),
    ),
    count: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 10_000,
        description: 'with `candle`: how many candles; default 1',
      }),
    ),
    of: Type.Optional(
      Type.String({
        maxLength: 32,
        description:
          'with `candle`: an instrument; only candles that it has count, so a weekend is passed at once',
      }),
    ),
    until: Type.Optional(
      oneOf(
        TURN_STOPS,
        'not with `ticks`: stop right after the first tick or event that writes a transaction (`transaction`) or an ORDER_FILL (`fill`), or after the first tick (`tick`)',
      ),
    ),
    through: Type.Optional(
      oneOf(INSTANT_PARTS, 'not with `ticks`: `timers` stops before the ticks of that instant'),
    ),
    orStay: Type.Optional(
      Type.Boolean({
        description:
          'with `until`: time stays where it is when nothing stops it early; this is tried in a fork first. A simulation with strategies moves',
      }),
    ),
  },
  {
    additionalProperties: false,
    description:
      'an object with one of `by`, `to`, `ticks` and `candle`; `ticks` stands alone, `orStay` needs `until`, `count` and `of` need `candle`',
    oneOf: ['by', 'to', 'ticks', 'candle'].map(name => ({ required: [name] })),
    dependentSchemas: { ticks: { maxProperties: 1, description: '`ticks` alone' } },
    dependentRequired: { orStay: ['until'], count: ['candle'], of: ['candle'] },
  },
);
export type AdvanceRequest = Static<typeof AdvanceRequest>;

export const Ledger = defineObject('Ledger', {
  transactions: Type.Integer(),
  sha256: textOf('SHA-256 of ledger.ndjson; a scenario has the same hash as `ledger:`'),
});

/** Every named schema of control. */
export const CONTROL_SCHEMAS: readonly TSchema[] = [
  Clock,
  PlayRequest,
  AdvanceRequest,
  Ledger,
  ...FAULT_SCHEMAS,
  ...RECORD_SCHEMAS,
  ...COUNTERFACTUAL_SCHEMAS,
  Explanation,
];
