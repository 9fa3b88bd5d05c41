/** The dialog that goes to a time: forward by the clock, back by a rewind. */

import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog } from '../parts/dialog.js';
import { TextField } from '../parts/field.js';
import type { Clock } from '../wire/types.js';
import { forkIntoTab, goTo } from './clock-actions.js';

/** Whether the dialog is shown. */
export const isGoToOpen = signal(false);

/** Shows the dialog. */
export function openGoTo(): void {
  isGoToOpen.value = true;
}

export function GoTo({ clock: { now, from, to } }: { readonly clock: Clock }): JSX.Element {
  const [text, setText] = useState(now.slice(0, 19).replace('T', ' '));
  const close = () => {
    isGoToOpen.value = false;
  };
  const instant = `${text.trim().replace(' ', 'T').replace(/Z$/, '')}Z`;
  const at = Date.parse(instant);
  const isOutside = Number.isNaN(at) || at < Date.parse(from) || at > Date.parse(to);
  const isPast = !isOutside && at < Date.parse(now);
  const go = (run: () => void) => () => {
    close();
    run();
  };
  return (
    <Dialog
      title="Go to a time"
      onClose={close}
      actions={
        <>
          {isPast && (
            <button type="button" onClick={go(() => forkIntoTab(instant))}>
              Fork there instead
            </button>
          )}
          <button
            type="button"
            class="primary"
            disabled={isOutside}
            onClick={go(() => goTo(instant))}
          >
            {isPast ? 'Rewind' : 'Go'}
          </button>
        </>
      }
    >
      <TextField
        label="Time, UTC"
        value={text}
        onInput={setText}
        error={isOutside ? 'A time of the window, such as 2024-03-05 10:00:00' : undefined}
        hint={`Window: ${from.slice(0, 16).replace('T', ' ')} to ${to.slice(0, 16).replace('T', ' ')}`}
      />
      {isPast && <p>It is in the past: what happened after it is undone.</p>}
    </Dialog>
  );
}
