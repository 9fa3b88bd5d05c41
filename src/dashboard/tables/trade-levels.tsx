/** The dialog that sets, changes and removes the profit and the stops of a trade. */

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog } from '../parts/dialog.js';
import { TextField } from '../parts/field.js';
import { showToast } from '../parts/toast.js';
import type { WireError } from '../wire/rest.js';
import { setTradeOrders } from '../wire/v20.js';
import type { TradeDialogProps } from './close-trade.js';
import { changedLevels, LEVELS, levelsOf, type TradeLevelTexts } from './levels.js';

export function TradeLevels({ place, trade, onClose }: TradeDialogProps): JSX.Element {
  const before = levelsOf(trade);
  const [texts, setTexts] = useState<TradeLevelTexts>(before);
  const [error, setError] = useState<{
    readonly name?: string | undefined;
    readonly text: string;
  }>();
  const send = async () => {
    try {
      await setTradeOrders(place, trade.id, changedLevels(before, texts));
      showToast({ kind: 'done', text: `Trade ${trade.id} has its new stop and profit` });
      onClose();
    } catch (refusal) {
      setError(errorOf(refusal as WireError));
    }
  };
  return (
    <Dialog
      title={`Stop and profit of trade ${trade.id}`}
      onClose={onClose}
      actions={
        <button type="button" class="primary" onClick={send}>
          Send
        </button>
      }
    >
      <div class="field-pairs">
        {LEVELS.map(({ name, label, unit }) => (
          <TextField
            key={name}
            label={label}
            isDecimal
            hint={unit}
            value={texts[name] ?? ''}
            onInput={text => setTexts({ ...texts, [name]: text })}
            error={error?.name === name ? error.text : undefined}
          />
        ))}
      </div>
      <p class="faint">An empty field removes the order.</p>
      {error !== undefined && error.name === undefined && (
        <p class="error" role="alert">
          {error.text}
        </p>
      )}
    </Dialog>
  );
}

/** The field that a refusal is about: the sentence or the transaction names the order. */
function errorOf({ message, body }: WireError) {
  const named = LEVELS.find(
    ({ name }) => message.includes(`'${name}`) || `${name}OrderRejectTransaction` in body,
  );
  return { name: named?.name, text: message };
}
