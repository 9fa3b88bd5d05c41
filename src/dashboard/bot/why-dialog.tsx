/** The explanation that was asked for, over the page. */

import type { JSX } from 'preact';
import { Dialog } from '../parts/dialog.js';
import { store } from '../state/app.js';
import { explained } from '../state/explained.js';
import { Why } from './why.js';

export function WhyDialog(): JSX.Element | null {
  const id = explained.value;
  const shown = store.value;
  if (id === undefined || shown === undefined) return null;
  const close = () => {
    explained.value = undefined;
  };
  return (
    <Dialog key={id} title={`Why transaction ${id}`} onClose={close}>
      <Why store={shown} id={id} />
    </Dialog>
  );
}
