/**
 * What a line means in figures: money, pips and R. Floats, because they are shown and not sent; the
 * open result of a trade is the server's. Pure.
 */

import type { Quote } from '../../wire/types.js';
import type { OrderLine } from './order-lines.js';

/** The figures of a line, each as a text with its sign; absent where there is none. */
export interface LineFigures {
  /** In home currency. */
  readonly money?: string | undefined;
  /** `+1.8 pips` of a trade; `12.0 pips away` of an order that waits to open one. */
  readonly pips?: string | undefined;
  /** In multiples of what the trade risked at first. */
  readonly r?: string | undefined;
}

/** What figures are made from besides the line. */
export interface LineMarket {
  readonly quote: Quote | undefined;
  readonly pipLocation: number;
  /** Home currency for one unit of quote currency; undefined when there is no quote for it. */
  readonly home: number | undefined;
  /** The first stop of a trade; undefined for one that never had any. */
  firstStop(trade: string): number | undefined;
}

/** The figures of `line` when it stands at the price `at`. */
export function lineFigures(line: OrderLine, at: number, market: LineMarket): LineFigures {
  if (line.draft !== undefined && line.part !== 'entry') return ofDraft(line, at, market);
  return line.trade === undefined ? waiting(line, at, market) : ofTrade(line, at, market);
}

/** The stop or the profit of the order in the ticket: what its trade would then make. */
function ofDraft({ draft, part }: OrderLine, at: number, market: LineMarket): LineFigures {
  const entry = Number(draft?.entry ?? Number.NaN);
  const gain = (at - entry) * (draft?.side === 'BUY' ? 1 : -1);
  if (!Number.isFinite(gain)) return {};
  const risk = part === 'stop' ? Math.abs(gain) : Math.abs(Number(draft?.stop ?? entry) - entry);
  const money = gain * Number(draft?.units ?? 0) * (market.home ?? Number.NaN);
  return {
    money: Number.isFinite(money) ? money.toFixed(2) : undefined,
    pips: `${signed(gain / 10 ** market.pipLocation)} pips`,
    r: risk > 0 ? rText(gain / risk) : undefined,
  };
}

function ofTrade(line: OrderLine, at: number, market: LineMarket): LineFigures {
  const { trade, kind, pl } = line;
  if (trade === undefined) return {};
  const isLong = !trade.currentUnits.startsWith('-');
  const opened = Number(trade.price);
  const closes = Number((isLong ? market.quote?.bid : market.quote?.ask) ?? Number.NaN);
  const gain = ((kind === 'trade' ? closes : at) - opened) * (isLong ? 1 : -1);
  if (!Number.isFinite(gain)) return { money: pl };
  const money = market.home === undefined ? undefined : gain * unitsOf(line) * market.home;
  const stop = market.firstStop(trade.id);
  const risk = stop === undefined ? 0 : (opened - stop) * (isLong ? 1 : -1);
  return {
    money: kind === 'trade' ? pl : money?.toFixed(2),
    pips: `${signed(gain / 10 ** market.pipLocation)} pips`,
    r: risk > 0 ? rText(gain / risk) : undefined,
  };
}

/** An order that opens a trade: how far the market is, and what its profit is worth in its stop. */
function waiting({ side, order }: OrderLine, at: number, market: LineMarket): LineFigures {
  const now = Number((side === 'buy' ? market.quote?.ask : market.quote?.bid) ?? Number.NaN);
  const away = Math.abs(at - now) / 10 ** market.pipLocation;
  const stop = distanceOf(order?.stopLossOnFill, at);
  const profit = distanceOf(order?.takeProfitOnFill, at);
  return {
    pips: Number.isFinite(away) ? `${away.toFixed(1)} pips away` : undefined,
    r: stop > 0 && profit > 0 ? rText(profit / stop) : undefined,
  };
}

/** From a price to the level of an order on fill; 0 where there is none. */
function distanceOf(onFill: unknown, at: number): number {
  const { price, distance } = (onFill ?? {}) as { price?: string; distance?: string };
  if (distance !== undefined) return Number(distance);
  return price === undefined ? 0 : Math.abs(Number(price) - at);
}

function unitsOf({ trade }: OrderLine): number {
  return Math.abs(Number(trade?.currentUnits ?? 0));
}

/** `+1.8`, `−0.4`; nothing has no sign. */
function signed(value: number): string {
  const text = Math.abs(value).toFixed(1);
  if (/^0\.0$/.test(text)) return text;
  return `${value < 0 ? '−' : '+'}${text}`;
}

/** `2.0 R`, `−1.0 R`. */
function rText(value: number): string {
  return `${signed(value).replace('+', '')} R`;
}

/**
 * Home currency for one unit of the quote currency of an instrument: 1, or by the mid price of the pair of
 * both. @param midOf - the mid price of an instrument; undefined for one without.
 */
export function homeFactor(
  instrument: string,
  home: string,
  midOf: (name: string) => number | undefined,
): number | undefined {
  const quote = instrument.slice(instrument.indexOf('_') + 1);
  if (quote === home) return 1;
  const direct = midOf(`${quote}_${home}`);
  if (direct !== undefined) return direct;
  const inverse = midOf(`${home}_${quote}`);
  return inverse === undefined ? undefined : 1 / inverse;
}
