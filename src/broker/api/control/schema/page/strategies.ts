/**
 * Bodies of `/_sim`: the strategies that run in the server. Source: decision 0046.
 */

import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { STRATEGY_STATES } from '../../../../../core/strategy/live-strategy.js';
import { STRATEGY_HOOKS } from '../../../../../core/strategy/strategy-error.js';
import { defineObject, oneOf, optionalText, textOf } from '../../../http/read/define.js';

const LateHook = Type.Object(
  {
    name: oneOf(STRATEGY_HOOKS),
    time: textOf('the instant at which it was called, RFC 3339'),
    seconds: Type.Integer({
      minimum: 1,
      description: 'for how long it has run, by the wall clock',
    }),
  },
  { description: 'the hook that has not returned for a second or longer; time waits for it' },
);

/** A strategy that runs in the server. */
export const ServedStrategy = defineObject('ServedStrategy', {
  accountID: Type.String(),
  name: textOf('its module, as the scenario names it'),
  state: oneOf(
    STRATEGY_STATES,
    'waiting: for candles; stopped: by a fault; ended: with the window',
  ),
  reason: optionalText('why it was stopped'),
  place: optionalText('where in its source it failed, `file:line:column`; told once it is known'),
  hook: Type.Optional(LateHook),
});
/** A strategy, as a value. */
export type ServedStrategy = Static<typeof ServedStrategy>;

/** Every named schema of strategies. */
export const STRATEGY_SCHEMAS: readonly TSchema[] = [ServedStrategy];
