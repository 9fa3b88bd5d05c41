/**
 * Bodies of the verbs that change a market from outside: ticks, accounts, funds. Source:
 * docs/guides/simulations.md.
 */

import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { FUNDING_REASONS } from '../../../../core/reason/funding-reasons.js';
import { ACCOUNT_SCHEMA } from '../../../../data/storage/schema/account-schema.js';
import { define, defineObject, oneOf, textOf } from '../../http/read/define.js';
import { REQUEST_INSTANT } from '../../http/read/instant-text.js';

const Price = Type.String({
  maxLength: 24,
  pattern: '^\\d+(?:\\.\\d+)?$',
  description: 'decimal with no more decimals than the instrument has',
});
const Decimal = (description: string) =>
  Type.String({ maxLength: 40, pattern: '^-?\\d+(?:\\.\\d+)?$', description });
const Text = (description: string) => Type.String({ maxLength: 256, description });

/** One tick. */
export const TickRequest = defineObject(
  'TickRequest',
  {
    instrument: Type.String({ pattern: '^[A-Z0-9]{3,6}_[A-Z]{3}$' }),
    time: Type.String({
      maxLength: 40,
      pattern: REQUEST_INSTANT,
      description: 'when the market quotes it',
    }),
    bid: Price,
    ask: Price,
  },
  { additionalProperties: false },
);
/** One tick, as a value. */
export type TickRequest = Static<typeof TickRequest>;

/** The fields of an account, as in scenario files. */
export const AccountRequest = define(
  'AccountRequest',
  Type.Unsafe<Readonly<Record<string, unknown>>>({ ...ACCOUNT_SCHEMA }),
);

/** An account that was just made. */
export const AccountMade = defineObject('AccountMade', {
  id: Type.String(),
  token: textOf('it opens the other accounts of its user, too'),
});

/** Money in or out. */
export const TransferRequest = defineObject(
  'TransferRequest',
  {
    amount: Decimal('in home currency; a negative amount withdraws'),
    fundingReason: Type.Optional(oneOf(FUNDING_REASONS, 'default: CLIENT_FUNDING')),
    comment: Type.Optional(Text('for people')),
  },
  { additionalProperties: false },
);
/** Money in or out, as a value. */
export type TransferRequest = Static<typeof TransferRequest>;

/** Settings of an account. */
export const ConfigureRequest = defineObject(
  'ConfigureRequest',
  { alias: Type.Optional(Text('for people')), marginRate: Type.Optional(Decimal('a fraction')) },
  { additionalProperties: false, minProperties: 1 },
);
/** Settings of an account, as a value. */
export type ConfigureRequest = Static<typeof ConfigureRequest>;

/** The transaction that a command wrote. */
export const CommandAnswer = defineObject('ControlTransaction', {
  transaction: Type.Unsafe<object>({ type: 'object', description: 'the transaction written' }),
  lastTransactionID: Type.String(),
});

/** Every named schema of these verbs. */
export const MARKET_SCHEMAS: readonly TSchema[] = [
  TickRequest,
  AccountRequest,
  AccountMade,
  TransferRequest,
  ConfigureRequest,
  CommandAnswer,
];
