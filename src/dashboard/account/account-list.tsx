/** The other accounts of the simulation with their NAV; one press shows one. */

import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { money, signClass, signedMoney } from '../parts/format.js';
import { choose, simulations } from '../state/app.js';
import type { SimulationStore } from '../state/simulation-store.js';
import type { AccountSummary } from '../wire/types.js';
import { readSummary } from '../wire/v20.js';

/** Between two reads, in wall milliseconds. */
const FRESH_MS = 2000;

export function AccountList({ store }: { readonly store: SimulationStore }): JSX.Element | null {
  const { simulation, account } = store.place;
  const all = simulations.value.find(({ id }) => id === simulation)?.accounts ?? [];
  const ids = all.map(({ id }) => id).join(' ');
  const summaries = useMemo(() => signal<readonly AccountSummary[]>([]), []);
  useEffect(() => {
    const others = ids.split(' ').filter(id => id !== '' && id !== account);
    if (others.length === 0) return;
    const read = () =>
      Promise.all(others.map(id => readSummary({ simulation, account: id }))).then(
        answers => {
          summaries.value = answers;
        },
        () => {},
      );
    void read();
    const timer = setInterval(() => void read(), FRESH_MS);
    const stop = store.listen(({ type }) => {
      if (type === 'REWIND') void read();
    });
    return () => {
      clearInterval(timer);
      stop();
    };
  }, [store, simulation, account, ids, summaries]);
  if (summaries.value.length === 0) return null;
  return (
    <table class="positions">
      <caption>Other accounts</caption>
      <tbody>
        {summaries.value.map(({ id, NAV, unrealizedPL }) => (
          <tr key={id}>
            <th scope="row">
              <button type="button" class="quiet" onClick={() => choose(simulation, id)}>
                {id}
              </button>
            </th>
            <td class="number">{money(NAV)}</td>
            <td class={`number ${signClass(unrealizedPL) ?? ''}`}>{signedMoney(unrealizedPL)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
