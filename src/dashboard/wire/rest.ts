/**
 * Requests to the server that the page came from. A write carries `Orrery-Simulation`, the header that
 * the server asks of its page; the session is a cookie that no script can read.
 */

/** What the server answered instead of what was asked for. */
export class WireError extends Error {
  /** The HTTP status; 0 when there was no answer. */
  readonly status: number;
  /** The answer, when it was JSON: v20 puts `errorCode` and transactions of refusals into it. */
  readonly body: Readonly<Record<string, unknown>>;

  constructor(message: string, status: number, body: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.name = 'WireError';
    this.status = status;
    this.body = body;
  }
}

/** One request. */
export interface RestRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path from the root of the server, with the query. */
  readonly path: string;
  /** The simulation that `/v3` means; default `main`. */
  readonly simulation?: string;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

const UNAUTHORIZED = 401;
let onLoggedOut: () => void = () => {};

/** Calls `listener` whenever the server says that there is no session. */
export function whenLoggedOut(listener: () => void): void {
  onLoggedOut = listener;
}

/**
 * Sends a request. @returns the answer's JSON, or undefined when it has no body.
 * @throws WireError for every status of 400 and above, and status 0 when the server cannot be reached.
 */
export async function call<Answer>(request: RestRequest): Promise<Answer> {
  const response = await send(request);
  const text = await response.text();
  const body = parse(text, response);
  if (response.ok) return body as Answer;
  if (response.status === UNAUTHORIZED && request.path !== '/login') onLoggedOut();
  const said = (body as { errorMessage?: unknown } | undefined)?.errorMessage;
  throw new WireError(
    typeof said === 'string' ? said : `The server answered ${response.status}`,
    response.status,
    (body ?? {}) as Record<string, unknown>,
  );
}

async function send({
  method = 'GET',
  path,
  simulation,
  body,
  signal,
}: RestRequest): Promise<Response> {
  try {
    return await fetch(path, {
      method,
      credentials: 'same-origin',
      headers: {
        'Orrery-Simulation': simulation ?? 'main',
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new WireError('The server does not answer', 0);
  }
}

function parse(text: string, response: Response): unknown {
  if (!response.headers.get('content-type')?.includes('json') || text === '') return undefined;
  return JSON.parse(text);
}

/** A path with the parameters of `query` that are not undefined. */
export function withQuery(
  path: string,
  query: Readonly<Record<string, string | number | undefined>>,
): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.set(name, String(value));
  }
  const text = parameters.toString();
  return text === '' ? path : `${path}?${text}`;
}
