/** The dialog that sets, changes and removes the profit and the stops of a trade. */

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog } from '../parts/dialog.js';
import { TextField } from '../parts/field.js';
import { showToast } from '../parts/toast.js';
import { atOnceText } from '../state/at-once.js';
import type { WireError } from '../wire/rest.js';
import type { Quote } from '../wire/types.js';
import { setTradeOrders } from '../wire/v20.js';
import type { TradeDialogProps } from './close-trade.js';
import { changedLevels, LEVELS, levelsOf, type TradeLevelTexts } from './levels.js';

export interface TradeLevelsProps extends TradeDialogProps {
  readonly quote: Quote | undefined;
}

export function TradeLevels({ place, trade, quote, onClose }: TradeLevelsProps): JSX.Element {
  const before = levelsOf(trade);
  const [isWarned, setWarned] = useState(false);
  const [texts, setTexts] = useState<TradeLevelTexts>(before);
  const [error, setError] = useState<{
    readonly name?: string | undefined;
    readonly text: string;
  }>();
  const side = trade.currentUnits.startsWith('-') ? 'buy' : 'sell';
  const warningOf = ({ name, type }: (typeof LEVELS)[number]) => {
    const price = (texts[name] ?? '').trim();
    return price === before[name] ? undefined : atOnceText({ type, side, price }, quote);
  };
  const hasWarning = LEVELS.some(level => warningOf(level) !== undefined);
  const send = async () => {
    if (hasWarning && !isWarned) return setWarned(true);
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
          {hasWarning && isWarned ? 'Send anyway' : 'Send'}
        </button>
      }
    >
      <div class="field-pairs">
        {LEVELS.map(level => (
          <TextField
            key={level.name}
            label={level.label}
            isDecimal
            hint={level.unit}
            value={texts[level.name] ?? ''}
            onInput={text => {
              setTexts({ ...texts, [level.name]: text });
              setWarned(false);
            }}
            error={error?.name === level.name ? error.text : warningOf(level)}
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
