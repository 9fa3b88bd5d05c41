/**
 * Bodies of `/_sim`: explanations. Source: docs/guides/explain.md, decision 0030.
 */

import { type Static, Type } from '@sinclair/typebox';
import { defineObject, oneOf, optionalText, textOf } from '../../http/read/define.js';

const decimalText = textOf('a decimal number');
const time = textOf('RFC 3339 with nine fraction digits');

const Conversion = Type.Object({
  what: textOf('the field that the amount became: `realizedPL`'),
  tradeID: Type.Optional(Type.String()),
  currency: Type.String(),
  amount: decimalText,
  kind: oneOf(['gain', 'loss', 'mid'], 'which factor applies'),
  factor: textOf('home currency per unit, 14 decimals'),
  home: textOf('the amount in home currency, as in the ledger'),
  path: Type.Array(
    Type.Object({
      pair: Type.String(),
      bid: decimalText,
      ask: decimalText,
      operation: oneOf(['multiply', 'divide']),
    }),
    { description: 'the pairs on the way to home currency' },
  ),
});

export const Explanation = defineObject('Explanation', {
  id: textOf('as asked for'),
  accountID: Type.String(),
  transactionID: optionalText('the transaction that decided; absent for a pending order'),
  type: Type.String(),
  reason: Type.Optional(Type.String()),
  time,
  sentence: Type.String(),
  tick: Type.Optional(
    Type.Object(
      {
        instrument: Type.String(),
        time,
        bid: decimalText,
        ask: decimalText,
        between: optionalText('the points of a bar between which the quote lies'),
      },
      { description: 'the tick, or the quote on a leg, that the decision was made at' },
    ),
  ),
  side: Type.Optional(oneOf(['BID', 'ASK', 'MID'], 'the side of the book that counted')),
  rule: Type.String(),
  section: textOf('the place of the rule in docs/reference/semantics.md'),
  values: Type.Record(Type.String(), Type.String(), { description: 'the numbers put in' }),
  conversion: Type.Optional(Type.Array(Conversion)),
  needed: Type.Optional(
    Type.Object(
      {
        sentence: Type.String(),
        what: Type.Optional(Type.String()),
        limit: Type.Optional(oneOf(['atMost', 'atLeast'])),
        value: Type.Optional(Type.String()),
        found: Type.Optional(Type.String()),
        at: Type.Optional(time),
      },
      { description: 'what would have been needed' },
    ),
  ),
});
/** Why something happened, as a value. */
export type Explanation = Static<typeof Explanation>;
