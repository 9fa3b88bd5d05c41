/** Which of the requests that came are shown. */

/** What is read of a request. */
interface FilteredRequest {
  readonly path: string;
  readonly method: string;
  readonly status: number;
  readonly origin: string;
  readonly operationId?: string | undefined;
}

export interface RequestFilter {
  /** Part of the path, of the method or of the operation, in either case. */
  readonly path: string;
  /** `` for all, `4` for every status from 400 to 499. */
  readonly status: string;
  /** `` for all, `programs` for clients and strategies. */
  readonly origin: string;
  /** Whether requests that were refused stand before all others. */
  readonly refusedFirst: boolean;
}

export const ANY_REQUEST: RequestFilter = {
  path: '',
  status: '',
  origin: '',
  refusedFirst: true,
};
/** What the view begins with: the page asks at each key in the ticket, which would hide a bot. */
export const REQUESTS_OF_PROGRAMS: RequestFilter = { ...ANY_REQUEST, origin: 'programs' };

/** The senders that are programs: clients, and strategies that run in the server. */
const PROGRAMS: ReadonlySet<string> = new Set(['client', 'strategy']);

/** The choices of statuses. */
export const STATUSES = [
  { value: '', label: 'any' },
  { value: '2', label: '2xx' },
  { value: '4', label: '4xx' },
  { value: '5', label: '5xx' },
];

/** The choices of senders. */
export const ORIGINS = [
  { value: '', label: 'anybody' },
  { value: 'programs', label: 'programs' },
  { value: 'client', label: 'clients' },
  { value: 'strategy', label: 'strategies' },
  { value: 'page', label: 'this page' },
  { value: 'control', label: 'control' },
];

/** Whether a filter lets a request through. */
export function isWanted(
  request: FilteredRequest,
  { path, status, origin }: RequestFilter,
): boolean {
  const text = `${request.method} ${request.path} ${request.operationId ?? ''}`.toLowerCase();
  return (
    text.includes(path.trim().toLowerCase()) &&
    String(request.status).startsWith(status) &&
    (origin === 'programs' ? PROGRAMS.has(request.origin) : ['', request.origin].includes(origin))
  );
}

const REFUSED = 400;

/** Returns the requests that pass a filter, the newest first, or refused ones before the others. */
export function wanted<Request extends FilteredRequest>(
  oldestFirst: readonly Request[],
  filter: RequestFilter,
): readonly Request[] {
  const shown = oldestFirst.filter(each => isWanted(each, filter)).reverse();
  if (!filter.refusedFirst) return shown;
  const isRefused = ({ status }: Request) => status >= REFUSED;
  return [...shown.filter(isRefused), ...shown.filter(each => !isRefused(each))];
}

/** Requests of two sources, each oldest first, without those of the second that the first has. */
export function joined<Request extends { readonly id: string }>(
  earlier: readonly Request[],
  live: readonly Request[],
): readonly Request[] {
  const known = new Set(earlier.map(({ id }) => id));
  return [...earlier, ...live.filter(({ id }) => !known.has(id))];
}

/** Requests that came after those that are shown; both lists are oldest first. */
export function newerThan<Request extends { readonly id: string }>(
  shown: readonly Request[],
  all: readonly Request[],
): readonly Request[] {
  const last = shown.at(-1)?.id;
  return all.slice(all.findLastIndex(({ id }) => id === last) + 1);
}
