/**
 * The warnings about the ticket before it is sent: an order that would not wait, a stop that risks
 * too much.
 */

import { computed } from '@preact/signals';
import { store } from '../state/app.js';
import { atOnceText } from '../state/at-once.js';
import { ticketType } from './order-fields.js';
import { ticketForm, ticketTerms } from './ticket-state.js';

/** The warning about the stop, shown at its field; undefined when there is none. */
export const stopWarning = computed(() =>
  ticketType(ticketForm.value.type).closesTrade ? undefined : ticketTerms.value.stopWarning,
);

/** Whether the ticket is sent at the second attempt only. */
export const isDoubtful = computed(
  () => ticketWarning.value !== undefined || stopWarning.value !== undefined,
);

/** The sentence about an order that would not wait; undefined when it is as it should be. */
export const ticketWarning = computed(() => {
  const { type, side, instrument, values } = ticketForm.value;
  const shown = store.value;
  const told = { type, price: values['price'] ?? '', triggerCondition: condition(values) };
  if (!ticketType(type).closesTrade) {
    const quote = shown?.quote(instrument).value;
    return atOnceText({ ...told, side: side === 'BUY' ? 'buy' : 'sell' }, quote);
  }
  const trade = shown?.account.value?.trades.get(values['tradeID'] ?? '');
  if (trade === undefined) return undefined;
  const closes = trade.currentUnits.startsWith('-') ? 'buy' : 'sell';
  return atOnceText({ ...told, side: closes }, shown?.quote(trade.instrument).value);
});

function condition(values: Readonly<Record<string, string>>): string | undefined {
  return values['triggerCondition'] || undefined;
}
