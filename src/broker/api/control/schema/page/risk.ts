/**
 * Bodies of `/_sim`: the rules of risk, and how much is left of each. Source:
 * docs/reference/page-verbs.md.
 */

import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { BLACKOUT_ACTIONS, RISK_ACTIONS } from '../../../../../core/risk/risk-rules.js';
import { TOLD_RULES } from '../../../../runtime/look/risk-left.js';
import { defineObject, oneOf, optionalText, ref } from '../../../http/read/define.js';
import { money, Time } from './parts.js';

/** One rule of one account. */
export const RiskRule = defineObject('RiskRule', {
  rule: oneOf(TOLD_RULES),
  instrument: optionalText('of a limit of units'),
  then: Type.Optional(oneOf([...new Set([...RISK_ACTIONS, ...BLACKOUT_ACTIONS])])),
  unit: oneOf(['money', 'units', 'none'], 'of limit, used and left; money is home currency'),
  limit: optionalText('the most that may be lost or held'),
  used: optionalText('lost or held now; may be negative'),
  left: optionalText('limit less used; not below 0'),
  floor: Type.Optional(money('net asset value at which a loss breaks the rule')),
  isBroken: Type.Boolean({ description: 'whether the rule stops the account now' }),
  until: optionalText('of a blackout: its end or its next begin'),
});
/** One rule, as a value. */
export type RiskRule = Static<typeof RiskRule>;

const Breach = Type.Object({
  time: Time,
  rule: oneOf(['dailyLoss', 'drawdown']),
  then: oneOf(RISK_ACTIONS),
  NAV: money('the net asset value'),
  floor: money('the floor that it reached'),
});

/** The rules of every account that has some. */
export const Risk = defineObject('Risk', {
  accounts: Type.Array(
    Type.Object({
      accountID: Type.String(),
      currency: Type.String(),
      stopped: oneOf(['no', 'day', 'forever'], 'for how long a breach stops the account'),
      rules: Type.Array(ref(RiskRule)),
      breaches: Type.Array(Breach, { description: 'so far, oldest first' }),
    }),
  ),
});
/** The rules, as a value. */
export type Risk = Static<typeof Risk>;

/** Every named schema of this verb. */
export const RISK_SCHEMAS: readonly TSchema[] = [RiskRule, Risk];
