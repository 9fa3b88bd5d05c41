/**
 * The scenario's timeline as a driver: scripted commands and checks, in time order. It resolves the
 * names by which entries refer to orders of earlier entries. A name belongs to the account of its
 * entry: ids are counted per account, so two accounts can have orders with the same id.
 */

import type { Driver } from '../engine/driver.js';
import type { Engine } from '../engine/engine.js';
import { type Command, withReferences } from '../engine/state/command.js';
import type { Outcome } from '../engine/state/outputs.js';
import type { Instant } from '../time/instant.js';
import { accountSummary } from '../view/accounts.js';
import { giveTick, isForNow } from './input/given-tick.js';
import type { AccountInput, TickInput } from './input/input.js';
import type { ExpectedFields, TimelineCommand, TimelineEntry } from './scenario.js';

/** One checked expectation. */
export interface ExpectationResult {
  readonly what: string;
  readonly expected: string;
  readonly actual: string;
  /** Whether `actual` equals `expected`. */
  readonly ok: boolean;
}

/** The order, and later the trade, that a name refers to. */
interface OrderName {
  readonly accountID: string;
  readonly orderID: string;
  /** The trade that the order's fill opened; undefined before the fill. */
  tradeID?: string;
}

/** An input that a timeline gave. */
export interface ScriptedInput {
  /** Number of commands that the engine had accepted before. */
  readonly place: number;
  readonly input: AccountInput | TickInput;
}

/**
 * Owns the place in a timeline, the orders that its names stand for, and the results of its checks.
 * `act` takes entries in the order of time, outcomes resolve names.
 */
export class TimelineDriver implements Driver {
  readonly results: ExpectationResult[] = [];
  /** The inputs so far. */
  readonly given: ScriptedInput[] = [];
  readonly #entries: readonly TimelineEntry[];
  readonly #sent = new Map<number, TimelineCommand>();
  /** The named orders, by account and name. */
  readonly #names = new Map<string, OrderName>();
  #next = 0;

  constructor(entries: readonly TimelineEntry[]) {
    this.#entries = entries;
  }

  /**
   * A separate driver at the same place of the timeline.
   * @param forgets - whether it leaves out the inputs so far.
   */
  fork(forgets = false): TimelineDriver {
    const copy = new TimelineDriver(this.#entries);
    copy.results.push(...this.results);
    if (!forgets) copy.given.push(...this.given);
    for (const [ticket, entry] of this.#sent) copy.#sent.set(ticket, entry);
    for (const [key, named] of this.#names) copy.#names.set(key, { ...named });
    copy.#next = this.#next;
    return copy;
  }

  /** All inputs of the timeline. Ticks for later instants must be in the market. */
  get inputs(): (AccountInput | TickInput)[] {
    return this.#entries.flatMap(entry => (entry.kind === 'input' ? [entry.input] : []));
  }

  nextAt(): number {
    return this.#entries[this.#next]?.at ?? Number.POSITIVE_INFINITY;
  }

  act(engine: Engine, _at: Instant): void {
    const entry = this.#entries[this.#next];
    if (entry === undefined) return;
    this.#next += 1;
    if (entry.kind === 'input') {
      this.#give(engine, entry.input);
      return;
    }
    if (entry.kind === 'expect') {
      this.results.push(...checkFields(engine, entry.accountID, entry.fields, entry.path));
      return;
    }
    const ticket = engine.accept(entry.accountID, this.#resolve(entry));
    this.#sent.set(ticket, entry);
  }

  onOutcome(outcome: Outcome): void {
    const entry = this.#sent.get(outcome.ticket);
    if (entry === undefined) return;
    this.#sent.delete(outcome.ticket);
    if (outcome.badParameter !== undefined) {
      // A script that sends a malformed request must fail. Otherwise the fault would stay hidden.
      const actual = `Invalid value specified for '${outcome.badParameter}'`;
      this.results.push({ what: entry.path, expected: 'a v20 request', actual, ok: false });
    }
    const name = entry.as;
    if (name === undefined) return;
    const order = outcome.transactions.find(
      ({ type }) => type.endsWith('_ORDER') || type.endsWith('_ORDER_REJECT'),
    );
    const { accountID } = entry;
    if (order !== undefined)
      this.#names.set(nameKey(entry, name), { accountID, orderID: order.id });
    for (const transaction of outcome.transactions) this.onTransaction(transaction);
  }

  /** Only the trades of named orders are looked for. */
  wantsTransactions(): boolean {
    return this.#names.size > 0;
  }

  onTransaction(transaction: Outcome['transactions'][number]): void {
    if (transaction.type !== 'ORDER_FILL' || transaction.tradeOpened === undefined) return;
    for (const named of this.#names.values()) {
      if (named.accountID !== transaction.accountID) continue;
      if (named.orderID === transaction.orderID) named.tradeID = transaction.tradeOpened.tradeID;
    }
  }

  #give(engine: Engine, input: AccountInput | TickInput): void {
    this.given.push({ place: engine.accepted.length, input });
    if (input.kind === 'account') engine.openAccount(input.config);
    else if (isForNow(input)) giveTick(engine, input);
  }

  /** Replaces `$name` by the id that it refers to. An unknown name stays and finds nothing. */
  #resolve(entry: TimelineCommand): Command {
    const { command } = entry;
    const lookUp = (text: string) =>
      text.startsWith('$') ? this.#names.get(nameKey(entry, text.slice(1))) : undefined;
    const trade = (text: string) => lookUp(text)?.tradeID ?? text;
    return withReferences(command, {
      order: text => lookUp(text)?.orderID ?? text,
      trade,
      request: order => resolveOrder(order, trade),
    });
  }
}

function nameKey({ accountID }: TimelineCommand, name: string): string {
  return `${accountID} ${name}`;
}

function resolveOrder(order: unknown, trade: (text: string) => string): unknown {
  if (typeof order !== 'object' || order === null || !('tradeID' in order)) return order;
  const { tradeID } = order;
  return typeof tradeID === 'string' ? { ...order, tradeID: trade(tradeID) } : order;
}

/** Compares fields of an account's summary with the expected values. */
export function checkFields(
  engine: Engine,
  accountID: string,
  fields: ExpectedFields,
  path: string,
): ExpectationResult[] {
  const { state, market } = engine.account(accountID);
  const summary = accountSummary(state, market);
  return Object.entries(fields).map(([name, value]) => {
    const actual = Object.hasOwn(summary, name) ? String(summary[name]) : '(no such field)';
    const expected = String(value);
    return { what: `${path}.${name}`, expected, actual, ok: actual === expected };
  });
}
