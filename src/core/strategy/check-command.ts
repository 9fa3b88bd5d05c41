/**
 * Checks the requests of a strategy before they become commands. A malformed request is a bug of
 * the strategy and is reported where it happens. A request that only market rules can refuse goes
 * to the market.
 */

import { fieldsIn } from '../base/present.js';
import { BadRequest, readOrder } from '../engine/request/read-order.js';
import type { ReadCommand } from '../engine/state/command.js';
import type { OrderRequest } from '../order/order.js';
import { type Instant, instant, parseDuration, parseInstant } from '../time/instant.js';
import { unknownField } from './order-fields.js';
import type { StrategyInstrument, TimerSetting } from './strategy.js';
import { StrategyError } from './strategy-error.js';
import { type TaggedOrder, untagged } from './tools/tagged-order.js';

/** The instrument `name`. @throws StrategyError when the account may not trade it. */
export function instrumentNamed<Named extends Pick<StrategyInstrument, 'name'>>(
  instruments: readonly Named[],
  name: string,
): Named {
  const found = instruments.find(each => each.name === name);
  if (found !== undefined) return found;
  const known = instruments.map(each => each.name).join(', ');
  throw new StrategyError(`unknown instrument ${String(name)}: the market has ${known}`);
}

type InstrumentName = Pick<StrategyInstrument, 'name'>;

/**
 * Returns a copy of `order`, because the strategy may change its object later.
 * @throws StrategyError unless it is a v20 request for something that exists.
 */
function takeOrder(instruments: readonly InstrumentName[], order: TaggedOrder): OrderRequest {
  let taken: OrderRequest;
  try {
    taken = readOrder(untagged(order));
  } catch (error) {
    if (!(error instanceof BadRequest)) throw error;
    throw new StrategyError(`sent a malformed order: ${error.message}${valueText(order, error)}`);
  }
  const unknown = unknownField(order);
  if (unknown !== undefined) throw new StrategyError(`sent an order with the unknown ${unknown}`);
  if (taken.instrument !== undefined) instrumentNamed(instruments, taken.instrument);
  return taken;
}

/** Names of fields that hold a price or a distance. */
const PRICES: ReadonlySet<string> = new Set(['price', 'priceBound', 'distance']);

/** The value of the field that is malformed, and where a price of a number comes from. */
function valueText(order: unknown, { parameter }: BadRequest): string {
  const [, ...path] = parameter.split('.');
  const value = path.reduce<unknown>((part, name) => Object(part)[name], order);
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  const isRough = PRICES.has(path.at(-1) ?? '') && Number.isFinite(Number(value));
  return `: ${text}${isRough ? '; context.price(instrument, value) makes a price of a number' : ''}`;
}

interface CommandTexts {
  readonly must?: readonly string[];
  readonly may?: readonly string[];
}

/** The texts of each command: those that are required and those that are optional. */
const COMMAND_TEXTS: Readonly<Record<ReadCommand['type'], CommandTexts>> = {
  CreateOrder: {},
  ReplaceOrder: { must: ['orderSpecifier'] },
  CancelOrder: { must: ['orderSpecifier'] },
  SetOrderClientExtensions: { must: ['orderSpecifier'] },
  CloseTrade: { must: ['tradeSpecifier'], may: ['units'] },
  SetTradeClientExtensions: { must: ['tradeSpecifier'] },
  SetTradeOrders: { must: ['tradeSpecifier'] },
  ClosePosition: { must: ['instrument'], may: ['longUnits', 'shortUnits'] },
  ConfigureAccount: { may: ['alias', 'marginRate'] },
  TransferFunds: { may: ['amount', 'fundingReason', 'comment'] },
  ResetResettablePL: {},
  CloseAccount: {},
  ReopenAccount: {},
};

/**
 * Returns a copy of `command` with its order read, because the strategy may change its object
 * later.
 * @throws StrategyError unless it is a command of texts for something that exists.
 */
export function takeCommand(
  instruments: readonly InstrumentName[],
  command: ReadCommand,
): ReadCommand {
  const given = fieldsIn(command ?? {});
  const type = String(given['type']);
  if (!Object.hasOwn(COMMAND_TEXTS, type)) {
    const known = Object.keys(COMMAND_TEXTS).join(', ');
    throw new StrategyError(`sent an unknown command ${type}: the commands are ${known}`);
  }
  const { must, may } = COMMAND_TEXTS[type as ReadCommand['type']];
  if (must !== undefined) for (const name of must) checkText(type, name, given[name]);
  if (may !== undefined) {
    for (const name of may) if (given[name] !== undefined) checkText(type, name, given[name]);
  }
  if (command.type === 'ClosePosition') instrumentNamed(instruments, command.instrument);
  if (command.type !== 'CreateOrder' && command.type !== 'ReplaceOrder') return { ...command };
  return { ...command, order: takeOrder(instruments, command.order) };
}

/** @throws StrategyError unless `value` is a text. */
function checkText(type: string, name: string, value: unknown): void {
  if (typeof value === 'string') return;
  throw new StrategyError(`sent a malformed ${type}: ${name} must be a string, was ${value}`);
}

/** The instant that a timer is set for. @throws StrategyError unless it is later than `now`. */
export function timerInstant(name: string, when: TimerSetting, now: Instant): Instant {
  const { at, after } = (when ?? {}) as { readonly at?: string; readonly after?: string };
  const micros =
    at === undefined ? addTo(now, parseDuration(String(after))) : parseInstant(String(at))?.at;
  if (micros === undefined) {
    const was = JSON.stringify(when);
    throw new StrategyError(
      `timer ${name}: must have at, an RFC 3339 time, or after, a duration, was ${was}`,
    );
  }
  if (micros <= now)
    throw new StrategyError(`timer ${name}: must be in the future, was ${at ?? after}`);
  return instant(micros);
}

/** The sum; undefined when there is no duration, or when the sum is not a valid instant. */
function addTo(now: Instant, micros = Number.NaN): number | undefined {
  const at = now + micros;
  return Number.isSafeInteger(at) ? at : undefined;
}
