/**
 * Bodies of `/_sim`: counterfactuals. Source: docs/guides/counterfactuals.md.
 */

import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { COMPARED } from '../../../../core/whatif/difference.js';
import { defineObject, textOf } from '../../http/read/define.js';
import { REQUEST_INSTANT } from '../../http/read/instant-text.js';

/** Most commands that one counterfactual leaves out, and most that it adds. */
const MOST_CHANGES = 1_000;

const AnyCommand = Type.Object(
  { type: Type.String({ maxLength: 64 }) },
  {
    additionalProperties: true,
    description: 'as a line of the journal has it: `{"type":"CloseTrade","tradeSpecifier":"6"}`',
  },
);

/** What a counterfactual leaves out and adds. */
export const CounterfactualRequest = defineObject(
  'CounterfactualRequest',
  {
    accountID: Type.Optional(
      Type.String({ maxLength: 64, description: 'default: the first account' }),
    ),
    without: Type.Optional(
      Type.Array(Type.String({ maxLength: 20 }), {
        maxItems: MOST_CHANGES,
        description: 'ids of transactions of the account; the command that caused each is left out',
      }),
    ),
    with: Type.Optional(
      Type.Array(
        Type.Object(
          {
            time: Type.String({
              maxLength: 40,
              pattern: REQUEST_INSTANT,
              description: 'an instant of the session',
            }),
            command: AnyCommand,
          },
          { additionalProperties: false },
        ),
        {
          maxItems: MOST_CHANGES,
          description:
            'commands of the account. One at the instant of a command that is left out takes its place; any other comes after the commands of its instant. Ids are those of the session',
        },
      ),
    ),
  },
  { additionalProperties: false },
);
export type CounterfactualRequest = Static<typeof CounterfactualRequest>;

const money = (description: string) => Type.String({ description });
const Side = Type.Object({
  tradeID: textOf('its id in that run'),
  units: Type.String(),
  price: Type.String(),
  openTime: Type.String(),
  state: Type.String(),
  closeTime: Type.Optional(Type.String()),
  averageClosePrice: Type.Optional(Type.String()),
  realizedPL: Type.String(),
  financing: Type.String(),
  dividendAdjustment: Type.String(),
  unrealizedPL: Type.String(),
});

/** The difference in money, and the commands that could not be sent. */
export const CounterfactualAnswer = defineObject('Counterfactual', {
  difference: Type.Object(
    {
      accountID: Type.String(),
      currency: Type.String(),
      ...Object.fromEntries(COMPARED.map(field => [field, Type.String()])),
      trades: Type.Array(
        Type.Object({
          instrument: Type.String(),
          result: money('profit, unrealized profit and financing'),
          session: Type.Optional(Side),
          counterfactual: Type.Optional(Side),
        }),
        { description: 'trades that differ; a side is absent when that run has no such trade' },
      ),
    },
    { description: 'counterfactual less session, in home currency' },
  ),
  dropped: Type.Array(
    Type.Object({
      time: Type.String(),
      accountID: Type.String(),
      command: AnyCommand,
      reason: Type.String(),
    }),
    { description: 'commands whose target was never made' },
  ),
});

/** Every named schema of these verbs. */
export const COUNTERFACTUAL_SCHEMAS: readonly TSchema[] = [
  CounterfactualRequest,
  CounterfactualAnswer,
];
