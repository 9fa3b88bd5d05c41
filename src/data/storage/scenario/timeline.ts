/**
 * The `timeline:` of a scenario: scripted commands and checks, with relative times resolved and
 * names checked. Names stay `$name` in the commands; the run replaces them with ids.
 */

import { present } from '../../../core/base/present.js';
import type { Command } from '../../../core/engine/state/command.js';
import type { MarketEntry } from '../../../core/engine/state/market-entry.js';
import type { AccountConfig } from '../../../core/ledger/account-config.js';
import { givenPart } from '../../../core/order/given.js';
import type { ExpectedFields, TimelineEntry } from '../../../core/run/scenario.js';
import { type Instant, instant, parseDuration } from '../../../core/time/instant.js';
import type { DocumentPath, ScenarioDocument } from '../document/document.js';
import { pathText } from '../document/document.js';
import { nearest } from '../document/suggest.js';
import { checkWith } from '../document/validate.js';
import { VERBS } from '../schema/timeline-schema.js';
import { instantAt } from './given/instant-at.js';
import type { RawScenario, RawTimelineEntry } from './given/raw.js';
import { InputReader } from './timeline-input.js';

/** What a timeline runs in. */
interface TimelineScope {
  readonly window: { readonly from: Instant; readonly to: Instant };
  readonly accounts: readonly AccountConfig[];
  readonly market: readonly MarketEntry[];
}

/** Reads the timeline, in time order. @throws InputError */
export function readTimeline(
  document: ScenarioDocument,
  { timeline = [] }: RawScenario,
  { window, accounts, market }: TimelineScope,
): TimelineEntry[] {
  const inputs = new InputReader(document, market);
  const ids = accounts.map(({ id }) => id);
  /** Names defined so far, by account, because ids are counted per account. */
  const namesOf = new Map(accounts.map(({ id }) => [id, new Set<string>()]));
  let previous = window.from;
  return timeline.map((entry, index): TimelineEntry => {
    const path: DocumentPath = ['timeline', index];
    const at = timeOf(document, path, entry.at, previous);
    if (at < previous) throw document.error([...path, 'at'], 'must not be before the entry above');
    if (at < window.from || at >= window.to) {
      throw document.error([...path, 'at'], 'must be inside the window');
    }
    previous = at;
    const verb = verbOf(document, path, entry);
    if (verb === 'tick')
      return { kind: 'input', at, path: pathText(path), input: inputs.tick(path, at, entry) };
    if (verb === 'openAccount') {
      const input = inputs.account(path, at, entry, ids);
      const { id } = input.config;
      ids.push(id);
      namesOf.set(id, new Set());
      return { kind: 'input', at, accountID: id, path: pathText(path), input };
    }
    const accountID = accountOf(document, path, entry, ids);
    const where = { at, accountID, path: pathText(path) };
    const names = namesOf.get(accountID) as Set<string>;
    if (verb === 'expect') {
      return { kind: 'expect', ...where, fields: entry[verb] as ExpectedFields };
    }
    const command = commandOf(document, { path, verb, entry }, names);
    if (entry.as === undefined) return { kind: 'command', ...where, command };
    if (verb !== 'create' && verb !== 'replace') {
      throw document.error([...path, 'as'], 'names an order: only create and replace may have it');
    }
    names.add(entry.as);
    return { kind: 'command', ...where, command, as: entry.as };
  });
}

function timeOf(
  document: ScenarioDocument,
  path: DocumentPath,
  text: string,
  previous: Instant,
): Instant {
  if (!text.startsWith('+')) return instantAt(document, [...path, 'at'], text);
  const micros = parseDuration(text.slice(1));
  if (micros === undefined) {
    throw document.error([...path, 'at'], `must be + and a duration, such as +4h, was ${text}`);
  }
  return instant(previous + micros);
}

function accountOf(
  document: ScenarioDocument,
  path: DocumentPath,
  { account }: RawTimelineEntry,
  ids: readonly string[],
): string {
  if (account === undefined) return ids[0] as string;
  if (!ids.includes(account)) {
    throw document.error(
      [...path, 'account'],
      `unknown account ${account}${nearest(account, ids)}`,
    );
  }
  return account;
}

type Verb = (typeof VERBS)[number];

function verbOf(document: ScenarioDocument, path: DocumentPath, entry: RawTimelineEntry): Verb {
  const found = VERBS.filter(verb => entry[verb] !== undefined);
  const [verb] = found;
  if (verb === undefined || found.length > 1) {
    const was = found.length === 0 ? 'none' : found.join(', ');
    throw document.error(path, `must have one of ${VERBS.join(', ')}, was ${was}`);
  }
  return verb;
}

/** An entry that sends a command, and where it stands. */
interface CommandEntry {
  readonly path: DocumentPath;
  readonly verb: Exclude<Verb, 'expect' | 'openAccount' | 'tick'>;
  readonly entry: RawTimelineEntry;
}

function commandOf(
  document: ScenarioDocument,
  { path, verb, entry }: CommandEntry,
  names: ReadonlySet<string>,
): Command {
  const details = entry.with ?? {};
  checkWith(document, [...path, 'with'], verb, details);
  const named = (key: string) => specifier(document, [...path, key], entry[key], names);
  const order = (raw: unknown, key: string) => orderOf(document, [...path, key], raw, names);
  const texts = (raw: unknown) => textFields(raw as Readonly<Record<string, unknown>>);
  const command = ((): unknown => {
    switch (verb) {
      case 'create':
        return { type: 'CreateOrder', order: order(entry['create'], verb) };
      case 'replace':
        return { type: 'ReplaceOrder', orderSpecifier: named(verb), order: order(details, 'with') };
      case 'cancel':
        return { type: 'CancelOrder', orderSpecifier: named(verb) };
      case 'clientExtensions':
        return { type: 'SetOrderClientExtensions', orderSpecifier: named(verb), ...details };
      case 'closeTrade':
        return {
          type: 'CloseTrade',
          tradeSpecifier: named(verb),
          ...present({ units: entry.units?.toString() }),
        };
      case 'tradeClientExtensions':
        return {
          type: 'SetTradeClientExtensions',
          tradeSpecifier: named(verb),
          clientExtensions: details,
        };
      case 'tradeOrders':
        return { type: 'SetTradeOrders', tradeSpecifier: named(verb), ...details };
      case 'closePosition':
        return { type: 'ClosePosition', instrument: entry['closePosition'], ...texts(details) };
      case 'configure':
        return { type: 'ConfigureAccount', ...texts(entry['configure']) };
      case 'transfer':
        return {
          type: 'TransferFunds',
          fundingReason: 'CLIENT_FUNDING',
          ...texts(entry['transfer']),
        };
      case 'resetPL':
        return { type: 'ResetResettablePL' };
      case 'closeAccount':
        return { type: 'CloseAccount' };
      case 'reopenAccount':
        return { type: 'ReopenAccount' };
    }
  })();
  return command as Command;
}

/** Converts numbers to text; leaves other values unchanged. */
function textFields(raw: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(raw).map(([name, value]) => [
      name,
      typeof value === 'number' ? String(value) : value,
    ]),
  );
}

function orderOf(
  document: ScenarioDocument,
  path: DocumentPath,
  raw: unknown,
  names: ReadonlySet<string>,
): unknown {
  const order = textFields(givenPart(raw as Readonly<Record<string, unknown>>));
  if (order['tradeID'] === undefined) return order;
  return { ...order, tradeID: specifier(document, [...path, 'tradeID'], order['tradeID'], names) };
}

/** An id, `@clientID`, or the name of an earlier entry (which becomes `$name`). */
function specifier(
  document: ScenarioDocument,
  path: DocumentPath,
  raw: unknown,
  names: ReadonlySet<string>,
): string {
  const text = String(raw);
  if (names.has(text)) return `$${text}`;
  if (/^\d+$/.test(text) || text.startsWith('@')) return text;
  throw document.error(
    path,
    `must be the name of an earlier entry of the account, an id or @clientID, was ${text}${nearest(text, [...names])}`,
  );
}
