/** The sessions of practice: open one, practise its stretch again, end it, and compare two. */

import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { dayTimeText } from '../parts/format.js';
import { showError } from '../parts/toast.js';
import { CurvePicture } from '../simulations/curve-picture.js';
import { atItsClock, isShown, useFreshList } from '../simulations/fresh-list.js';
import { choose, instrument, simulations } from '../state/app.js';
import { fork, readClock } from '../wire/control.js';
import { readOpening } from '../wire/ledger.js';
import type { SimulationSummary } from '../wire/types.js';
import { type Results, readResults } from './read-results.js';
import { Reveal } from './reveal.js';
import { endSession, isOver, sessionsOf, showSession } from './sessions.js';
import { StatisticsTable } from './statistics.js';

export function SessionList(): JSX.Element {
  const [compared, setCompared] = useState<readonly string[]>([]);
  useFreshList();
  const sessions = sessionsOf(simulations.value).map(atItsClock);
  // Two can be chosen: a third replaces the one that was chosen first.
  const toggle = (id: string) =>
    setCompared(
      compared.includes(id) ? compared.filter(each => each !== id) : [...compared, id].slice(-2),
    );
  const chosen = sessions.filter(({ id }) => compared.includes(id));
  if (sessions.length === 0) return <p class="faint">No sessions yet.</p>;
  return (
    <>
      <table class="statistics">
        <thead>
          <tr>
            <th scope="col">Session</th>
            <th scope="col">Now</th>
            <th scope="col">Compare</th>
            <th scope="col">Actions</th>
          </tr>
        </thead>
        <tbody>
          {sessions.map(session => (
            <Line
              key={session.id}
              session={session}
              isCompared={compared.includes(session.id)}
              onCompare={() => toggle(session.id)}
            />
          ))}
        </tbody>
      </table>
      {chosen.length > 0 && <CurvePicture simulations={chosen.map(({ id }) => id)} />}
      {chosen.map(session => (
        <ResultsOf key={session.id} session={session} />
      ))}
    </>
  );
}

interface LineProps {
  readonly session: SimulationSummary;
  readonly isCompared: boolean;
  onCompare(): void;
}

function Line({ session, isCompared, onCompare }: LineProps) {
  const { id, name, now } = session;
  const isDone = isOver(session);
  return (
    <tr>
      <th scope="row">
        <button type="button" class="link" onClick={() => choose(id)}>
          {id}
        </button>{' '}
        {name}
        {isShown(session) && <span class="badge">shown</span>}
        {isDone && <Reveal session={session} />}
      </th>
      <td>{dayTimeText(now)}</td>
      <td>
        <input
          type="checkbox"
          aria-label={`Compare ${id}`}
          checked={isCompared}
          onChange={onCompare}
        />
      </td>
      <td>
        {!isDone && (
          <button type="button" class="in-row" onClick={() => endSession(id).catch(showError)}>
            End {id}
          </button>
        )}{' '}
        <button type="button" class="in-row" onClick={() => again(session).catch(showError)}>
          Again {id}
        </button>
      </td>
    </tr>
  );
}

/** Makes the same session from its start, without its trades: those of its first instant too. */
async function again({ id, accounts }: SimulationSummary): Promise<void> {
  const account = accounts[0]?.id;
  const opened = account === undefined ? undefined : await readOpening({ simulation: id, account });
  const made = await fork(id, { at: opened ?? (await readClock(id)).from });
  await showSession(made.id, instrument.peek());
}

/** The results of the first account of a session. */
function ResultsOf({ session: { id, accounts } }: { readonly session: SimulationSummary }) {
  const [known, setKnown] = useState<Results>();
  const account = accounts[0]?.id;
  useEffect(() => {
    if (account === undefined) return;
    let isWanted = true;
    readResults({ simulation: id, account }).then(
      read => isWanted && setKnown(read),
      (error: Error) => isWanted && showError(error),
    );
    return () => {
      isWanted = false;
    };
  }, [id, account]);
  if (known === undefined) return null;
  return (
    <section aria-label={`Results of ${id}`}>
      <h3>{id}</h3>
      <StatisticsTable known={known} />
    </section>
  );
}
