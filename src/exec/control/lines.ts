/** The lines that a child's preload sends on the control socket, checked. Source: decision 0032. */

/** The first line of a process of the child. */
export interface HelloLine {
  readonly say: 'hello';
  readonly pid: number;
  readonly kind: string;
  readonly version: string;
  /** Its program, for people. */
  readonly program: string;
  /** Needed where the control socket is a port. */
  readonly token: string | undefined;
  /** The name under which another process started it, or what started it; undefined when none did. */
  readonly started?: string | undefined;
  /** Its place among the processes of the run, such as `2.1` for the first that the second child started. */
  readonly place: string;
  /** Whether it does nothing, when another process wakes it, before its turn is given to it. */
  readonly takesTurns: boolean;
  /**
   * `threads`: the process reports that it waits only when it is asked, once all its threads sleep,
   * and counts no bytes. Undefined: it reports by itself.
   */
  readonly idleBy?: 'threads' | undefined;
}

/** A host that the preload refused. */
export interface RefusedLine {
  readonly say: 'refused';
  readonly what: string;
  readonly how: string;
}

/** Something in the program that virtual time does not reach. */
export interface UnsupportedLine {
  readonly say: 'unsupported';
  readonly what: string;
  readonly why: string;
}

/** Everything in the process waits. */
export interface IdleLine {
  readonly say: 'idle';
  /** Counts the words of a process; of one that is asked, the number of the question. */
  readonly epoch: number;
  /** The next deadline, microseconds since 1970; null when there is none. */
  readonly until: number | null;
  /** Local port, bytes sent, bytes received; in the order in which the child last sent on them. */
  readonly connections: readonly (readonly [port: number, sent: number, received: number])[];
  /**
   * Its present: the latest time that it got, or a later one to which it has gone by itself;
   * Infinity when it does not report it.
   */
  readonly now: number;
  /** Local ports on which nothing in the process waits to read. */
  readonly unread: readonly number[];
  /** Names of the programs that the process has started and that have not ended. */
  readonly started?: readonly string[];
  /**
   * The ends of other processes that it waits for; undefined when it has started none and reads no
   * pipe.
   */
  readonly ends?: WaitEnds | undefined;
  /**
   * Whether a call blocks its only thread until a program has ended. It reads no lines meanwhile.
   */
  readonly isBlocked?: boolean;
  /** Locks that processes share. */
  readonly locks?: Locks | undefined;
  /** Local ports of connections that it has from the process that it is a copy of, and does not use. */
  readonly kept?: readonly number[];
}

/** Locks that processes share, by name. */
export interface Locks {
  /** The locks that it waits for. */
  readonly awaited: readonly string[];
  /** The locks that it has released since its last report. */
  readonly released: readonly string[];
}

/** The ends of other processes that a process waits for. */
export interface WaitEnds {
  /** Processes whose end it waits for. */
  readonly pids: readonly number[];
  /** Processes of which it asks whether they have ended. */
  readonly asked: readonly number[];
  /**
   * Pipes that it waits to read or to write, as Linux names them, such as `pipe:[123]`; `inputs` are
   * those that a thread reads and can do nothing else.
   */
  readonly reads: readonly string[];
  readonly inputs: readonly string[];
  readonly writes: readonly string[];
  /** All processes that it has started and whose end it has not seen. */
  readonly children: readonly number[];
  /** Processes from which it waits to read over a Unix socket. */
  readonly peers: readonly number[];
}

/** A process that waited for another one has something to do, though it was given nothing. */
export interface BusyLine {
  readonly say: 'busy';
}

/** A process that waited has been woken by another one, and does nothing before its turn is given to it. */
export interface TurnLine {
  readonly say: 'turn';
}

/**
 * A process waits for word of the time: it was blocked and runs again, or it has gone on by itself and is
 * about to do what others see.
 */
export interface TimeQuestion {
  readonly say: 'time';
  /** Its own present, microseconds since 1970, if it has gone on by itself. */
  readonly now?: number | undefined;
}

/** A thread that does not stop computing. */
export interface SpinLine {
  readonly say: 'spin';
  readonly thread: string;
  readonly where: string;
}

export type Line =
  | HelloLine
  | RefusedLine
  | UnsupportedLine
  | IdleLine
  | BusyLine
  | TurnLine
  | TimeQuestion
  | SpinLine;

/** The most characters that are kept of a text from a child. */
const TEXT_MAX = 300;
const CONNECTIONS_MAX = 10_000;
const PROGRAMS_MAX = 10_000;
const NEVER_TOLD = Number.POSITIVE_INFINITY;

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
  hello: ({ pid, kind, version, program, token, started, place, takesTurns, idleBy }) =>
    isCount(pid) && pid > 0
      ? {
          say: 'hello',
          pid,
          kind: words(kind),
          version: words(version),
          program: words(program),
          token: typeof token === 'string' ? token : undefined,
          started: typeof started === 'string' ? words(started) : undefined,
          place: words(place),
          takesTurns: takesTurns === true,
          idleBy: idleBy === 'threads' ? idleBy : undefined,
        }
      : undefined,
  refused: ({ what, how }) => ({ say: 'refused', what: words(what), how: words(how) }),
  unsupported: ({ what, why }) => ({ say: 'unsupported', what: words(what), why: words(why) }),
  spin: ({ thread, where }) => ({ say: 'spin', thread: words(thread), where: words(where) }),
  busy: () => ({ say: 'busy' }),
  turn: () => ({ say: 'turn' }),
  time: ({ now }) => (now === undefined || isCount(now) ? { say: 'time', now } : undefined),
  idle: ({ now = NEVER_TOLD, unread = [], started = [], kept = [], isBlocked = false, ...more }) =>
    idleIn({ now, unread, started, kept, isBlocked, ...more }),
};

function idleIn(fields: Fields): IdleLine | undefined {
  const { epoch, until, connections, now, unread, started, kept, ends, isBlocked, locks } = fields;
  return isCount(epoch) &&
    (until === null || isCount(until)) &&
    areConnections(connections) &&
    (isCount(now) || now === NEVER_TOLD) &&
    areCounts(unread) &&
    areNames(started) &&
    areCounts(kept) &&
    (ends === undefined || areEnds(ends)) &&
    (locks === undefined || areLocks(locks))
    ? {
        say: 'idle',
        epoch,
        until,
        connections,
        now,
        unread,
        started,
        kept,
        ends,
        locks,
        isBlocked: isBlocked === true,
      }
    : undefined;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function areConnections(value: unknown): value is IdleLine['connections'] {
  return (
    Array.isArray(value) &&
    value.length <= CONNECTIONS_MAX &&
    value.every(row => Array.isArray(row) && row.length === 3 && row.every(isCount))
  );
}

function areEnds(value: unknown): value is WaitEnds {
  if (typeof value !== 'object' || value === null) return false;
  const { pids, asked, reads, inputs, writes, children, peers } = value as Fields;
  return [pids, asked, children, peers].every(areCounts) && [reads, inputs, writes].every(areNames);
}

function areLocks(value: unknown): value is Locks {
  if (typeof value !== 'object' || value === null) return false;
  const { awaited, released } = value as Fields;
  return [awaited, released].every(areNames);
}

function areCounts(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.length <= CONNECTIONS_MAX && value.every(isCount);
}

function areNames(value: unknown): value is readonly string[] {
  return (
    Array.isArray(value) &&
    value.length <= PROGRAMS_MAX &&
    value.every(name => typeof name === 'string')
  );
}

/** A text for people: short, and without characters that move a cursor. */
function words(value: unknown): string {
  if (typeof value !== 'string') return '';
  return value.replace(/\p{Cc}/gu, ' ').slice(0, TEXT_MAX);
}
