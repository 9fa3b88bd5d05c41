/** An account that neither traded nor was paid anything: one line, since every figure of it would be a dash. */

import type { AccountReport } from '../../data/figures/table/report-data.js';
import { moneyText } from '../html/format.js';
import { type Html, html } from '../html/html.js';

/** Whether the account has no trade, no decision, and the same NAV at all times. */
export function isIdle({ trades, equity, decisions = [] }: AccountReport): boolean {
  const [first] = equity;
  return (
    trades.length === 0 && decisions.length === 0 && equity.every(({ NAV }) => NAV === first?.NAV)
  );
}

/** The line. */
export function idleLine({ accountID, currency, equity }: AccountReport): Html {
  const [first] = equity;
  const NAV =
    first === undefined ? '' : `; its NAV was ${moneyText(first.NAV)} ${currency} throughout`;
  return html`<p>Account ${accountID} did not trade${NAV}.</p>
`;
}
