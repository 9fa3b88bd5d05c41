/** What a trader does to the whole account at once; each asks once more, unless one-click trading is on. */

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { CheckField } from '../parts/field.js';
import { instrument, store } from '../state/app.js';
import { cancelEntries, closeAll, entryOrders, reversePosition } from './account-actions.js';
import { isOneClick } from './ticket-state.js';

export function QuickActions(): JSX.Element {
  const account = store.value?.account.value;
  const trades = account?.trades.size ?? 0;
  const waiting = entryOrders(account).length;
  const hasPosition = account?.positions.has(instrument.value ?? '') ?? false;
  return (
    <div class="quick tools">
      <Asked label="Close all" again={`Close ${trades}?`} isOff={trades === 0} run={closeAll} />
      <Asked
        label="Reverse"
        again="Reverse without stop and profit?"
        isOff={!hasPosition}
        run={reversePosition}
      />
      <Asked
        label="Cancel all"
        again={`Cancel ${waiting}?`}
        isOff={waiting === 0}
        run={cancelEntries}
      />
      <CheckField
        label="One-click"
        isChecked={isOneClick.value}
        onChange={isChecked => {
          isOneClick.value = isChecked;
        }}
      />
    </div>
  );
}

interface AskedProps {
  readonly label: string;
  /** The text after the first press. */
  readonly again: string;
  readonly isOff: boolean;
  run(): void;
}

/** A button that is pressed twice; whatever else gets the focus takes the first press back. */
function Asked({ label, again, isOff, run }: AskedProps) {
  const [isAsked, setAsked] = useState(false);
  const press = () => {
    const isSure = isAsked || isOneClick.value;
    setAsked(!isSure);
    if (isSure) run();
  };
  return (
    <button
      type="button"
      class={isAsked ? 'sure' : undefined}
      disabled={isOff}
      onBlur={() => setAsked(false)}
      onClick={press}
    >
      {isAsked ? again : label}
    </button>
  );
}
