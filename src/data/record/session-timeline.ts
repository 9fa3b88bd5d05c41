/**
 * The inputs of a recorded session as entries of a scenario's timeline. An order that a later
 * command names has a name, so that the scenario can be edited; what cannot be named keeps its id,
 * which the same commands give again.
 */

import { ensureDefined } from '../../core/base/assert.js';
import type { Command } from '../../core/engine/state/command.js';
import { formatPoints } from '../../core/market/points.js';
import type { CommandInput, Input, TickInput } from '../../core/run/input/input.js';
import type { Scenario } from '../../core/run/scenario.js';
import { formatRfc3339 } from '../../core/time/instant.js';
import type { NamedKind, OrderOrTrade } from '../../core/whatif/names.js';
import type { SessionRun } from '../../core/whatif/session.js';

/** An entry as a scenario file has it. */
export type TimelineDocument = Readonly<Record<string, unknown>>;

/** The fields of an entry, without its time, account and name. */
type TimelineFields = Readonly<Record<string, unknown>>;

/** An input and the fields of its entry. */
interface TimelineLine {
  readonly input: Input;
  readonly index: number;
  readonly saying: TimelineFields;
}

/** The timeline of a session that has been replayed to its end. */
export function timelineOf(run: SessionRun): TimelineDocument[] {
  const names = new Map<string, string>();
  const { scenario, inputs } = run.session;
  const hasAccounts = scenario.accounts.length > 1 || inputs.some(({ kind }) => kind === 'account');
  const entries = inputs.flatMap((input, index): TimelineLine[] => {
    if (input.kind === 'account') return [{ input, index, saying: { openAccount: input.config } }];
    if (input.kind === 'tick') return [{ input, index, saying: tickOf(scenario, input) }];
    if (input.kind !== 'command') return [];
    const name = (kind: NamedKind, specifier: string) =>
      nameOf({ run, input, index, names }, kind, specifier);
    return [{ input, index, saying: sayingOf(input.command, name) }];
  });
  return entries.map(({ input, index, saying }) => ({
    at: formatRfc3339(input.time),
    ...(hasAccounts && input.kind === 'command' && { account: input.accountID }),
    ...saying,
    ...(names.has(run.keyAt(index)) && { as: names.get(run.keyAt(index)) }),
  }));
}

function tickOf(
  { market }: Scenario,
  { instrument, time, at, bid, ask }: TickInput,
): TimelineFields {
  const { displayPrecision } = ensureDefined(
    market.find(each => each.instrument.name === instrument),
    'instrument',
    instrument,
  ).instrument;
  const price = (points: number) => formatPoints(points, displayPrecision);
  const when = at === time ? {} : { time: formatRfc3339(at) };
  return { tick: { instrument, ...when, bid: price(bid), ask: price(ask) } };
}

/** A command that names something. */
interface NamingCommand {
  readonly run: SessionRun;
  readonly input: CommandInput;
  readonly index: number;
  /** Names of orders by the key of the command that made them; grows. */
  readonly names: Map<string, string>;
}

/** The name of what a specifier means, when a timeline can resolve it; otherwise the specifier. */
function nameOf(
  { run, input, index, names }: NamingCommand,
  kind: NamedKind,
  specifier: string,
): string {
  if (specifier.startsWith('@')) return specifier;
  const made = run.names.made(kind, input.accountID, specifier);
  if (made === undefined || !isNameable(run, made) || made.place >= run.lengthAt(index)) {
    return specifier;
  }
  const name = names.get(made.maker) ?? `order${specifierOfOrder(run, made)}`;
  names.set(made.maker, name);
  return name;
}

/** Whether a timeline can name it: the order that a command asks for, or the trade of that order. */
function isNameable(
  run: SessionRun,
  made: OrderOrTrade,
): made is OrderOrTrade & { readonly maker: string } {
  const { maker, name, kind } = made;
  if (maker === undefined) return false;
  const input = run.session.inputs[run.inputOf(maker)] as CommandInput;
  if (!['CreateOrder', 'ReplaceOrder'].includes(input.command.type)) return false;
  const order = kind === 'trade' ? name.replace(/^trade of /, '') : name;
  return new RegExp(`^${maker} \\w+_ORDER 0$`).test(order);
}

function specifierOfOrder({ names }: SessionRun, { name }: OrderOrTrade): string {
  return names.idOf(name.replace(/^trade of /, '')) ?? '';
}

function sayingOf(
  command: Command,
  name: (kind: NamedKind, specifier: string) => string,
): TimelineFields {
  const order = (body: unknown): unknown => {
    if (typeof body !== 'object' || body === null || !('tradeID' in body)) return body;
    return { ...body, tradeID: name('trade', String(body.tradeID)) };
  };
  switch (command.type) {
    case 'CreateOrder':
      return { create: order(command.order) };
    case 'ReplaceOrder':
      return { replace: name('order', command.orderSpecifier), with: order(command.order) };
    case 'CancelOrder':
      return { cancel: name('order', command.orderSpecifier) };
    case 'SetOrderClientExtensions': {
      const { type: _, orderSpecifier, ...details } = command;
      return { clientExtensions: name('order', orderSpecifier), with: details };
    }
    case 'CloseTrade': {
      const { type: _, tradeSpecifier, ...details } = command;
      return { closeTrade: name('trade', tradeSpecifier), ...details };
    }
    case 'SetTradeClientExtensions':
      return {
        tradeClientExtensions: name('trade', command.tradeSpecifier),
        with: command.clientExtensions ?? {},
      };
    case 'SetTradeOrders': {
      const { type: _, tradeSpecifier, ...details } = command;
      return { tradeOrders: name('trade', tradeSpecifier), with: details };
    }
    case 'ClosePosition': {
      const { type: _, instrument, ...details } = command;
      return { closePosition: instrument, with: details };
    }
    case 'ConfigureAccount': {
      const { type: _, ...details } = command;
      return { configure: details };
    }
    case 'TransferFunds': {
      const { type: _, ...details } = command;
      return { transfer: details };
    }
    case 'ResetResettablePL':
      return { resetPL: true };
    case 'CloseAccount':
      return { closeAccount: true };
    case 'ReopenAccount':
      return { reopenAccount: true };
  }
}
