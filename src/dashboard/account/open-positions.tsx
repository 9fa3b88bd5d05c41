/** The open positions with the profit or loss of each. */

import type { JSX } from 'preact';
import { grouped, instrumentText, signClass, signedMoney } from '../parts/format.js';
import { chooseInstrument } from '../state/app.js';
import type { SimulationStore } from '../state/simulation-store.js';
import type { Position } from '../wire/types.js';

export function OpenPositions({ store }: { readonly store: SimulationStore }): JSX.Element {
  const positions = [...(store.account.value?.positions.values() ?? [])];
  if (positions.length === 0) return <p class="faint">No open position.</p>;
  const largest = Math.max(
    ...positions.map(({ unrealizedPL = '0' }) => Math.abs(Number(unrealizedPL))),
  );
  return (
    <table class="positions">
      <caption>Open P/L by position</caption>
      <tbody>
        {positions.map(position => (
          <Row key={position.instrument} position={position} largest={largest} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ position, largest }: { readonly position: Position; readonly largest: number }) {
  const { instrument, unrealizedPL = '0', long, short } = position;
  const share = largest > 0 ? (100 * Math.abs(Number(unrealizedPL))) / largest : 0;
  return (
    <tr>
      <th scope="row">
        <button type="button" class="quiet" onClick={() => chooseInstrument(instrument)}>
          {instrumentText(instrument)}
        </button>
      </th>
      <td>
        {long.units !== '0' && <span class="buy">▲ {grouped(long.units)} </span>}
        {short.units !== '0' && <span class="sell">▼ {grouped(short.units.replace('-', ''))}</span>}
      </td>
      <td class={`number ${signClass(unrealizedPL) ?? ''}`}>
        {signedMoney(unrealizedPL)}
        <span class="share" style={{ width: `${share}%` }} />
      </td>
    </tr>
  );
}
