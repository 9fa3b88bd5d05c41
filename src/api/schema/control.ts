/**
 * Bodies of `/_sim`: the clock. Source: design section 10.
 */

import { type Static, Type } from '@sinclair/typebox';
import { CLOCK_MODES } from '../../runtime/sandbox-clock.js';
import { define } from './define.js';
import { DateTime, oneOf } from './primitives.js';

export const Clock = define(
  'Clock',
  Type.Object({
    mode: oneOf(CLOCK_MODES),
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
      by: Type.Optional(Type.String({ maxLength: 32, description: 'duration: `1d`, `1h30m`' })),
      to: Type.Optional(Type.String({ maxLength: 40, description: 'instant, not in the past' })),
      ticks: Type.Optional(Type.Integer({ minimum: 1, maximum: 1e12 })),
    },
    { additionalProperties: false, minProperties: 1, maxProperties: 1 },
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
