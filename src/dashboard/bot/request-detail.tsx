/** One request: what it sent, what came of it, and the way to the transactions that it made. */

import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { copyText } from '../parts/copy-text.js';
import { timeText } from '../parts/format.js';
import { showError } from '../parts/toast.js';
import { showOnChart } from '../state/chart-place.js';
import { explained } from '../state/explained.js';
import type { SimulationStore } from '../state/simulation-store.js';
import type { LoggedRequest } from '../wire/feed-events.js';
import { readRequest } from '../wire/ledger.js';
import { readTransactions } from '../wire/v20.js';

export interface RequestDetailProps {
  readonly store: SimulationStore;
  readonly request: LoggedRequest;
}

export function RequestDetail({ store: shown, request }: RequestDetailProps): JSX.Element {
  const { id, method, path, time, status, errorMessage, fault, transactionIDs } = request;
  return (
    <section class="request-detail" aria-label={`Request ${id}`}>
      <h3>
        {method} {path}
      </h3>
      <p>
        Status {status} at {timeText(time)}
        {tookText(request)}
        {fault !== undefined && `, disturbed by rule ${fault}`}
      </p>
      {errorMessage !== undefined && <p class="error">{errorMessage}</p>}
      <div class="tools">
        {transactionIDs?.map(each => (
          <button
            key={each}
            type="button"
            title="Show the transaction on the chart"
            onClick={() => showTransaction(shown, each)}
          >
            Transaction {each}
          </button>
        ))}
        {transactionIDs?.map(each => (
          <button
            key={`why ${each}`}
            type="button"
            onClick={() => {
              explained.value = each;
            }}
          >
            Why {each}
          </button>
        ))}
        <button
          type="button"
          onClick={() => copyText(JSON.stringify(request, undefined, 2), 'JSON')}
        >
          Copy JSON
        </button>
      </div>
      {request.body !== undefined && <Body title="Asked" text={request.body} />}
      <Answer store={shown} request={request} />
    </section>
  );
}

/** How long the answer took in the time of the wall, which a record does not have. */
function tookText({ wall, latencyMs }: LoggedRequest): string {
  if (wall === undefined || latencyMs === undefined) return '';
  return `, after ${latencyMs.toFixed(1)} ms of real time at ${timeText(wall)}`;
}

function showTransaction({ place }: SimulationStore, id: string): void {
  readTransactions(place, Number(id), Number(id)).then(([transaction]) => {
    if (transaction === undefined) return;
    const { time, instrument } = transaction;
    showOnChart({ time, instrument, transactionID: id });
  }, showError);
}

/** The body of the answer, which is read when it is asked for. */
function Answer({ store: { place }, request: { id } }: RequestDetailProps) {
  const [text, setText] = useState<string>();
  useEffect(() => {
    let isShown = true;
    setText(undefined);
    readRequest(place.simulation, id).then(
      ({ answer = '', isCut }) => isShown && setText(isCut === true ? `${answer} …` : answer),
      // The server keeps the newest requests only.
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, [place, id]);
  return text === undefined || text === '' ? null : <Body title="Answered" text={text} />;
}

/** A body, laid out when it is JSON. */
function Body({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <>
      <h4>{title}</h4>
      <pre>{laidOut(text)}</pre>
    </>
  );
}

function laidOut(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}
