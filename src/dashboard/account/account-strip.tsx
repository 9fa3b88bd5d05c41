/** What a trader looks for first, in the bar at the top: it stays in view whatever else is open. */

import type { JSX } from 'preact';
import { money, signClass, signedMoney } from '../parts/format.js';
import { store } from '../state/app.js';

export function AccountStrip(): JSX.Element | null {
  const summary = store.value?.summary.value;
  if (summary === undefined) return null;
  const { NAV, unrealizedPL, marginAvailable, currency } = summary;
  return (
    <dl class="account-strip">
      <div>
        <dt>NAV</dt>
        <dd>
          {money(NAV)} {currency}
        </dd>
      </div>
      <div>
        <dt>Open P/L</dt>
        <dd class={signClass(unrealizedPL)}>{signedMoney(unrealizedPL)}</dd>
      </div>
      <div>
        <dt>Margin left</dt>
        <dd>{money(marginAvailable)}</dd>
      </div>
    </dl>
  );
}
