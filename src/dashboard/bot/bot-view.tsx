/**
 * What a bot does: its requests as they come, its streams with their lag, and the faults that it met.
 * A request leads to the transactions that it made, and they to the chart.
 */

import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { CheckField, SelectField, TextField } from '../parts/field.js';
import { timeText } from '../parts/format.js';
import { showError } from '../parts/toast.js';
import { VirtualTable } from '../parts/virtual-table.js';
import { store } from '../state/app.js';
import type { SimulationStore } from '../state/simulation-store.js';
import type { LoggedRequest } from '../wire/feed-events.js';
import { readRequests } from '../wire/ledger.js';
import { REQUEST_COLUMNS } from './request-columns.js';
import { RequestDetail } from './request-detail.js';
import {
  joined,
  newerThan,
  ORIGINS,
  REQUESTS_OF_PROGRAMS,
  type RequestFilter,
  STATUSES,
  wanted,
} from './request-filter.js';
import { Streams } from './streams.js';
import { useHeld } from './use-held.js';

/** Requests of the time before the page that are read. */
const EARLIER_MAX = 500;

export function BotView(): JSX.Element | null {
  const shown = store.value;
  return shown === undefined ? null : <Bot store={shown} />;
}

function Bot({ store: shown }: { readonly store: SimulationStore }) {
  const [filter, setFilter] = useState<RequestFilter>(REQUESTS_OF_PROGRAMS);
  const [chosen, setChosen] = useState<LoggedRequest>();
  const [isOver, setOver] = useState(false);
  const all = useRequests(shown);
  const held = useHeld(all, isOver, `${shown.place.simulation} ${shown.rewinds.value}`);
  const rows = useMemo(() => wanted(held, filter), [held, filter]);
  const waiting = wanted(newerThan(held, all), filter).length;
  const at = chosen === undefined ? -1 : rows.findIndex(({ id }) => id === chosen.id);
  return (
    <div class="bot">
      <div class="bot-requests">
        <Filter filter={filter} onChange={setFilter} count={rows.length} waiting={waiting} />
        <VirtualTable<LoggedRequest>
          label="requests"
          columns={REQUEST_COLUMNS}
          total={rows.length}
          rowAt={index => rows[index]}
          selected={at === -1 ? undefined : at}
          onSelect={index => setChosen(rows[index])}
          onPointer={setOver}
          empty="No requests yet. Those of programs show here as they come."
        />
      </div>
      <div class="bot-side">
        {chosen !== undefined && <RequestDetail store={shown} request={chosen} />}
        <Streams streams={shown.streams.value} />
        <Fired requests={all} onChoose={setChosen} />
      </div>
    </div>
  );
}

/** The requests that were there before the page, and those that came since; oldest first. */
function useRequests({ place, requests, rewinds }: SimulationStore): readonly LoggedRequest[] {
  const [earlier, setEarlier] = useState<readonly LoggedRequest[]>([]);
  useEffect(() => {
    readRequests(place.simulation, { limit: EARLIER_MAX }).then(
      answer => setEarlier(answer.requests.toReversed()),
      showError,
    );
  }, [place, rewinds.value]);
  const live = requests.value;
  return useMemo(() => joined(earlier, live), [earlier, live]);
}

interface FilterProps {
  readonly filter: RequestFilter;
  onChange(filter: RequestFilter): void;
  readonly count: number;
  /** Newer requests, which show when the pointer leaves the table. */
  readonly waiting: number;
}

function Filter({ filter, onChange, count, waiting }: FilterProps) {
  const { path, status, origin } = filter;
  return (
    <div class="tools table-tools request-filter">
      <TextField
        label="Path"
        value={path}
        placeholder="orders"
        onInput={text => onChange({ ...filter, path: text })}
      />
      <SelectField
        label="Status"
        value={status}
        choices={STATUSES}
        onChange={value => onChange({ ...filter, status: value })}
      />
      <SelectField
        label="From"
        value={origin}
        choices={ORIGINS}
        onChange={value => onChange({ ...filter, origin: value })}
      />
      <CheckField
        label="Refused first"
        isChecked={filter.refusedFirst}
        onChange={refusedFirst => onChange({ ...filter, refusedFirst })}
      />
      <span class="faint" role="status">
        {count} requests{waiting > 0 && `, ${waiting} newer when the pointer leaves the table`}
      </span>
    </div>
  );
}

interface FiredProps {
  readonly requests: readonly LoggedRequest[];
  onChoose(request: LoggedRequest): void;
}

/** Requests that a fault disturbed, the newest first. */
function Fired({ requests, onChoose }: FiredProps) {
  const fired = requests.filter(({ fault }) => fault !== undefined).slice(-20);
  return (
    <section aria-label="Faults that fired">
      <h3>Faults that fired</h3>
      {fired.length === 0 && <p class="faint">None.</p>}
      <ul class="plain">
        {fired.reverse().map(request => (
          <li key={request.id}>
            <button type="button" class="link" onClick={() => onChoose(request)}>
              {timeText(request.time)} {request.operationId ?? request.path}: rule {request.fault}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
