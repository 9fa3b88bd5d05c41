/** Every instrument with its bid, its spread and the change of the day; a click shows it in the chart and the ticket. */

import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { signClass } from '../parts/format.js';
import { useThrottled } from '../parts/use-throttled.js';
import { chooseInstrument, instrument, starredInstrument, store } from '../state/app.js';
import type { SimulationStore } from '../state/simulation-store.js';
import { readDayOpens } from '../wire/market.js';
import type { Instrument } from '../wire/types.js';
import { dayChange, spreadPips } from './day-change.js';

export function WatchList(): JSX.Element | null {
  const shown = store.value;
  return shown === undefined ? null : <Watch store={shown} />;
}

function Watch({ store: shown }: { readonly store: SimulationStore }) {
  const opens = useDayOpens(shown);
  const known = [...shown.instruments.value.values()];
  return (
    <table class="watch">
      <thead>
        <tr>
          <th scope="col">Watch</th>
          <th scope="col">Bid</th>
          <th scope="col" class="ask">
            Ask
          </th>
          <th scope="col">Spread</th>
          <th scope="col">Day</th>
        </tr>
      </thead>
      <tbody>
        {known.map(each => (
          <Line key={each.name} store={shown} known={each} open={opens.get(each.name)} />
        ))}
      </tbody>
    </table>
  );
}

interface LineProps {
  readonly store: SimulationStore;
  readonly known: Instrument;
  /** Where the day began; undefined while it is not known. */
  readonly open: string | undefined;
}

function Line({ store: shown, known: { name, pipLocation }, open }: LineProps) {
  const quote = shown.quote(name).value;
  const change = quote === undefined || open === undefined ? undefined : dayChange(quote, open);
  const isShown = instrument.value === name;
  return (
    <tr class={isShown ? 'shown' : undefined} onClick={() => chooseInstrument(name)}>
      <th scope="row">
        <button type="button" class="link" aria-current={isShown ? 'true' : undefined}>
          {starredInstrument(name)}
        </button>
      </th>
      <td>{quote?.bid ?? '…'}</td>
      <td class="ask">{quote?.ask ?? '…'}</td>
      <td>{quote === undefined ? '' : spreadPips(quote, pipLocation)}</td>
      <td class={change === undefined ? undefined : signClass(change)}>
        {change === undefined ? '' : `${change.replace('-', '−')} %`}
      </td>
    </tr>
  );
}

/** Least wall milliseconds between two reads of where the day began. */
const FRESH_MS = 500;

/** Where the day of each instrument began, read anew each simulated hour and after a rewind. */
function useDayOpens(shown: SimulationStore): ReadonlyMap<string, string> {
  const [opens, setOpens] = useState<ReadonlyMap<string, string>>(new Map());
  const names = [...shown.instruments.value.keys()].join(' ');
  const hour = useThrottled(shown.clock.value?.now.slice(0, 13), FRESH_MS);
  const rewinds = shown.rewinds.value;
  useEffect(() => {
    let isWanted = true;
    if (names !== '' && hour !== undefined) {
      readDayOpens(shown.place, names.split(' ')).then(
        read => isWanted && setOpens(read),
        // The list has no change of the day until the next hour.
        () => isWanted && setOpens(new Map()),
      );
    }
    return () => {
      isWanted = false;
    };
  }, [shown, names, hour, rewinds]);
  return opens;
}
