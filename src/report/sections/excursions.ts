/**
 * Excursions of closed trades: how far the price went against a trade and in its favour while it was
 * open, beside what the trade came to. A stop that is too near or too far, and profits that were
 * given back, are seen here. Source: John Sweeney, Maximum Adverse Excursion (1996).
 */

import type { AccountReport, ReportTrade } from '../../data/figures/table/report-data.js';
import { byKey } from '../data/by-key.js';
import { MOST_TRADES } from '../data/trade-history.js';
import { anchorOfTrade } from '../html/anchors.js';
import { grouped, signClass } from '../html/format.js';
import { type Html, html, NOTHING } from '../html/html.js';
import { type ScatterDot, scatter } from '../html/scatter.js';

/** Instruments with drawings of their own at most; those with the most trades. */
const MOST_INSTRUMENTS = 4;

/** A closed trade with its excursions, in pips. */
interface Excursion {
  readonly trade: ReportTrade;
  readonly result: number;
  readonly adverse: number;
  readonly favourable: number;
}

/** Two drawings for each instrument; nothing when no tick came while a trade was open. */
export function excursionsSection({ accountID, trades }: AccountReport): Html {
  const byInstrument = byKey(
    trades.slice(0, MOST_TRADES).flatMap(excursionOf),
    ({ trade }) => trade.instrument,
  );
  const groups = [...byInstrument]
    .sort(([, one], [, other]) => other.length - one.length)
    .slice(0, MOST_INSTRUMENTS);
  return groups.length === 0
    ? NOTHING
    : html`${groups.map(([name, those]) => drawings(accountID, name, those))}`;
}

function excursionOf(trade: ReportTrade): Excursion[] {
  const { pips: result, adversePips: adverse, favourablePips: favourable } = trade;
  return result === undefined || adverse === undefined || favourable === undefined
    ? []
    : [{ trade, result, adverse, favourable }];
}

function drawings(accountID: string, name: string, those: readonly Excursion[]): Html {
  const dots = (across: (each: Excursion) => number): ScatterDot[] =>
    those.map(each => ({
      x: across(each),
      y: each.result,
      title: `Trade ${each.trade.id}: ${pips(each.result)} pips; at worst ${pips(-each.adverse)}, at best ${pips(each.favourable)}`,
      anchor: anchorOfTrade(accountID, each.trade.id),
      className: signClass(each.result),
    }));
  return html`<h4>${name}: worst and best moments of trades</h4>
<p class="note">${sentences(those).join(' ')}</p>
<div class="pair">${scatter({
    label: `${name}: the largest move against each trade beside its result`,
    caption:
      'Across: largest move against the trade, pips. Up: its result, pips. On the dashed line it was closed at its worst.',
    dots: dots(({ adverse }) => adverse),
    slope: -1,
    valueText,
  })}${scatter({
    label: `${name}: the largest move in favour of each trade beside its result`,
    caption:
      'Across: largest move in favour of the trade, pips. Up: its result, pips. On the dashed line it was closed at its best.',
    dots: dots(({ favourable }) => favourable),
    slope: 1,
    valueText,
  })}</div>`;
}

/** What the dots come to: what winners bore, and what losers had. */
function sentences(those: readonly Excursion[]): string[] {
  const won = those.filter(({ result }) => result > 0).map(({ adverse }) => adverse);
  const lost = those.filter(({ result }) => result < 0).map(({ favourable }) => favourable);
  return [
    ...(won.length === 0
      ? []
      : [`Half of the trades that won were never more than ${pips(median(won))} pips down.`]),
    ...(lost.length === 0
      ? []
      : [`Half of those that lost had been at least ${pips(median(lost))} pips up.`]),
  ];
}

/** The lower one of the two in the middle of an even number. */
function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor((values.length - 1) / 2)] ?? 0;
}

function pips(value: number): string {
  return grouped(value.toFixed(1));
}

function valueText(value: number, digits: number): string {
  return grouped(value.toFixed(digits));
}
