/** The list beside a candle chart: the trades in view, each with its result. */

import type { TradeMark } from './page-data.js';
import { numberTexts } from './tables/number-text.js';

/** Rows at most; a reader zooms in before he reads more. */
const MOST_ROWS = 200;

export interface TradeList {
  /** Lists the trades in view. */
  show(trades: readonly TradeMark[]): void;
  /** Marks the row of a trade; undefined marks none. */
  mark(anchor: string | undefined): void;
}

/** What a reader does with a row. */
export interface ListActions {
  /** The trade at which the reader points; undefined when he leaves it. */
  readonly point: (anchor: string | undefined) => void;
  /** Shows a trade on the chart. */
  readonly press: (anchor: string) => void;
}

/** Puts an empty list behind `element`. */
export function tradeList(element: HTMLElement, { point, press }: ListActions): TradeList {
  const place = document.createElement('div');
  place.className = 'in-view';
  const heading = document.createElement('h4');
  const list = document.createElement('ol');
  place.append(heading, list);
  element.after(place);
  const rows = new Map<string, HTMLElement>();
  return {
    show(trades) {
      const count = numberTexts(0)(trades.length);
      const rest = trades.length > MOST_ROWS ? `, the first ${MOST_ROWS} listed` : '';
      heading.textContent = `${count} ${trades.length === 1 ? 'trade' : 'trades'} in view${rest}`;
      rows.clear();
      for (const trade of trades.slice(0, MOST_ROWS)) {
        rows.set(trade.anchor, rowOf(trade, { point, press }));
      }
      list.replaceChildren(...rows.values());
    },
    mark(anchor) {
      for (const [each, row] of rows) row.classList.toggle('current', each === anchor);
    },
  };
}

function rowOf({ id, anchor, text, result }: TradeMark, { point, press }: ListActions) {
  const row = document.createElement('li');
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = `${id}  ${text}`;
  button.className = result > 0 ? 'gain' : result < 0 ? 'loss' : '';
  button.addEventListener('click', () => press(anchor));
  for (const event of ['pointerenter', 'focus'])
    button.addEventListener(event, () => point(anchor));
  for (const event of ['pointerleave', 'blur'])
    button.addEventListener(event, () => point(undefined));
  row.append(button);
  // The table of trades has not all of many.
  if (document.getElementById(anchor) !== null) {
    const link = document.createElement('a');
    link.href = `#${anchor}`;
    link.textContent = 'row';
    link.setAttribute('aria-label', `Row of trade ${id}`);
    row.append(link);
  }
  return row;
}
