/**
 * The first questions about an account: did it make money, how, and at what risk. Each answer is
 * one large figure and the sentences around it. Every number is a figure of the report; nothing is
 * computed here.
 */

import type { AccountReport, FigureRow } from '../../data/figures/table/report-data.js';
import { figureText, percentText, signClass } from '../html/format.js';
import { type Html, html } from '../html/html.js';

/** The figures of an account by name, as text with their unit. */
interface FigureTexts {
  /** The text of a figure; a dash when it has no value or is not in the report. */
  readonly text: (name: string) => string;
  /** The value of a figure; NaN when it has none. Only for signs and for the choice of words. */
  readonly number: (name: string) => number;
  /** What makes it doubtful, if anything does. */
  readonly note: (name: string) => string[];
}

/** The figures that the answers show, so that they need no tile. */
export const ANSWERED: ReadonlySet<string> = new Set([
  'startBalance',
  'endNAV',
  'netProfit',
  'totalReturn',
  'closedTrades',
  'winRate',
  'expectancy',
  'bestTrade',
  'worstTrade',
  'halfSpreadCost',
  'commission',
  'financing',
  'dividends',
  'maxDrawdown',
  'maxDrawdownTick',
  'maxDrawdownDuration',
  'maxMarginUse',
  'marginCloseouts',
]);

/** The three answers. */
export function answers({ figures, currency, benchmark }: AccountReport): Html {
  const told = tell(figures, currency);
  return html`<div class="answers">${[profit(told, benchmark), trading(told), risk(told)]}</div>`;
}

function tell(figures: readonly FigureRow[], currency: string): FigureTexts {
  const byName = new Map(figures.map(figure => [figure.name, figure]));
  return {
    text: name =>
      figureText(byName.get(name) ?? { name, label: name, unit: 'count', value: null }, currency),
    number: name => Number(byName.get(name)?.value ?? Number.NaN),
    note: name => {
      const note = byName.get(name)?.note;
      return note === undefined ? [] : [note];
    },
  };
}

function profit({ text, number, note }: FigureTexts, benchmark: AccountReport['benchmark']): Html {
  const sign = number('netProfit');
  const plus = sign > 0 ? '+' : '';
  const days = number('tradingDays');
  return answer({
    question: 'Did it make money?',
    value: `${plus}${text('netProfit')}`,
    className: signClass(sign),
    sentences: [
      `${plus}${text('totalReturn')}${days > 0 ? ` in ${countOf(days, 'trading day')}` : ''}.`,
      `The NAV went from ${text('startBalance')} to ${text('endNAV')}.`,
      ...note('netProfit').map(told => `It ${told}.`),
      ...heldSentence(benchmark),
    ],
  });
}

/** What the market itself did. */
function heldSentence(benchmark: AccountReport['benchmark']): string[] {
  const last = benchmark?.points.at(-1);
  if (benchmark === undefined || last === undefined) return [];
  const plus = last.return > 0 ? '+' : '';
  return [`${benchmark.instrument} bought and held instead: ${plus}${percentText(last.return)}.`];
}

function trading({ text, number }: FigureTexts): Html {
  const hasDividends = Math.abs(number('dividends')) > 0;
  const trades = number('closedTrades');
  const open = number('openTrades');
  const isAny = trades > 0;
  return answer({
    question: 'How?',
    value: isAny ? `${text('expectancy')} a trade` : 'No closed trade',
    className: isAny ? signClass(number('expectancy')) : '',
    sentences: [
      ...(isAny
        ? [
            `${countOf(trades, 'closed trade')}, ${text('winRate')} of them won.`,
            `The best made ${text('bestTrade')}, the worst ${text('worstTrade')}.`,
          ]
        : []),
      ...(open > 0 ? [`${countOf(open, 'trade')} still open at the end.`] : []),
      `Costs: half-spread ${text('halfSpreadCost')}, commission ${text('commission')}, financing ${text('financing')}.`,
      ...(hasDividends ? [`Dividends of indices: ${text('dividends')}.`] : []),
    ],
  });
}

function risk({ text, number }: FigureTexts): Html {
  const byTick = number('maxDrawdownTick');
  const isByTick = !Number.isNaN(byTick);
  const depth = isByTick ? 'maxDrawdownTick' : 'maxDrawdown';
  const closeouts = number('marginCloseouts');
  return answer({
    question: 'At what risk?',
    value: `${number(depth) > 0 ? '−' : ''}${text(depth)}`,
    className: number(depth) > 0 ? 'loss' : '',
    sentences: [
      isByTick
        ? `That far the NAV fell below its highest value, at the worst tick; ${text('maxDrawdown')} at ends of days.`
        : 'That far the NAV fell below its highest value, at ends of days.',
      `The longest drawdown took ${text('maxDrawdownDuration')}.`,
      `At most ${text('maxMarginUse')} of the NAV was margin.`,
      ...(closeouts > 0 ? [`${countOf(closeouts, 'margin closeout')}.`] : []),
    ],
  });
}

/** An answer as the page shows it. */
interface Answer {
  readonly question: string;
  /** The large figure. */
  readonly value: string;
  /** `gain`, `loss` or nothing. */
  readonly className: string;
  readonly sentences: readonly string[];
}

function answer({ question, value, className, sentences }: Answer): Html {
  return html`<div><h3>${question}</h3><p class="value ${className}">${value}</p>${sentences.map(
    each => html`<p>${each}</p>`,
  )}</div>
`;
}

function countOf(count: number, what: string): string {
  const number = figureText({ name: what, label: what, unit: 'count', value: count }, '');
  return `${number} ${what}${count === 1 ? '' : 's'}`;
}
