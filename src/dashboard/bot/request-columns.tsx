/** The columns of the table of requests. */

import { timeText } from '../parts/format.js';
import type { Column } from '../parts/virtual-table.js';
import type { LoggedRequest } from '../wire/feed-events.js';

export const REQUEST_COLUMNS: readonly Column<LoggedRequest>[] = [
  { id: 'time', title: 'Simulated time', width: '10.5rem', cell: ({ time }) => timeText(time) },
  { id: 'method', title: 'Method', width: '4.5rem', cell: ({ method }) => method },
  {
    id: 'path',
    title: 'Path',
    width: '24rem',
    cell: ({ path }) => <span title={path}>{path}</span>,
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
    title: 'Latency, ms',
    width: '7rem',
    isNumber: true,
    cell: ({ latencyMs }) => latencyMs.toFixed(1),
  },
  { id: 'fault', title: 'Fault', width: '5rem', cell: ({ fault }) => fault ?? '' },
  {
    id: 'made',
    title: 'Made',
    width: '6rem',
    cell: ({ transactionIDs = [] }) => transactionIDs.join(', '),
  },
  { id: 'origin', title: 'From', width: '5rem', cell: ({ origin }) => origin },
  { id: 'id', title: 'RequestID', width: '11rem', cell: ({ id }) => id },
];
