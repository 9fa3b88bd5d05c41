/** The instruments that a request of v20 names: in its path, its query or its order. */

/** A request. */
export interface NamingRequest {
  /** Path and query, as sent. */
  readonly url: string;
  /** Its JSON value; undefined without one. */
  readonly body: unknown;
}

const NAMED = /^\/v3(?:\/accounts\/[^/?]+)?\/(?:instruments|positions)\/([^/?]+)/;

/** The names, each once; they need not be instruments. */
export function namedInstruments({ url, body }: NamingRequest): readonly string[] {
  const [, named] = NAMED.exec(url) ?? [];
  if (named !== undefined) return [plain(named)];
  const [, query = ''] = url.split('?', 2);
  const list = new URLSearchParams(query).get('instruments');
  if (list !== null) return [...new Set(list.split(',').map(name => name.trim()))].filter(Boolean);
  const { order } = Object(body) as { readonly order?: unknown };
  const { instrument } = Object(order) as { readonly instrument?: unknown };
  return typeof instrument === 'string' ? [instrument] : [];
}

/** A step of a path without its percent-encoding. */
function plain(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}
