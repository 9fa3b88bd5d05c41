/** What a line says of itself: name, price, money, pips and R. */

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
  // As they are shown, with what a narrow screen leaves out at the end.
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
