/** The label of a line: name, price, money, pips and R. */

import type { JSX } from 'preact';
import { signClass, signedMoney } from '../../parts/format.js';
import type { LineFigures } from './line-figures.js';

export interface LineWords {
  readonly label: string;
  readonly price: string;
  readonly figures: LineFigures;
}

/** The words as one text, for a screen reader. */
export function spokenLabel({ label, price, figures: { money, pips, r } }: LineWords): string {
  const gain = money === undefined ? undefined : signedMoney(money);
  // In the order of the label; a narrow screen leaves out the last parts.
  return [`${label} @ ${price}`, gain, r, pips].filter(part => part !== undefined).join(' ');
}

export function LineLabel({ label, price, figures }: LineWords): JSX.Element {
  const { money, pips, r } = figures;
  return (
    <>
      {label} @ {price}
      {money !== undefined && <b class={signClass(money)}> {signedMoney(money)}</b>}
      {r !== undefined && <b> {r}</b>}
      {pips !== undefined && <span class="pips"> {pips}</span>}
    </>
  );
}
