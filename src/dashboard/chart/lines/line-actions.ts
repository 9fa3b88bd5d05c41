/** What is sent when a line is confirmed or cancelled, and how it is undone. */

import { showError, showToast } from '../../parts/toast.js';
import type { SimulationStore } from '../../state/simulation-store.js';
import { cancelOrder } from '../../wire/v20.js';
import { addTradeOrder, type Level, moveOrder } from './move-order.js';
import type { OrderLine } from './order-lines.js';
import type { Proposal } from './proposals.js';

/** Sends what a line proposes. */
export async function send(
  store: SimulationStore,
  line: OrderLine,
  proposal: Proposal,
): Promise<void> {
  try {
    const { text, undo } = await (line.order === undefined
      ? add(store, line, proposal)
      : move(store, line, proposal));
    const run = () => void undo().then(() => {}, tellError);
    showToast({ kind: 'done', text, of: 'chart', action: { label: 'Undo', run } });
  } catch (error) {
    tellError(error);
  }
}

/** A newer answer of the charts takes its place. */
function tellError(error: unknown): void {
  showError(error, 'chart');
}

interface LineChange {
  readonly text: string;
  undo(): Promise<unknown>;
}

async function move(
  { place }: SimulationStore,
  line: OrderLine,
  asked: Proposal,
): Promise<LineChange> {
  const { order, label } = line;
  if (order === undefined) throw new Error(`${label} is no order`);
  const before: Level =
    'distance' in asked.level
      ? { distance: order.distance ?? '' }
      : { price: order.price ?? line.price };
  const id = await moveOrder(place, order, asked.level);
  return {
    text: `${label} moved from ${levelText(before)} to ${levelText(asked.level)}`,
    undo: () => moveOrder(place, { ...order, id }, before),
  };
}

async function add(
  { place }: SimulationStore,
  line: OrderLine,
  asked: Proposal,
): Promise<LineChange> {
  const kind = line.kind === 'profit' ? 'takeProfit' : 'stopLoss';
  const id = await addTradeOrder(place, line.trade?.id ?? '', kind, asked.price);
  return { text: `${line.label} placed at ${asked.price}`, undo: () => cancelOrder(place, id) };
}

function levelText(level: Level): string {
  return 'price' in level ? level.price : `distance ${level.distance}`;
}

/** Cancels the order of a line. */
export async function cancel(store: SimulationStore, { order, label }: OrderLine): Promise<void> {
  if (order === undefined) return;
  try {
    await cancelOrder(store.place, order.id);
    showToast({ kind: 'done', text: `${label} cancelled`, of: 'chart' });
  } catch (error) {
    tellError(error);
  }
}
