/**
 * What a line means in figures: money, pips and R. Exact decimals, by the factors of the server; the open
 * result of a trade is the server's. Pure.
 */

import { type Decimal, decimal, formatFixed, formatMoney } from '../../../core/base/decimal.js';
import type { HomeFactors } from '../../state/home-factors.js';
import type { Quote } from '../../wire/types.js';
import type { OrderLine } from './order-lines.js';

/** The figures of a line, each as a text; absent where there is none. */
export interface LineFigures {
  /** The amount in home currency. */
  readonly money?: string | undefined;
  /** `+1.8 pips` of a trade; `12.0 pips away` of an order that waits to open one. */
  readonly pips?: string | undefined;
  /** The result as a multiple of the first risk of the trade. */
  readonly r?: string | undefined;
}

/** What figures are made from besides the line. */
export interface LineMarket {
  readonly quote: Quote | undefined;
  readonly pipLocation: number;
  /** Home money of one unit of quote currency; undefined while it is not known. */
  readonly home: HomeFactors | undefined;
  /** The price of the first stop of a trade; undefined for one that never had any. */
  firstStop(trade: string): string | undefined;
}

/** The figures of `line` when it stands at the price `at`, a decimal text. */
export function lineFigures(line: OrderLine, at: string, market: LineMarket): LineFigures {
  const price = numberOf(at);
  if (price === undefined) return {};
  if (line.draft !== undefined && line.part !== 'entry') return ofDraft(line, price, market);
  return line.trade === undefined ? waiting(line, price, market) : ofTrade(line, price, market);
}

/** The stop or the profit of the order in the ticket: what its trade would then make. */
function ofDraft({ draft, part }: OrderLine, at: Decimal, market: LineMarket): LineFigures {
  const [entry, units, stop] = [draft?.entry, draft?.units, draft?.stop].map(numberOf);
  if (entry === undefined) return {};
  const gain = ofSide(at.minus(entry), draft?.side === 'BUY');
  const risk = part === 'stop' ? gain.abs() : stop?.minus(entry).abs();
  return {
    money: units && moneyOf(gain.times(units), market),
    pips: `${signed(gain.div(pipOf(market)))} pips`,
    r: ratioText(gain, risk),
  };
}

function ofTrade(line: OrderLine, at: Decimal, market: LineMarket): LineFigures {
  const { trade, kind, pl } = line;
  const [opened, units] = [trade?.price, trade?.currentUnits].map(numberOf);
  if (trade === undefined || opened === undefined || units === undefined) return {};
  const isLong = units.gt(0);
  const price = kind === 'trade' ? numberOf(isLong ? market.quote?.bid : market.quote?.ask) : at;
  if (price === undefined) return { money: pl };
  const gain = ofSide(price.minus(opened), isLong);
  const stop = numberOf(market.firstStop(trade.id));
  return {
    money: kind === 'trade' ? pl : moneyOf(gain.times(units.abs()), market),
    pips: `${signed(gain.div(pipOf(market)))} pips`,
    r: ratioText(gain, stop && ofSide(opened.minus(stop), isLong)),
  };
}

/** An order that opens a trade: how far the market is, and what its profit is worth in its stop. */
function waiting({ side, order }: OrderLine, at: Decimal, market: LineMarket): LineFigures {
  const now = numberOf(side === 'buy' ? market.quote?.ask : market.quote?.bid);
  const away = now && at.minus(now).abs().div(pipOf(market));
  const stop = distanceOf(order?.stopLossOnFill, at);
  const profit = distanceOf(order?.takeProfitOnFill, at);
  return {
    pips: away && `${formatFixed(away, 1)} pips away`,
    r: profit?.gt(0) ? ratioText(profit, stop) : undefined,
  };
}

/** From a price to the level of an order on fill; undefined where there is none. */
function distanceOf(onFill: unknown, at: Decimal): Decimal | undefined {
  const { price, distance } = (onFill ?? {}) as { price?: string; distance?: string };
  return numberOf(distance) ?? numberOf(price)?.minus(at).abs();
}

/** What a trade that opened on one side gains by a move of the price. */
function ofSide(move: Decimal, isLong: boolean): Decimal {
  return isLong ? move : move.negated();
}

/** Quote money at home, as the server converts gains and losses. */
function moneyOf(quoted: Decimal, { home }: LineMarket): string | undefined {
  return home && formatMoney(quoted.times(quoted.lt(0) ? home.loss : home.gain));
}

function pipOf({ pipLocation }: LineMarket): Decimal {
  return decimal(`1e${pipLocation}`);
}

/** A decimal text as a number; undefined for a text that is none, as while it is typed. */
function numberOf(text: string | undefined): Decimal | undefined {
  return text !== undefined && /^-?\d*\.?\d+$/.test(text) ? decimal(text) : undefined;
}

/** `+1.8`, `−0.4`; nothing has no sign. */
function signed(value: Decimal): string {
  const text = formatFixed(value.abs(), 1);
  if (text === '0.0') return text;
  return `${value.lt(0) ? '−' : '+'}${text}`;
}

/** `2.0 R`, `−1.0 R`; undefined without a risk. */
function ratioText(gain: Decimal, risk: Decimal | undefined): string | undefined {
  return risk?.gt(0) ? `${signed(gain.div(risk)).replace('+', '')} R` : undefined;
}
