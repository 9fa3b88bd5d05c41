/** The lines that a child's preload says on the control socket, checked. Source: decision 0032. */

/** What a process of the child says first. */
export interface Hello {
  readonly say: 'hello';
  readonly pid: number;
  readonly kind: string;
  readonly version: string;
  /** Its program, for people. */
  readonly program: string;
  /** Needed where the control socket is a port. */
  readonly token: string | undefined;
}

/** A host that the preload refused. */
export interface Refused {
  readonly say: 'refused';
  readonly what: string;
  readonly how: string;
}

/** Something in the program that virtual time does not reach. */
export interface Unsupported {
  readonly say: 'unsupported';
  readonly what: string;
  readonly why: string;
}

/** Everything in the process waits. */
export interface Idle {
  readonly say: 'idle';
  readonly epoch: number;
  /** The next deadline, microseconds since 1970; null when there is none. */
  readonly until: number | null;
  /** Local port, bytes sent, bytes received; in the order in which the child last sent on them. */
  readonly connections: readonly (readonly [port: number, sent: number, received: number])[];
  /** The latest time that it was told; Infinity when it does not say so. */
  readonly now: number;
  /** Local ports on which nothing in the process waits to read. */
  readonly unread: readonly number[];
}

/** A thread that does not stop computing. */
export interface Spin {
  readonly say: 'spin';
  readonly thread: string;
  readonly where: string;
}

export type Line = Hello | Refused | Unsupported | Idle | Spin;

/** Characters that are kept of a text that a child says. */
const TEXT_MAX = 300;
const CONNECTIONS_MAX = 10_000;

type Fields = Readonly<Record<string, unknown>>;

/** The line in `text`; undefined when it is none. */
export function lineIn(text: string): Line | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const fields = value as Fields;
  const word = String(fields['say']);
  return Object.hasOwn(READERS, word) ? READERS[word]?.(fields) : undefined;
}

const READERS: Readonly<Record<string, (fields: Fields) => Line | undefined>> = {
  hello: ({ pid, kind, version, program, token }) =>
    isCount(pid) && pid > 0
      ? {
          say: 'hello',
          pid,
          kind: words(kind),
          version: words(version),
          program: words(program),
          token: typeof token === 'string' ? token : undefined,
        }
      : undefined,
  refused: ({ what, how }) => ({ say: 'refused', what: words(what), how: words(how) }),
  unsupported: ({ what, why }) => ({ say: 'unsupported', what: words(what), why: words(why) }),
  spin: ({ thread, where }) => ({ say: 'spin', thread: words(thread), where: words(where) }),
  idle: ({ epoch, until, connections, now = Number.POSITIVE_INFINITY, unread = [] }) =>
    isCount(epoch) &&
    (until === null || isCount(until)) &&
    areConnections(connections) &&
    (isCount(now) || now === Number.POSITIVE_INFINITY) &&
    arePorts(unread)
      ? { say: 'idle', epoch, until, connections, now, unread }
      : undefined,
};

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function areConnections(value: unknown): value is Idle['connections'] {
  return (
    Array.isArray(value) &&
    value.length <= CONNECTIONS_MAX &&
    value.every(row => Array.isArray(row) && row.length === 3 && row.every(isCount))
  );
}

function arePorts(value: unknown): value is Idle['unread'] {
  return Array.isArray(value) && value.length <= CONNECTIONS_MAX && value.every(isCount);
}

/** A text for people: short, and without characters that move a cursor. */
function words(value: unknown): string {
  if (typeof value !== 'string') return '';
  return value.replace(/\p{Cc}/gu, ' ').slice(0, TEXT_MAX);
}
