/** The buttons that stand in each row of Orders and Trades. */

import type { JSX } from 'preact';
import type { Column } from '../parts/table-column.js';
import { openWhatIf } from '../practice/what-if.js';
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
  width: 4.4,
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
  width: 17,
  isWhole: true,
  cell: trade => (
    <span class="in-row-actions">
      {trade.state === 'OPEN' && <OpenActions trade={trade} />}
      <InRow name={`What if, trade ${trade.id}`} sign="What if" run={() => openWhatIf(trade)} />
    </span>
  ),
};

function OpenActions({ trade }: { readonly trade: Trade }) {
  return (
    <>
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
          isRare={percent !== 50}
          run={() => closePart(trade, percent)}
        />
      ))}
      <InRow name={`Close trade ${trade.id}`} sign="✕" run={() => closePart(trade, 100)} />
    </>
  );
}

interface InRowProps {
  readonly name: string;
  readonly sign: string;
  /** Whether only a wide table has it. */
  readonly isRare?: boolean;
  run(): void;
}

/** A button of a row; a click on it does not choose the row. */
function InRow({ name, sign, isRare = false, run }: InRowProps): JSX.Element {
  return (
    <button
      type="button"
      class={isRare ? 'in-row rare' : 'in-row'}
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
