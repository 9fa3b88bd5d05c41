/** The dialog that closes a trade, wholly or in part. */

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog } from '../parts/dialog.js';
import { TextField } from '../parts/field.js';
import { showToast } from '../parts/toast.js';
import type { Trade } from '../wire/trades.js';
import { type AccountPlace, closeTrade } from '../wire/v20.js';

export interface TradeDialogProps {
  readonly place: AccountPlace;
  readonly trade: Trade;
  onClose(): void;
}

export function CloseTrade({ place, trade, onClose }: TradeDialogProps): JSX.Element {
  const whole = trade.currentUnits.replace('-', '');
  const [units, setUnits] = useState(whole);
  const [error, setError] = useState<string>();
  const send = async () => {
    try {
      await closeTrade(place, trade.id, units.trim() === whole ? 'ALL' : units.trim());
      showToast({ kind: 'done', text: `Trade ${trade.id}: ${units} units closed` });
      onClose();
    } catch (refusal) {
      setError((refusal as Error).message);
    }
  };
  return (
    <Dialog
      title={`Close trade ${trade.id}`}
      onClose={onClose}
      actions={
        <button type="button" class="primary" onClick={send}>
          Close at the market
        </button>
      }
    >
      <TextField
        label="Units"
        isDecimal
        value={units}
        onInput={setUnits}
        error={error}
        hint={`of ${whole}`}
      />
    </Dialog>
  );
}
