/** The dialog that goes forward to a price, or to the first of several that have an alarm. */

import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Dialog } from '../parts/dialog.js';
import { TextField } from '../parts/field.js';
import { instrumentText } from '../parts/format.js';
import { instrument, store } from '../state/app.js';
import { plainNumber, readNumber } from '../ticket/terms/read-number.js';
import { addAlarm, alarmPrices, removeAlarm, watchAlarms } from './alarms.js';
import { playToPrice } from './clock-actions.js';

const isOpen = signal(false);

/** Shows the dialog. */
export function openPlayTo(): void {
  isOpen.value = true;
}

/** The dialog while it is open; alarms are watched all the time. */
export function PlayTo(): JSX.Element | null {
  const shown = store.value;
  useEffect(() => shown && watchAlarms(shown), [shown]);
  return isOpen.value ? <PlayToDialog /> : null;
}

function PlayToDialog() {
  const [text, setText] = useState('');
  const name = instrument.value ?? '';
  const prices = alarmPrices();
  const read = readNumber(text, false);
  const isPrice = 'text' in read;
  const price = plainNumber(text, false);
  const close = () => {
    isOpen.value = false;
  };
  const go = (to: readonly string[]) => () => {
    close();
    playToPrice(to);
  };
  return (
    <Dialog
      title={`Play to a price of ${instrumentText(name)}`}
      onClose={close}
      actions={
        <>
          <button type="button" disabled={!isPrice} onClick={() => addAlarm(price)}>
            Add an alarm
          </button>
          <button type="button" disabled={prices.length === 0} onClick={go(prices)}>
            To the next alarm
          </button>
          <button type="button" class="primary" disabled={!isPrice} onClick={go([price])}>
            To this price
          </button>
        </>
      }
    >
      <TextField
        label="Mid price"
        isDecimal
        value={text}
        onInput={setText}
        error={text === '' || isPrice ? undefined : read.error}
      />
      <p class="faint">
        Time moves to the tick at which the mid price is reached, or to a fill that comes first.
        When neither comes, it stays. Alarms also stop time that plays.
      </p>
      <ul class="chips" aria-label="Alarms">
        {prices.map(each => (
          <li key={each}>
            <button
              type="button"
              aria-label={`Take out the alarm at ${each}`}
              onClick={() => removeAlarm(each)}
            >
              {each} ✕
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
