/**
 * Bodies of `/_sim`: what an order would cost. Source: docs/reference/page-verbs.md.
 */

import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { defineObject, optionalText, textOf } from '../../../http/read/define.js';
import { ACCOUNT, money } from './parts.js';

/** The order in question. */
export const EstimateRequest = defineObject(
  'EstimateRequest',
  {
    account: ACCOUNT,
    order: Type.Unsafe<Readonly<Record<string, unknown>>>({
      type: 'object',
      description: 'an OrderRequest of v20',
    }),
  },
  { additionalProperties: false },
);
/** The order in question, as a value. */
export type EstimateRequest = Static<typeof EstimateRequest>;

const Distance = Type.Object({
  money: money('lost at a stop, gained at a target; negative: the other way round'),
  percent: textOf('of the net asset value'),
  pips: textOf('between the price and that of the order'),
});

/** What it would cost. */
export const Estimate = defineObject('Estimate', {
  fills: Type.Boolean({ description: 'whether it fills at the present tick' }),
  units: textOf('that it fills, or that it would fill later; signed'),
  price: optionalText('of the fill, or the price at which the order waits'),
  marginRequired: money('margin that the order adds; none for units that hedge'),
  marginAvailableAfter: money('margin that is left after a fill at the present quotes'),
  spreadCost: money('the half spread of the units'),
  pipValue: money('the change in value by one pip'),
  riskToStop: Type.Optional(Distance),
  gainToTarget: Type.Optional(Distance),
  rejectReason: optionalText('the reason of the reject or of the cancel'),
  badParameter: optionalText('the field that v20 would refuse with 400, as `order.units`'),
  sentence: textOf('all of it for people'),
});
/** What it would cost, as a value. */
export type Estimate = Static<typeof Estimate>;

/** Every named schema of this verb. */
export const ESTIMATE_SCHEMAS: readonly TSchema[] = [EstimateRequest, Estimate];
