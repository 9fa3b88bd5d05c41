/** How the strategies that run in the server stand; nothing where none does. */

import type { JSX } from 'preact';
import { timeText } from '../parts/format.js';
import { store } from '../state/app.js';
import type { ServedStrategy } from '../wire/types.js';

const SAID: Readonly<Record<ServedStrategy['state'], string>> = {
  waiting: 'waits for candles',
  running: 'is running',
  stopped: 'stopped',
  ended: 'has ended',
};

export function StrategySigns(): JSX.Element | null {
  const strategies = store.value?.clock.value?.strategies ?? [];
  if (strategies.length === 0) return null;
  return (
    <div class="strategy-signs" role="status" aria-label="Strategies">
      {strategies.map(strategy => (
        <Sign key={strategy.accountID} strategy={strategy} />
      ))}
    </div>
  );
}

function Sign({ strategy }: { readonly strategy: ServedStrategy }) {
  const { accountID, name, state, reason, place, hook } = strategy;
  const at = place === undefined ? '' : ` at ${place.replace(/^.*[\\/]/, '')}`;
  const why = reason === undefined ? '' : `${at}: ${reason}`;
  const said =
    hook === undefined
      ? `${SAID[state]}${why}`
      : `has not returned from ${hook.name} at ${timeText(hook.time)} for ${hook.seconds} s; time waits`;
  const text = `Strategy ${shortName(name)} ${said}`;
  return (
    <p class={`strategy-sign ${state}`} title={`${place ?? name} of account ${accountID}`}>
      {text}
    </p>
  );
}

/** The module without its folder and ending. */
function shortName(path: string): string {
  return path.replace(/^.*\//, '').replace(/\.\w+$/, '');
}
