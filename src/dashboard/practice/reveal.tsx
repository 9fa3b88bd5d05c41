/** What a disguised session was, once it is over: the pairs, the dates, the scale. */

import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { instrumentText, timeText } from '../parts/format.js';
import { showError } from '../parts/toast.js';
import { type DisguiseAnswer, readDisguise } from '../wire/practice.js';
import type { SimulationSummary } from '../wire/types.js';
import { isHidden } from './sessions.js';

/**
 * Reads from the server only when it is drawn: before the end the page does not have the answer.
 */
export function Reveal({ session }: { readonly session: SimulationSummary }): JSX.Element | null {
  return isHidden(session) ? <Revealed id={session.id} /> : null;
}

function Revealed({ id }: { readonly id: string }) {
  const [{ disguise }, setAnswer] = useState<DisguiseAnswer>({});
  useEffect(() => {
    readDisguise(id).then(setAnswer, showError);
  }, [id]);
  if (disguise === undefined) return null;
  const { names, plain, scale } = disguise;
  const pairs = Object.entries(names).map(([name, shown]) => {
    const factor = scale[name] === undefined ? '' : ` × ${scale[name]}`;
    return `${instrumentText(shown)} was ${instrumentText(name)}${factor}`;
  });
  return (
    <span class="revealed faint">
      {pairs.join(', ')}; {timeText(plain.from)} to {timeText(plain.to)}
    </span>
  );
}
