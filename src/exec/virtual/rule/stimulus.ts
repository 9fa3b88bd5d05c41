/**
 * The rule of virtual time: which one thing the child is given next. A function of what is known, so
 * that the same child gets the same things in the same order, however late news of it arrive.
 * Source: decision 0034.
 */

import type { Locks, WaitEnds } from '../../control/lines.js';

/** Bytes that one end of a connection has sent and received; plaintext where there is TLS. */
export interface Bytes {
  readonly sent: number;
  readonly received: number;
}

/** What a process said when everything in it waited. */
export interface IdleReport {
  /** Its next deadline, microseconds since 1970; Infinity when it has none. */
  readonly until: number;
  /** Its connections by its own port, in the order in which it last sent on them. */
  readonly connections: ReadonlyMap<number, Bytes>;
  /** Ports of those on which nothing in it waits to read; what comes there stays unread, and uncounted. */
  readonly unread: ReadonlySet<number>;
  /** Names of the programs that it has started and that have not ended. */
  readonly started?: readonly string[];
  /** The latest time that it got, microseconds since 1970. */
  readonly now: number;
  /** What it waits for of other processes; undefined for nothing. */
  readonly ends?: WaitEnds | undefined;
  /** Whether it reads no lines until a program that it has started has ended. */
  readonly isBlocked?: boolean | undefined;
  /** Ports of connections that it has from the process that it is a copy of, and does not use. */
  readonly kept?: readonly number[];
  /** Locks that processes share; undefined for none. */
  readonly locks?: Locks | undefined;
}

/**
 * Whether what processes say can be believed where one waits for another: `stirring` while one may have been
 * woken since, and `outside` where one waits for what does not live in simulated time.
 */
export type Calm = 'calm' | 'stirring' | 'outside';

/** What a process has said that has only begun. */
export const BEGUN: IdleReport = {
  until: Number.POSITIVE_INFINITY,
  now: Number.POSITIVE_INFINITY,
  connections: new Map(),
  unread: new Set(),
};

/** A stream with lines that have not been sent. */
export interface WaitingStream {
  /** The child's port. */
  readonly port: number;
}

/** What is known at one moment. */
export interface MomentView<Held, Stream> {
  /** The last word of each process, in the order in which they came; undefined while it works. */
  readonly reports: readonly (IdleReport | undefined)[];
  /** Names of the started programs of which a process is held. */
  readonly programs: ReadonlySet<string>;
  /** Our ends of the open connections, by the child's port. */
  readonly connections: ReadonlyMap<number, Bytes>;
  /** Connections that we have seen closing: the bytes that we had sent, by the child's port. */
  readonly closed: ReadonlyMap<number, number>;
  /** What waiting for other processes means. */
  readonly calm: Calm;
  /** Whether a process waits for its turn. */
  readonly isTurnAsked: boolean;
  /** Whether a request is being answered. */
  readonly isServing: boolean;
  /** Requests that are held back, in the order in which they arrived. */
  readonly held: readonly Held[];
  /** Streams whose lines wait, in the order in which they were opened. */
  readonly streams: readonly Stream[];
  /** Whether a process is owed the present: time has moved for it, or it is its turn. */
  readonly owesNow: boolean;
  /** Present simulated time, and the end of the window, microseconds since 1970. */
  readonly now: number;
  readonly last: number;
  /** The next instant at which lines of streams may come; Infinity when there will be none. */
  readonly nextLines: number;
}

/** What is waited for. */
export type WaitTarget =
  | 'a process'
  | 'a started program'
  | 'an outside program'
  | 'a woken process'
  | 'word of a process'
  | 'an answer'
  | 'bytes'
  | 'the pace';

/** What is to be done next. */
export type Stimulus<Held, Stream> =
  | { readonly kind: 'wait'; readonly for: WaitTarget }
  | { readonly kind: 'tell' }
  | { readonly kind: 'serve'; readonly held: Held }
  | { readonly kind: 'release'; readonly stream: Stream }
  | { readonly kind: 'move'; readonly to: number }
  | { readonly kind: 'end' };

/** The one thing that is to be done next. */
export function nextStimulus<Held extends { readonly port: number }, Stream extends WaitingStream>(
  view: MomentView<Held, Stream>,
): Stimulus<Held, Stream> {
  const { held, streams, owesNow, now, last, nextLines } = view;
  const reports = view.reports.filter(report => report !== undefined);
  const awaited = awaitedBy(view, reports);
  if (awaited !== undefined) return { kind: 'wait', for: awaited };
  if (owesNow) return { kind: 'tell' };
  const first = sentFirst(held, reports);
  if (first !== undefined) return { kind: 'serve', held: first };
  const stream = readStream(streams, reports);
  if (stream !== undefined) return { kind: 'release', stream };
  if (now >= last) return { kind: 'end' };
  // A deadline that has passed would let the child ask for ever without time moving.
  const until = Math.max(now + 1, Math.min(...reports.map(report => report.until)));
  return { kind: 'move', to: Math.min(until, nextLines, last) };
}

/** What has to come before the child is known to have done all that it will do. */
function awaitedBy<Held, Stream>(
  view: MomentView<Held, Stream>,
  reports: readonly IdleReport[],
): WaitTarget | undefined {
  const { reports: all, programs, isServing, connections, closed } = view;
  if (all.length === 0) return 'a process';
  if (reports.length < all.length) return 'word of a process';
  // One look: what it finds may change in between.
  const { calm } = view;
  if (calm === 'stirring') return 'a woken process';
  // One that has been woken may be what the other waits for.
  if (!view.isTurnAsked) {
    // It is about to register, or its end has not been noticed; otherwise time waits for its end.
    const started = reports.flatMap(report => report.started ?? []);
    if (started.some(name => !programs.has(name))) return 'a started program';
    if (calm === 'outside') return 'an outside program';
  }
  if (isServing) return 'an answer';
  const told = new Map(reports.flatMap(report => [...report.connections]));
  const unread = new Set(reports.flatMap(report => [...report.unread]));
  for (const [port, { received }] of told) {
    // What was sent before the end may still be on its way.
    const isOver = closed.get(port) === received || (closed.has(port) && unread.has(port));
    if (!connections.has(port) && !isOver) return 'bytes';
  }
  const kept = new Set(reports.flatMap(report => report.kept ?? []));
  for (const [port, ours] of connections) {
    const theirs = told.get(port);
    if (theirs === undefined && kept.has(port)) continue;
    const isRead = theirs?.received === ours.sent || unread.has(port);
    if (theirs?.sent !== ours.received || !isRead) return 'bytes';
  }
  return undefined;
}

/** The first of `streams` that the child waits to read. */
export function readStream<Stream extends WaitingStream>(
  streams: readonly Stream[],
  reports: readonly (IdleReport | undefined)[],
): Stream | undefined {
  return streams.find(({ port }) => !reports.some(report => report?.unread.has(port)));
}

/** The held request whose connection the child sent on first; the order of arrival is chance. */
function sentFirst<Held extends { readonly port: number }>(
  held: readonly Held[],
  reports: readonly IdleReport[],
): Held | undefined {
  for (const report of reports) {
    for (const port of report.connections.keys()) {
      const found = held.find(each => each.port === port);
      if (found !== undefined) return found;
    }
  }
  return held[0];
}
