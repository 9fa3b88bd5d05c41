/** The buttons that stand in each row of Orders and Trades. */

import type { JSX } from 'preact';
import type { Column } from '../parts/table-column.js';
import { store } from '../state/app.js';
import { breakEven, cancelWaiting, closePart } from '../ticket/account-actions.js';
import type { Trade } from '../wire/trades.js';
import type { Order } from '../wire/types.js';

/** Parts of a trade that a click closes, in percent, and their signs. */
const PARTS = [
  [25, '¼'],
  [50, '½'],
  [75, '¾'],
] as const;

/** A cross that cancels a waiting order. */
export const CANCEL_ORDER: Column<Order> = {
  id: 'actions',
  title: 'Cancel',
  width: 3.4,
  cell: ({ id, state }) =>
    state === 'PENDING' && <InRow name={`Cancel order ${id}`} sign="✕" run={() => cancel(id)} />,
};

function cancel(id: string): void {
  const place = store.value?.place;
  if (place !== undefined) cancelWaiting(place, id);
}

/** What is done most to an open trade. */
export const TRADE_ACTIONS: Column<Trade> = {
  id: 'actions',
  title: 'Actions',
  width: 14,
  isWhole: true,
  cell: trade =>
    trade.state === 'OPEN' && (
      <span class="in-row-actions">
        <InRow
          name={`Stop of trade ${trade.id} to break-even`}
          sign="Break-even"
          run={() => breakEven(trade)}
        />
        {PARTS.map(([percent, sign]) => (
          <InRow
            key={percent}
            name={`Close ${percent} % of trade ${trade.id}`}
            sign={sign}
            run={() => closePart(trade, percent)}
          />
        ))}
        <InRow name={`Close trade ${trade.id}`} sign="✕" run={() => closePart(trade, 100)} />
      </span>
    ),
};

interface InRowProps {
  readonly name: string;
  readonly sign: string;
  run(): void;
}

/** A button of a row; a click on it does not choose the row. */
function InRow({ name, sign, run }: InRowProps): JSX.Element {
  return (
    <button
      type="button"
      class="in-row"
      aria-label={name}
      title={name}
      onClick={event => {
        event.stopPropagation();
        run();
      }}
    >
      {sign}
    </button>
  );
}
