/**
 * What a request that is no v20 request gets: a status and v20's error body. One table of sentences;
 * refusals by the market are no errors but transactions (outcome.ts).
 * Source: v20 semantics 2.4; choices 2, 3 and 6.
 */

export interface ErrorBody {
  readonly errorMessage: string;
  readonly errorCode?: string;
  readonly lastTransactionID?: string;
}

export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly body: ErrorBody;

  /** Headers beside those of every answer. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    message: string,
    rest: Omit<ErrorBody, 'errorMessage'> = {},
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.status = status;
    this.body = { errorMessage: message, ...rest };
    this.headers = headers;
  }
}

/** For what may go through a second later. */
const RETRY_LATER = { 'Retry-After': '1' } as const;

const PARAMETER_CODE = 'oanda::rest::core::InvalidParameterException';
const MISSING_CODE = 'oanda::rest::core::MissingParameterException';

/** 400: `Invalid value specified for 'count'`, and why where the service says it. */
export function invalidParameter(name: string, why = ''): ApiError {
  const message = `Invalid value specified for '${name}'${why === '' ? '' : `. ${why}`}`;
  return new ApiError(400, message, { errorCode: PARAMETER_CODE });
}

/** 400 with a sentence of its own about a parameter. */
export function badParameters(message: string): ApiError {
  return new ApiError(400, message, { errorCode: PARAMETER_CODE });
}

/** 400: a list was asked for in pages of a size that there is not. */
export function invalidPageSize(): ApiError {
  return new ApiError(400, 'The specified page size is invalid', { errorCode: 'INVALID_PAGESIZE' });
}

/** 400: a required parameter is absent. */
export function missingParameter(name: string): ApiError {
  return new ApiError(400, `Missing '${name}' parameter`, { errorCode: MISSING_CODE });
}

/** 400: a body without a part that it needs. */
export function missingData(): ApiError {
  return new ApiError(400, 'The request was missing required data');
}

/** 401: no token, or not one of this server's; the same for every path and account. */
export function unauthorized(): ApiError {
  return new ApiError(401, 'Insufficient authorization to perform request.');
}

/** 403: a well-formed account that the token may not use, or that does not exist. */
export function forbidden(): ApiError {
  return new ApiError(403, 'The provided request was forbidden.');
}

/** 404 of a thing named in the path. */
export function noSuch(
  thing: 'ORDER' | 'TRADE' | 'TRANSACTION' | 'POSITION',
  lastTransactionID: string,
): ApiError {
  return new ApiError(404, NO_SUCH[thing], { errorCode: `NO_SUCH_${thing}`, lastTransactionID });
}

const NO_SUCH = {
  ORDER: 'The order ID specified does not exist',
  TRADE: 'The trade ID specified does not exist',
  TRANSACTION: 'The transaction ID specified does not exist',
  POSITION: 'The Position specified does not exist',
} as const;

/** 404: no such path, or nothing there. */
export function notFound(): ApiError {
  return new ApiError(404, 'Not found');
}

/** 405: a known path, asked in a way that it does not know. */
export function methodNotAllowed(): ApiError {
  return new ApiError(405, 'Method not allowed');
}

/** 415: a body that is no plain UTF-8. */
export function unsupportedBody(): ApiError {
  return new ApiError(415, 'The request body must be UTF-8, without a Content-Encoding');
}

/** 416: no such range of transactions. */
export function rangeNotSatisfiable(): ApiError {
  return new ApiError(416, 'Range not satisfiable');
}

/** 429: more requests than the limit. */
export function tooManyRequests(): ApiError {
  return new ApiError(429, 'Too many requests', {}, RETRY_LATER);
}

/** 429: more streams than the limit. */
export function tooManyStreams(): ApiError {
  return new ApiError(429, 'Maximum number of streams exceeded', {}, RETRY_LATER);
}

/** 503: a command whose effect would lie beyond the end of the simulated window. */
export function windowOver(): ApiError {
  return new ApiError(503, 'The simulated window is over');
}

/** 503: the server has more to do than it takes on; to be asked again after a second. */
export function serverBusy(): ApiError {
  return new ApiError(503, 'The server is busy', {}, RETRY_LATER);
}
