/**
 * The situation before a batch: what its transactions, and the others of the file, say of the account
 * and of the quotes. Each fact that is read is noted.
 */

import { type Decimal, decimal, ONE, roundMoney, sum, ZERO } from '../../../core/base/decimal.js';
import { parseInstant } from '../../../core/time/instant.js';
import type { MarketLevel, OpenTrade, Situation } from '../host/market.js';
import { type Json, objectOf } from '../recording/json.js';
import { type BodyFacts, keyOf, number, transactionBefore } from '../rules/rule.js';
import { balanceBefore } from '../rules/sequences.js';
import { conversionOf } from './conversion.js';
import { openTrades } from './open-trades.js';
import { levelsOf, quotesBefore, quotesOf } from './quotes.js';
import type { BodyReading, Places } from './reading.js';
import { restingOrders } from './resting-orders.js';
import type { UntimedQuote } from './scene.js';

/** What else is known of the account. */
export interface AccountFacts {
  readonly facts: BodyFacts;
  readonly places: Places;
  readonly currency: string | undefined;
  /** How many transactions the answer says that there were. */
  readonly related?: number | undefined;
}

const MARGIN_DIGITS = 4;
/** The balance of an account of which none is recorded. */
const RICH = '1000000000';

/** The situation of the transactions `made`; a text says why there is none. */
export function situationOf(
  reading: BodyReading,
  made: readonly Json[],
  { facts, currency, related }: AccountFacts,
): Situation | string {
  const [first] = made;
  const parsed = parseInstant(String(first?.['time']));
  if (first === undefined || parsed === undefined) return 'its time is no time';
  reading.text(first, 'time');
  const unknown = made.find(isUnknownCancel);
  if (unknown !== undefined)
    return `the market that cancelled an order is not recorded: ${unknown['reason']}`;
  const fills = made.filter(({ type }) => type === 'ORDER_FILL');
  const [fill] = fills;
  const none = { currency: currency ?? 'USD', markup: '0', quote: undefined };
  const conversion = fill === undefined ? none : conversionOf(reading, fill, currency);
  if (conversion === undefined) return 'the factors of conversion are not recorded';
  const scene = { reading, made, fills, facts, related, currency: conversion.currency };
  const trades = openTrades(scene);
  if (typeof trades === 'string') return trades;
  const known = made.flatMap((each): Json[] => {
    const order = facts.transactions.get(keyOf(each, each['orderID']));
    return order === undefined || made.includes(order) ? [] : [order];
  });
  const quoted = quotesOf(scene, trades, known);
  const quotes = hasReason(made, 'INSUFFICIENT_LIQUIDITY') ? quoted.map(thin) : quoted;
  const orders = restingOrders(scene, quotes[0]);
  const others = conversion.quote === undefined ? [] : [conversion.quote];
  return {
    at: parsed.at,
    currency: conversion.currency,
    markup: conversion.markup,
    isMarked: conversion.markup !== '0' && conversion.quote !== undefined,
    closeoutFactor: '0.5',
    ...costsOf(reading, fill, facts, trades),
    ...(hasReason(made, 'INSUFFICIENT_MARGIN') ? { balance: '0' } : {}),
    hedging: isHedged(trades, made),
    ...marginOf(reading, fills),
    trades,
    orders,
    before: [...others, ...quotesBefore(quotes, orders, trades)],
    quotes: [...others, ...quotes],
    isHalted: hasReason(made, 'MARKET_HALTED'),
  };
}

/** Reasons of cancels that a market can be made of, or that a request brings. */
const KNOWN_CANCEL =
  /^(MARKET_HALTED|INSUFFICIENT_LIQUIDITY|INSUFFICIENT_MARGIN|CLIENT_.*|LINKED_TRADE_CLOSED)$/;

function isUnknownCancel({ type, reason }: Json): boolean {
  return type === 'ORDER_CANCEL' && !KNOWN_CANCEL.test(String(reason));
}

function hasReason(made: readonly Json[], reason: string): boolean {
  return made.some(each => each['reason'] === reason);
}

/** The quote with next to nothing to take. */
function thin({ instrument, bids, asks }: UntimedQuote): UntimedQuote {
  const level = ({ price }: MarketLevel) => ({ price, liquidity: 1 });
  return { instrument, bids: bids.slice(0, 1).map(level), asks: asks.slice(0, 1).map(level) };
}

/** The balance and the commission: opening the trades of the market costs as much as the fill does. */
function costsOf(
  reading: BodyReading,
  fill: Json | undefined,
  facts: BodyFacts,
  trades: readonly OpenTrade[],
): Pick<Situation, 'balance' | 'commission'> {
  const balance = balanceOf(reading, fill, facts);
  if (fill === undefined || amount(fill, 'commission').isZero()) return { balance };
  const cost = reading.number(fill, 'commission') ?? ZERO;
  const units = amount(fill, 'units').abs();
  if (units.isZero()) return { balance };
  const costs = trades.map(trade => roundMoney(decimal(trade.units).abs().times(cost).div(units)));
  const commission = {
    commission: cost.toFixed(),
    unitsTraded: units.toFixed(),
    minimumCommission: '0',
  };
  return { balance: decimal(balance).plus(sum(costs)).toFixed(), commission };
}

/** The balance before the first fill: from the transaction before, or from what the fill says. */
function balanceOf(reading: BodyReading, fill: Json | undefined, facts: BodyFacts): string {
  if (fill === undefined) return RICH;
  // A replay charges no financing, because its rates are not recorded.
  const financing = amount(fill, 'financing');
  const before = transactionBefore(fill, facts) && balanceBefore(fill, facts);
  if (before !== undefined) return positive(before.plus(financing));
  const after = reading.number(fill, 'accountBalance');
  if (after === undefined) return RICH;
  const profit = amount(fill, 'pl').minus(amount(fill, 'commission'));
  return positive(after.minus(profit.minus(amount(fill, 'guaranteedExecutionFee'))));
}

function positive(value: Decimal): string {
  return value.isNegative() ? '0' : value.toFixed();
}

function amount(object: Json, field: string): Decimal {
  return number(object, field) ?? ZERO;
}

function isHedged(trades: readonly OpenTrade[], made: readonly Json[]): boolean {
  const sides = new Set(trades.map(({ instrument, units }) => `${instrument} ${units[0] === '-'}`));
  const instruments = new Set(trades.map(({ instrument }) => instrument));
  return sides.size > instruments.size || made.some(each => each['positionFill'] === 'OPEN_ONLY');
}

/** The margin rate that the margin of a new trade shows. */
function marginOf(reading: BodyReading, fills: readonly Json[]): { readonly marginRate?: string } {
  for (const fill of fills) {
    const opened = objectOf(fill['tradeOpened']);
    const required = reading.number(opened, 'initialMarginRequired');
    const units = reading.number(opened, 'units');
    const book = objectOf(fill['fullPrice']);
    const [bid, ask] = [levelsOf(book['bids'])[0], levelsOf(book['asks'])[0]];
    if (required === undefined || units === undefined || !bid || !ask) continue;
    const gain = reading.number(fill, 'gainQuoteHomeConversionFactor') ?? ONE;
    const loss = reading.number(fill, 'lossQuoteHomeConversionFactor') ?? ONE;
    const mid = decimal(bid.price).plus(ask.price).div(2).times(gain.plus(loss).div(2));
    const value = mid.times(units.abs());
    if (value.isZero()) continue;
    const rate = required.div(value).round(MARGIN_DIGITS, 'nearest');
    return rate.gt(ZERO) && rate.lte(ONE) ? { marginRate: rate.toFixed() } : {};
  }
  return {};
}
