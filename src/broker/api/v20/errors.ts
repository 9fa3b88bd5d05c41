/**
 * The answers of v20 to a request that it refuses without a transaction: statuses, sentences and
 * codes. Refusals by the market are transactions (answers/outcome.ts). Source: v20 semantics 2.4;
 * choices 2, 3 and 6 of 10.1.
 */

import { ApiError, type RequestError } from '../http/request-errors.js';

/** The body of an error. */
export interface ErrorBody {
  /** The message for people. */
  readonly errorMessage: string;
  /** The code for programs; not every error has one. */
  readonly errorCode?: string;
  /** Decimal digits; of the account in the path. */
  readonly lastTransactionID?: string;
}

/** The codes of refusals beyond a quota of a guest. */
const QUOTA_CODES: Readonly<Partial<Record<RequestError['kind'], string>>> = {
  'simulations-quota': 'QUOTA_SIMULATIONS',
  'bytes-quota': 'QUOTA_BYTES',
  'cpu-quota': 'QUOTA_CPU_SECONDS',
  'streams-quota': 'QUOTA_STREAMS',
};

const PARAMETER_CODE = 'oanda::rest::core::InvalidParameterException';
const MISSING_CODE = 'oanda::rest::core::MissingParameterException';

/** Parts of a body for which v20 has another name than their path. */
const PARAMETER_NAMES: Readonly<Record<string, string>> = {
  'order.positionFill': 'orderPositionFill',
};

/** Parts of an order whose whole sentence was recorded: clients may compare it. */
const RECORDED: ReadonlySet<string> = new Set([
  'order.instrument',
  'order.units',
  'order.timeInForce',
  'orderPositionFill',
]);

/** The body of a refusal by the server: recorded sentences of v20, and the server's own elsewhere. */
export function errorBody({ kind, message, details }: RequestError): ErrorBody {
  const { parameter = '', why } = details;
  switch (kind) {
    case 'invalid-parameter': {
      const name = PARAMETER_NAMES[parameter] ?? parameter;
      const sentence = `Invalid value specified for '${name}'`;
      const errorMessage =
        why === undefined || RECORDED.has(name) ? sentence : `${sentence}. ${why}`;
      return { errorMessage, errorCode: PARAMETER_CODE };
    }
    case 'bad-parameters':
      return { errorMessage: message, errorCode: PARAMETER_CODE };
    case 'missing-parameter':
      return { errorMessage: `Missing '${parameter}' parameter`, errorCode: MISSING_CODE };
    case 'missing-data':
      return { errorMessage: 'The request was missing required data' };
    case 'unauthorized':
      return { errorMessage: 'Insufficient authorization to perform request.' };
    default: {
      const errorCode = QUOTA_CODES[kind];
      return { errorMessage: message, ...(errorCode === undefined ? {} : { errorCode }) };
    }
  }
}

function refusal(
  status: number,
  errorMessage: string,
  rest: Omit<ErrorBody, 'errorMessage'> = {},
): ApiError {
  const body: ErrorBody = { errorMessage, ...rest };
  return new ApiError(status, errorMessage, body);
}

/** 400: a list was asked for in pages of a size that is not allowed. */
export function invalidPageSize(): ApiError {
  return refusal(400, 'The specified page size is invalid', { errorCode: 'INVALID_PAGESIZE' });
}

/** 400: a stream was asked for behind another request on the same connection. */
export function noConnectionOfItsOwn(): ApiError {
  return refusal(400, 'A stream needs a connection of its own');
}

/** 403: a well-formed account that the token may not use, or that does not exist. */
export function forbidden(): ApiError {
  return refusal(403, 'The provided request was forbidden.');
}

const NO_SUCH = {
  ORDER: 'The order ID specified does not exist',
  TRADE: 'The trade ID specified does not exist',
  TRANSACTION: 'The transaction ID specified does not exist',
  POSITION: 'The Position specified does not exist',
} as const;

/** 404: the thing that the path names does not exist. */
export function noSuch(thing: keyof typeof NO_SUCH, lastTransactionID: string): ApiError {
  return refusal(404, NO_SUCH[thing], { errorCode: `NO_SUCH_${thing}`, lastTransactionID });
}

/** 416: there is no such range of transactions. */
export function rangeNotSatisfiable(): ApiError {
  return refusal(416, 'Range not satisfiable');
}

/** 503: a command that never takes effect. @param sentence - why. */
export function unavailable(sentence: string): ApiError {
  return refusal(503, sentence);
}
