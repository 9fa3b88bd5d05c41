/** The columns of the table of requests. */

import { timeText } from '../parts/format.js';
import type { Column } from '../parts/virtual-table.js';
import type { LoggedRequest } from '../wire/feed-events.js';

export const REQUEST_COLUMNS: readonly Column<LoggedRequest>[] = [
  { id: 'time', title: 'Simulated time', width: '9.7rem', cell: ({ time }) => timeText(time) },
  { id: 'method', title: 'Method', width: '4.2rem', cell: ({ method }) => method },
  {
    id: 'path',
    title: 'Path',
    width: '9.4rem',
    cell: ({ path }) => <span title={path}>{shortPath(path)}</span>,
  },
  {
    id: 'status',
    title: 'Status',
    width: '4.5rem',
    isNumber: true,
    cell: ({ status }) => <span class={status >= 400 ? 'error' : undefined}>{status}</span>,
  },
  {
    id: 'latency',
    title: 'ms',
    width: '3.6rem',
    isNumber: true,
    cell: ({ latencyMs }) => latencyMs.toFixed(1),
  },
  { id: 'fault', title: 'Fault', width: '4rem', cell: ({ fault }) => fault ?? '' },
  {
    id: 'made',
    title: 'Made',
    width: '4rem',
    cell: ({ transactionIDs = [] }) => transactionIDs.join(', '),
  },
  { id: 'origin', title: 'From', width: '4.8rem', cell: ({ origin }) => origin },
  { id: 'id', title: 'Request', width: '4rem', cell: ({ id }) => id },
];

/** A path without its account, so that the end, which tells most, is seen. */
function shortPath(path: string): string {
  return path.replace(/^\/v3\/accounts\/[^/]+\//, '/v3/…/');
}
