/** The columns of the table of requests. */

import { dayTimeText, timeText } from '../parts/format.js';
import type { Column } from '../parts/table-column.js';
import type { LoggedRequest } from '../wire/feed-events.js';

export const REQUEST_COLUMNS: readonly Column<LoggedRequest>[] = [
  {
    id: 'time',
    title: 'Time',
    width: 7.2,
    cell: ({ time }) => <span title={timeText(time)}>{dayTimeText(time)}</span>,
  },
  { id: 'method', title: 'Method', width: 4.2, cell: ({ method }) => method },
  {
    id: 'path',
    title: 'Path',
    width: 12,
    cell: ({ path }) => <span title={path}>{shortPath(path)}</span>,
  },
  {
    id: 'status',
    title: 'Status',
    width: 4,
    isNumber: true,
    cell: ({ status }) => <span class={status >= 400 ? 'error' : undefined}>{status}</span>,
  },
  {
    id: 'latency',
    title: 'ms',
    width: 3.6,
    isNumber: true,
    cell: ({ latencyMs }) => latencyMs?.toFixed(1) ?? '',
  },
  { id: 'fault', title: 'Fault', width: 3.6, rank: 2, cell: ({ fault }) => fault ?? '' },
  {
    id: 'made',
    title: 'Made',
    width: 4.6,
    cell: ({ transactionIDs = [] }) => transactionIDs.join(', '),
  },
  { id: 'origin', title: 'From', width: 4.8, rank: 3, cell: ({ origin }) => origin },
  { id: 'id', title: 'Request', width: 5, rank: 1, cell: ({ id }) => id },
];

/** A path without its account, so that its end, the most useful part, is seen. */
function shortPath(path: string): string {
  return path.replace(/^\/v3\/accounts\/[^/]+\//, '/v3/…/');
}
