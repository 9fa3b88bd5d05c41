/** Sends the ticket, and shows the result. */

import { batch } from '@preact/signals';
import { showToast } from '../parts/toast.js';
import { store } from '../state/app.js';
import { filledText } from '../state/fill-text.js';
import { explain } from '../wire/ledger.js';
import { WireError } from '../wire/rest.js';
import type { Transaction } from '../wire/types.js';
import { placeOrder, replaceOrder } from '../wire/v20.js';
import { orderBody, type TicketForm } from './order-body.js';
import { refusalOf } from './refusals/refusal.js';
import {
  clearReplacement,
  isSent,
  isTried,
  isWarned,
  marketOrder,
  refusal,
  replaces,
  ticketErrors,
  ticketForm,
} from './ticket-state.js';
import { isDoubtful } from './ticket-warning.js';

/** The parts of v20's answer that show what became of an order. */
interface Answer {
  readonly orderCreateTransaction?: Transaction;
  readonly orderFillTransaction?: Transaction;
  readonly orderCancelTransaction?: Transaction;
  readonly orderRejectTransaction?: Transaction;
}

/**
 * Sends the order in the ticket. Refusals and mistakes are shown at their fields. An order that
 * would not wait, or whose stop risks more than the account has, is sent at the second attempt.
 */
export async function sendTicket(): Promise<void> {
  isTried.value = true;
  if (Object.keys(ticketErrors.value).length > 0) return;
  if (isDoubtful.value && !isWarned.value) {
    isWarned.value = true;
    return;
  }
  const id = replaces.value;
  const isPlaced = await send(ticketForm.value, id);
  if (isPlaced && replaces.value === id) clearReplacement();
}

/**
 * Buys or sells at the market with what stands in a ticket that has a side; a change of an order that
 * stands there stays. A stop that risks more than the account has is sent at the second attempt.
 */
export async function sendMarket(side: TicketForm['side']): Promise<void> {
  isTried.value = true;
  const { form, errors, warning } = marketOrder(side);
  if (Object.keys(errors).length > 0) return;
  if (warning !== undefined && !isWarned.value) {
    isWarned.value = true;
    showToast({ kind: 'error', text: `${warning}. Press again to send it`, of: 'ticket' });
    return;
  }
  await send(form, undefined);
}

/** @returns whether the order was placed, and not refused or cancelled at once. */
async function send(form: TicketForm, id: string | undefined): Promise<boolean> {
  const place = store.value?.place;
  if (place === undefined) return false;
  const body = orderBody(form);
  try {
    const answer: Answer = await (id === undefined
      ? placeOrder(place, body)
      : replaceOrder(place, id, body));
    return tell(answer);
  } catch (error) {
    failed(error as Error);
    return false;
  }
}

/** @returns whether the order fills or waits. */
function tell({
  orderCreateTransaction,
  orderFillTransaction,
  orderCancelTransaction,
}: Answer): boolean {
  const id = orderCreateTransaction?.id ?? '';
  const cancelled = orderCancelTransaction?.orderID === id ? orderCancelTransaction : undefined;
  if (cancelled !== undefined) {
    showRefusal(cancelled);
    return false;
  }
  batch(() => {
    isTried.value = false;
    isWarned.value = false;
    isSent.value = true;
    refusal.value = undefined;
  });
  const text = orderFillTransaction ? filledText(orderFillTransaction) : `Order ${id} waits`;
  showToast({ kind: 'done', text, of: 'ticket' });
  return true;
}

function failed(error: Error): void {
  const answer: Answer = error instanceof WireError ? error.body : {};
  if (answer.orderRejectTransaction === undefined) {
    refusal.value = refusalOf({ errorMessage: error.message });
  } else showRefusal(answer.orderRejectTransaction, error.message);
}

/** Shows why a transaction ended the order, and then, as soon as they are known, the numbers. */
function showRefusal({ id, reason, rejectReason }: Transaction, errorMessage = ''): void {
  const why = rejectReason ?? reason;
  const refused = { errorMessage, ...(why && { reason: why }) };
  const told = refusalOf(refused);
  refusal.value = told;
  const place = store.value?.place;
  if (place === undefined) return;
  explain(place, id).then(
    explained => {
      if (refusal.peek() === told) refusal.value = refusalOf(refused, explained);
    },
    // The words stay; only the numbers are missing.
    () => {},
  );
}
