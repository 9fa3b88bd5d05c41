/**
 * What is wrong with a request, in no broker's words. Whatever reads and guards requests throws a
 * RequestError; the facade's answer form (answer-form.ts) makes a body of it. A facade throws an
 * ApiError, whose body is ready. Source: invariant A13; RFC 9110 section 15.
 */

/** The headers of refusals that may not occur a second later. */
const RETRY_LATER = { 'Retry-After': '1' } as const;
/**
 * The headers for a request that does not ask for the only protocol of its path (RFC 9110 15.5.22).
 */
const UPGRADE = { Upgrade: 'websocket' } as const;

/** The status of each kind of error, and a sentence for people. */
const ERRORS = {
  malformed: [400, 'The request is malformed'],
  'malformed-host': [400, 'The Host header is malformed'],
  'several-tokens': [400, 'A request has one Authorization header'],
  'malformed-body': [400, 'The request body is not valid JSON'],
  'missing-data': [400, 'The request body lacks required data'],
  'missing-parameter': [400, 'A required parameter is missing'],
  'invalid-parameter': [400, 'A parameter has an invalid value'],
  'bad-parameters': [400, 'The parameters are invalid'],
  unauthorized: [401, 'A valid token is needed'],
  'wrong-code': [401, 'The code or key is wrong, or the code was used before or is too old'],
  'control-token-needed': [403, 'The control token is needed'],
  'no-guest': [403, 'The guest of the simulation is not in the file of guests'],
  'bytes-quota': [403, "The guest's simulations have all the bytes that they may have"],
  'cross-site': [403, 'The request comes from another site'],
  'simulation-header-needed': [403, 'A request of the page that writes needs Orrery-Simulation'],
  'not-found': [404, 'Not found'],
  'method-not-allowed': [405, 'Method not allowed'],
  'too-slow': [408, 'The request took too long'],
  conflict: [409, 'The request is not possible in the current state'],
  'simulations-quota': [409, 'The guest has as many simulations as it may have'],
  'body-too-large': [413, 'The request body is too large'],
  'path-too-long': [414, 'The request path is too long'],
  'not-json': [415, 'The request body must be application/json'],
  'encoded-body': [415, 'The request body must be UTF-8, without a Content-Encoding'],
  expectation: [417, 'The Expect header must be 100-continue'],
  'wrong-host': [421, 'This server does not answer to that host name; --allow-host NAME lets it'],
  'upgrade-needed': [426, 'This path is for WebSocket handshakes only'],
  'too-many-requests': [429, 'Too many requests'],
  'too-many-streams': [429, 'Maximum number of streams exceeded'],
  'cpu-quota': [429, 'The guest has used its CPU seconds of this hour'],
  'streams-quota': [429, 'The guest has as many streams as it may have'],
  'headers-too-large': [431, 'The request headers are too large'],
  internal: [500, 'Internal server error'],
  'shutting-down': [503, 'The server is shutting down'],
  unreadable: [503, 'The simulation cannot be read'],
  busy: [503, 'The server is busy'],
} as const satisfies Record<string, readonly [status: number, sentence: string]>;
/** What kind of error it is. */
export type ErrorKind = keyof typeof ERRORS;

/** The details of an error beside its kind. */
export interface ErrorDetails {
  /** The parameter or the dotted path of the body's part that is at fault. */
  readonly parameter?: string;
  /** A sentence instead of the kind's. */
  readonly sentence?: string;
  /** Why the value is invalid: a sentence without a full stop. */
  readonly why?: string;
  /** A status instead of the kind's. */
  readonly status?: number;
  /** Seconds after which the request may succeed, instead of the kind's. */
  readonly retryAfter?: number;
}

/** A refusal that still needs its body. Its message is a sentence for people. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly kind: ErrorKind;
  readonly status: number;
  readonly details: ErrorDetails;
  /** Headers beside those of every answer. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(kind: ErrorKind, details: ErrorDetails = {}) {
    const [status, sentence] = ERRORS[kind];
    super(details.sentence ?? sentence);
    this.kind = kind;
    this.status = details.status ?? status;
    this.details = details;
    const { retryAfter } = details;
    const headers = HEADERS[kind] ?? {};
    this.headers =
      retryAfter === undefined ? headers : { ...headers, 'Retry-After': String(retryAfter) };
  }
}

const HEADERS: Readonly<Partial<Record<ErrorKind, Readonly<Record<string, string>>>>> = {
  'too-many-requests': RETRY_LATER,
  'too-many-streams': RETRY_LATER,
  'streams-quota': RETRY_LATER,
  busy: RETRY_LATER,
  'upgrade-needed': UPGRADE,
};

/** A refusal of a facade, with a body in the facade's own words. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly body: object;

  constructor(status: number, message: string, body: object) {
    super(message);
    this.status = status;
    this.body = body;
  }
}

/** 400: the parameter `name`, or that part of the body, has a value that it cannot have. */
export function invalidParameter(name: string, why = ''): RequestError {
  return new RequestError(
    'invalid-parameter',
    why === '' ? { parameter: name } : { parameter: name, why },
  );
}

/** 400 with a sentence of its own about one or more parameters. */
export function badParameters(sentence: string): RequestError {
  return new RequestError('bad-parameters', { sentence });
}

/** 404: there is no such path, or nothing there. */
export function notFound(): RequestError {
  return new RequestError('not-found');
}

/** 404: the path names a simulation that is not there. */
export function noSimulation(): RequestError {
  return new RequestError('not-found', { sentence: 'There is no simulation of that id' });
}

/** 409: what is asked does not fit the present state, as `sentence` says. */
export function conflict(sentence: string): RequestError {
  return new RequestError('conflict', { sentence });
}

/** 503: the server stops before what is asked was done, as `sentence` says. */
export function shuttingDown(sentence: string): RequestError {
  return new RequestError('shutting-down', { sentence });
}

const KIND_OF_STATUS: Readonly<Record<number, ErrorKind>> = {
  408: 'too-slow',
  413: 'body-too-large',
  414: 'path-too-long',
  415: 'not-json',
  417: 'expectation',
  429: 'too-many-requests',
  431: 'headers-too-large',
  503: 'shutting-down',
};

/** The error of a status that the HTTP server gave; `malformed` for one that is not in the table. */
export function errorOfStatus(status: number): RequestError {
  return new RequestError(KIND_OF_STATUS[status] ?? 'malformed', { status });
}
