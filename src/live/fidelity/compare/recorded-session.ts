/**
 * What a captured session says of one account: how the account stood, which quotes were seen, which
 * commands were sent and when, and which transactions the host wrote.
 */

import { InputError } from '../../../core/base/input-error.js';
import type { Command } from '../../../core/engine/state/command.js';
import { type Instant, parseInstant } from '../../../core/time/instant.js';
import type { CaptureLine, RequestLine } from '../recording/capture-line.js';
import { isObject, type Json, objectOf, objectsIn, objectsWithin } from '../recording/json.js';
import type { Capture } from '../recording/read-capture.js';
import { commandOf } from './recorded-command.js';

/** A quote that the program or the capture saw. */
export interface Sample {
  readonly instrument: string;
  readonly time: Instant;
  /** Levels of the book, best first; at least one on each side. */
  readonly bids: readonly SampleLevel[];
  readonly asks: readonly SampleLevel[];
  readonly isTradeable: boolean;
  /** The line of the capture that shows it, from 0; -1: no line does. */
  readonly line: number;
}

/** A level of a quote: its price as text, and units; 0 units are not known. */
export interface SampleLevel {
  readonly price: string;
  readonly liquidity: number;
}

/** A command that the host answered. */
export interface SentCommand {
  /** Number of its request. */
  readonly n: number;
  readonly command: Command;
  /** Wall milliseconds since 1970 at which the request had come from the program. */
  readonly sentMs: number;
  /** The last instant of the host that was seen before; undefined when none was. */
  readonly seenBefore: Instant | undefined;
  /** Ids of the transactions that it wrote, ascending. */
  readonly ids: readonly string[];
  /** The line of the capture with its answer, from 0. */
  readonly answerLine: number;
}

/** A moment of which the wall time and the time of the host are known. */
export interface Moment {
  readonly wallMs: number;
  readonly host: Instant;
}

/** The session of one account. */
export interface CapturedSession {
  readonly file: string;
  /** The account as it was first answered. */
  readonly account: Json;
  /** Instruments as the host described them; of none, when it was not asked. */
  readonly instruments: readonly Json[];
  readonly samples: readonly Sample[];
  readonly commands: readonly SentCommand[];
  /** What the host wrote after the account was first answered, by id. */
  readonly transactions: ReadonlyMap<string, Json>;
  /** Heartbeats and answers that say the time, in the order of arrival: the clock of the host. */
  readonly moments: readonly Moment[];
  /** Prices of streams, which come up to a window later than their time; the first of each may be old. */
  readonly priceMoments: readonly Moment[];
  /** Commands of which no answer came; whether they took effect is not known. */
  readonly unanswered: number;
  /** Transactions of the host that were not recorded; undefined when that is not known. */
  readonly unseen: number | undefined;
}

const ACCOUNT = /^\/v3\/accounts\/([^/?]+)(?:\/([^?]*))?/;
const REFUSED = 500;

/** Levels of a side that have a price. */
function levelsIn(side: unknown): SampleLevel[] {
  return objectsIn(side).flatMap(({ price, liquidity }) =>
    price === undefined ? [] : [{ price: String(price), liquidity: Number(liquidity ?? 0) }],
  );
}

/** The account of the first command; without commands, the first account that was asked for. */
function chosenAccount({ lines }: Capture): string | undefined {
  const asked = lines.filter((line): line is RequestLine => line.kind === 'request');
  const command = asked.find(({ method, path }) => method !== 'GET' && ACCOUNT.test(path));
  const first = command ?? asked.find(({ path }) => ACCOUNT.test(path));
  return first === undefined ? undefined : ACCOUNT.exec(first.path)?.[1];
}

/**
 * The session of one account.
 * @param accountID - default: that of the first command.
 * @throws InputError when the capture does not say how the account stood
 */
export function sessionOf(capture: Capture, accountID = chosenAccount(capture)): CapturedSession {
  const reader = new SessionReader(accountID ?? '');
  for (const line of capture.lines) reader.take(line);
  if (reader.account === undefined) {
    const rule = `has no answer that says how the account ${accountID ?? ''} stood`;
    throw new InputError('data', { file: capture.file }, rule.replace('  ', ' '));
  }
  return { ...reader.result(), account: reader.account, file: capture.file };
}

/**
 * Owns what the lines of a capture have said so far of one account. `take` reads the next line,
 * `result` returns all.
 */
class SessionReader {
  account: Json | undefined;
  readonly #accountID: string;
  #instruments: readonly Json[] = [];
  readonly #samples: Sample[] = [];
  readonly #commands: SentCommand[] = [];
  readonly #transactions = new Map<string, Json>();
  readonly #moments: Moment[] = [];
  readonly #priceMoments: Moment[] = [];
  /** Streams and instruments of which a price has come. */
  readonly #begun = new Set<string>();
  readonly #open = new Map<number, { readonly line: RequestLine; readonly seen?: Instant }>();
  #latest: Instant | undefined;
  #unanswered = 0;
  #lineNumber = -1;
  /** The largest id that an answer has named. */
  #lastID = 0;
  /** Whether the transactions were read when the capture ended. */
  #hasEnd = false;

  constructor(accountID: string) {
    this.#accountID = accountID;
  }

  take(line: CaptureLine): void {
    this.#lineNumber += 1;
    if (line.kind === 'request') {
      const seen = this.#latest;
      this.#open.set(line.n, { line, ...(seen === undefined ? {} : { seen }) });
    } else if (line.kind === 'answer') this.#answer(line);
    else if (line.kind === 'end') this.#lost(line.n);
    else if ('value' in line && isObject(line.value)) this.#line(line, line.value);
  }

  result(): Omit<CapturedSession, 'account' | 'file'> {
    const first = Number(this.account?.['lastTransactionID'] ?? 0);
    const after = [...this.#transactions]
      .filter(([id]) => Number(id) > first)
      .sort(([a], [b]) => Number(a) - Number(b));
    const own = this.#commands.filter(({ ids }) => ids.some(id => Number(id) > first));
    return {
      instruments: this.#instruments,
      samples: [...this.#samples].sort((a, b) => a.time - b.time),
      commands: own,
      transactions: new Map(after),
      moments: this.#moments,
      priceMoments: this.#priceMoments,
      unanswered: this.#unanswered,
      unseen: this.#hasEnd ? this.#lastID - first - after.length : undefined,
    };
  }

  #answer({ n, status, body, at }: Extract<CaptureLine, { readonly kind: 'answer' }>): void {
    const opened = this.#open.get(n);
    if (opened === undefined || !isObject(body)) return;
    this.#open.delete(n);
    const { line, seen } = opened;
    const [, account, rest = ''] = ACCOUNT.exec(line.path) ?? [];
    if (account !== this.#accountID) return;
    if (rest === '' && isObject(body['account'])) this.account ??= body['account'];
    const ended = line.by === 'capture' && rest.startsWith('transactions/');
    this.#hasEnd ||= ended && status < REFUSED;
    this.#lastID = Math.max(this.#lastID, Number(body['lastTransactionID'] ?? 0));
    if (rest === 'instruments') this.#instruments = objectsIn(body['instruments']);
    for (const price of objectsIn(body['prices'])) this.#sample(price);
    // The answer to a question about prices says when it was made, as a heartbeat does.
    if (rest === 'pricing') this.#see(body['time'], at, true);
    const ids = this.#note(body);
    const command = status < REFUSED ? commandOf(line.method, rest, line.body) : undefined;
    if (command === undefined || ids.length === 0) return;
    const sentMs = Date.parse(line.at);
    const answerLine = this.#lineNumber;
    this.#commands.push({ n, command, sentMs, seenBefore: seen, ids, answerLine });
    this.#see(this.#transactions.get(ids[0] as string)?.['time'], at, false);
  }

  #lost(n: number): void {
    const opened = this.#open.get(n);
    if (opened === undefined) return;
    this.#open.delete(n);
    const [, , rest = ''] = ACCOUNT.exec(opened.line.path) ?? [];
    const command = commandOf(opened.line.method, rest, opened.line.body);
    if (command !== undefined) this.#unanswered += 1;
  }

  #line({ kind, at, n }: CaptureLine & { readonly n: number }, value: Json): void {
    if (kind === 'quote') {
      this.#sample(value);
      const host = parseInstant(String(value['time']))?.at;
      const stream = `${n} ${value['instrument']}`;
      const isLive = this.#begun.has(stream) && host !== undefined;
      if (isLive) this.#priceMoments.push({ wallMs: Date.parse(at), host });
      this.#begun.add(stream);
    }
    if (kind === 'transaction') this.#note(value);
    this.#see(value['time'], at, kind === 'heartbeat');
  }

  /** Keeps the transactions in `body`. @returns the ids that the body names, ascending */
  #note(body: Json): string[] {
    for (const { object } of objectsWithin(body)) {
      const { id, accountID, type, batchID } = object;
      const isOwn = accountID === this.#accountID && batchID !== undefined;
      if (isOwn && typeof type === 'string') this.#transactions.set(String(id), object);
    }
    const related = body['relatedTransactionIDs'];
    return Array.isArray(related) ? related.map(String) : [];
  }

  #sample(price: Json): void {
    const [bids, asks] = [levelsIn(price['bids']), levelsIn(price['asks'])];
    const time = parseInstant(String(price['time']))?.at;
    if (bids.length === 0 || asks.length === 0 || time === undefined) return;
    this.#see(price['time'], undefined, false);
    this.#samples.push({
      instrument: String(price['instrument']),
      time,
      bids,
      asks,
      isTradeable: objectOf(price)['tradeable'] !== false,
      line: this.#lineNumber,
    });
  }

  /** Takes note of a time of the host. @param at - the wall time; undefined: it says nothing */
  #see(time: unknown, at: string | undefined, isClock: boolean): void {
    const host = parseInstant(String(time))?.at;
    if (host === undefined) return;
    if (this.#latest === undefined || host > this.#latest) this.#latest = host;
    if (isClock && at !== undefined) this.#moments.push({ wallMs: Date.parse(at), host });
  }
}
