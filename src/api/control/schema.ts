/**
 * Bodies of `/_sim`: the clock. Source: docs/command-line.md 6.
 */

import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { INSTANT_PARTS } from '../../core/engine/engine.js';
import { TURN_STOPS } from '../../core/run/crank.js';
import { CLOCK_MODE_NAMES } from '../../runtime/sandbox-clock.js';
import { define, oneOf } from '../http/read/define.js';
import { REQUEST_INSTANT } from '../http/read/instant-text.js';

const DateTime = Type.String({
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{9}Z$',
  description: 'RFC 3339 with nine fraction digits',
});
const DURATION = '^(?:\\d{1,9}(?:us|ms|s|m|h|d|w))+$';

export const Clock = define(
  'Clock',
  Type.Object({
    mode: oneOf(CLOCK_MODE_NAMES),
    state: oneOf(['playing', 'paused', 'ended']),
    now: DateTime,
    speed: Type.Unsafe<number | 'max'>({
      anyOf: [{ type: 'number' }, { type: 'string', enum: ['max'] }],
      description: 'simulated seconds a second',
    }),
    from: DateTime,
    to: DateTime,
    ticks: Type.Integer({ description: 'taken so far' }),
    ticksLeft: Type.Integer({ description: 'still to come' }),
    transactions: Type.Integer({ description: 'in the ledger, over all accounts' }),
    waiting: Type.Integer({ description: 'commands accepted whose effect lies ahead' }),
  }),
);
export type Clock = Static<typeof Clock>;

export const PlayRequest = define(
  'PlayRequest',
  Type.Object(
    {
      speed: Type.Optional(
        Type.Unsafe<number | 'max'>({
          anyOf: [
            { type: 'number', exclusiveMinimum: 0, maximum: 1e9 },
            { type: 'string', enum: ['max'] },
          ],
        }),
      ),
    },
    { additionalProperties: false },
  ),
);
export type PlayRequest = Static<typeof PlayRequest>;

export const AdvanceRequest = define(
  'AdvanceRequest',
  Type.Object(
    {
      by: Type.Optional(
        Type.String({ maxLength: 32, pattern: DURATION, description: 'duration: `1d`, `1h30m`' }),
      ),
      to: Type.Optional(
        Type.String({
          maxLength: 40,
          pattern: REQUEST_INSTANT,
          description: 'instant, not in the past',
        }),
      ),
      ticks: Type.Optional(Type.Integer({ minimum: 1, maximum: 1e12 })),
      until: Type.Optional(
        oneOf(
          TURN_STOPS,
          'with `to`: stop right after the first tick or event that writes a transaction of any account, or that is a `tick`',
        ),
      ),
      through: Type.Optional(
        oneOf(INSTANT_PARTS, 'with `to`: `timers` stops before the ticks of that instant'),
      ),
    },
    {
      additionalProperties: false,
      oneOf: ['by', 'to', 'ticks'].map(name => ({ required: [name] })),
      dependentRequired: { until: ['to'], through: ['to'] },
    },
  ),
);
export type AdvanceRequest = Static<typeof AdvanceRequest>;

export const Ledger = define(
  'Ledger',
  Type.Object({
    transactions: Type.Integer(),
    sha256: Type.String({ description: 'of ledger.ndjson, as the golden of a scenario' }),
  }),
);

/** Every named schema of control. */
export const CONTROL_SCHEMAS: readonly TSchema[] = [Clock, PlayRequest, AdvanceRequest, Ledger];
