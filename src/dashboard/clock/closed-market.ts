/** Offers to pass the hours in which the market is closed, while time plays. */

import { effect } from '@preact/signals';
import { instrumentText } from '../parts/format.js';
import { showToast } from '../parts/toast.js';
import { instrument } from '../state/app.js';
import type { SimulationStore } from '../state/simulation-store.js';
import { playFromNextPrice } from './clock-actions.js';

/** Shows a notice when the shown instrument is closed while time plays. @returns what ends it. */
export function watchClosing(shown: SimulationStore): () => void {
  let isTold = false;
  return effect(() => {
    const name = instrument.value ?? '';
    const isPlaying = shown.clock.value?.state === 'playing';
    const isWaiting = isPlaying && shown.quote(name).value?.tradeable === false;
    if (isWaiting && !isTold) {
      showToast({
        kind: 'done',
        of: 'clock',
        text: `${instrumentText(name)} is closed`,
        action: { label: 'Play from its next price', run: playFromNextPrice },
      });
    }
    isTold = isWaiting;
  });
}
