/** Statistics of the closed trades of the account while it trades, as a whole and by setup. */

import type { JSX } from 'preact';
import { signClass, signedMoney } from '../parts/format.js';
import { store } from '../state/app.js';
import type { SimulationStore } from '../state/simulation-store.js';
import { type Results, useResults } from './read-results.js';
import { type Statistics, statisticsOf } from './results.js';

/** All of it in one line: `14 trades · 57 % won · 0.21 R`. */
export function StatisticsLine(): JSX.Element | null {
  const shown = store.value;
  return shown === undefined ? null : <Line store={shown} />;
}

function Line({ store: shown }: { readonly store: SimulationStore }) {
  const known = useResults(shown);
  if (known === undefined || known.results.length === 0) return null;
  const { trades, winRate, averageRatio, expectancy } = statisticsOf(known.results);
  const mean =
    averageRatio === undefined ? signedMoney(expectancy ?? '0') : `${ratioText(averageRatio)} R`;
  return (
    <span class="statistics-line faint">
      {trades} closed · {winRate} % won · {mean} a trade
    </span>
  );
}

/** The table: a line for all trades, and one for each setup. */
export function StatisticsTable({ known }: { readonly known: Results }): JSX.Element {
  const { results, setups } = known;
  const names = [...new Set(results.flatMap(({ id }) => setups.get(id) ?? []))].sort();
  const ofSetup = (name: string) => results.filter(({ id }) => setups.get(id) === name);
  return (
    <table class="statistics">
      <caption class="faint">
        Results come from prices only, without financing and fees. Expectancy is their mean.
      </caption>
      <thead>
        <tr>
          <th scope="col">Closed trades</th>
          <th scope="col">Number</th>
          <th scope="col">Won</th>
          <th scope="col">Expectancy</th>
          <th scope="col">Average R</th>
        </tr>
      </thead>
      <tbody>
        <Row name="All" statistics={statisticsOf(results)} />
        {names.map(name => (
          <Row key={name} name={name} statistics={statisticsOf(ofSetup(name))} />
        ))}
      </tbody>
    </table>
  );
}

/** R with the minus of figures. */
function ratioText(ratio: string): string {
  return ratio.replace('-', '−');
}

function Row({ name, statistics }: { readonly name: string; readonly statistics: Statistics }) {
  const { trades, winRate, expectancy, averageRatio } = statistics;
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{trades}</td>
      <td>{winRate === undefined ? '–' : `${winRate} %`}</td>
      <td class={expectancy === undefined ? undefined : signClass(expectancy)}>
        {expectancy === undefined ? '–' : signedMoney(expectancy)}
      </td>
      <td>{averageRatio === undefined ? '–' : ratioText(averageRatio)}</td>
    </tr>
  );
}
