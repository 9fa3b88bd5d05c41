/**
 * The value formats of v20: the form of strings, times and lists in requests and answers.
 * Source: v20 semantics 2.3, 3.2.
 */

import { type TSchema, Type } from '@sinclair/typebox';
import type { Instant } from '../../../../core/time/instant.js';
import { defaulted, define, oneOf, ref } from '../../http/read/define.js';
import { INSTANT_FORMAT, REQUEST_INSTANT } from '../../http/read/instant-text.js';
import { PATH_PARAMETERS } from '../path-parameters.js';

/** A string that takes one of the values. */
export { defaulted, oneOf };

/** An enum with the name that v20 gives it, as a reference. */
export function named<const Values extends readonly string[]>(name: string, values: Values) {
  return ref(define(name, oneOf(values)));
}

/** A comma-separated list in a query, read into an array. */
export function listOf<T extends TSchema>(items: T, description: string) {
  return Type.Array(items, { description, minItems: 1, style: 'form', explode: false });
}

/** A DateTime of a query, read into an instant: RFC 3339 or UNIX, for any value of the header. */
export function instantOf(description: string) {
  const pattern = REQUEST_INSTANT;
  return Type.Unsafe<Instant>({ type: 'string', format: INSTANT_FORMAT, pattern, description });
}

/** A text format with the name that v20 gives it, as a reference. */
function text(name: string, pattern: string, description: string) {
  return ref(define(name, Type.String({ pattern, description })));
}

/** RFC 3339 with nine fraction digits (in books none), or UNIX, which is negative before 1970. */
const ANSWER_INSTANT =
  '^(?:\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{9})?Z|-?\\d+(?:\\.\\d{9})?)$';
const DECIMAL = '^-?\\d+(?:\\.\\d+)?$';
export const DecimalNumber = text('DecimalNumber', DECIMAL, 'decimal number');
export const PriceValue = text('PriceValue', DECIMAL, 'price, with the digits of the instrument');
export const AccountUnits = text('AccountUnits', DECIMAL, 'amount of the home currency');
export const DateTime = text(
  'DateTime',
  ANSWER_INSTANT,
  'RFC 3339 with nine fraction digits, or UNIX',
);
/** A DateTime that a refusal repeats in the text of the client. */
export const GivenDateTime = Type.String({
  pattern: `${REQUEST_INSTANT}|${ANSWER_INSTANT}`,
  description: 'DateTime; in a refusal, the text that the client sent',
});
export const TransactionID = text(
  'TransactionID',
  '^\\d{1,15}$',
  'whole number; each account counts 1, 2, 3 ...',
);
export const AccountID = text(
  'AccountID',
  PATH_PARAMETERS.accountID.pattern,
  'site-division-user-number',
);
export const InstrumentName = text(
  'InstrumentName',
  PATH_PARAMETERS.instrument.pattern,
  'base and quote, `EUR_USD`',
);
export const Currency = text('Currency', '^[A-Z]{3}$', 'ISO 4217');
/** An id as a parameter: digits; those that no transaction can have are answered with 416 or 404. */
export const idParameter = (description: string) =>
  Type.String({ pattern: '^-?\\d{1,15}$', description });

export const AcceptDatetimeFormat = define('AcceptDatetimeFormat', oneOf(['RFC3339', 'UNIX']));
/** Whether an account, or an instrument, has guaranteed stops. */
export const guaranteedStopLossOrderMode = named('GuaranteedStopLossOrderMode', [
  'DISABLED',
  'ALLOWED',
  'REQUIRED',
]);

/** A number as clients send it: text, or an unquoted JSON number. */
export const RequestDecimal = Type.Unsafe<string>({
  anyOf: [{ type: 'string', maxLength: 32 }, { type: 'number' }],
  description: 'a decimal number; a string keeps every digit',
});
