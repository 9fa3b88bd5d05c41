/** The bar at the top: which simulation and account are shown, the connection, theme, help and log out. */

import type { JSX } from 'preact';
import { AccountStrip } from './account/account-strip.js';
import { showError } from './parts/toast.js';
import { choose, connection, guest, logOutNow, simulations, store, usedUp } from './state/app.js';
import { type ThemeChoice, theme } from './state/settings.js';

const CONNECTION = { connecting: 'connecting', open: 'live', down: 'no connection' } as const;
const NEXT: Readonly<Record<ThemeChoice, ThemeChoice>> = {
  system: 'light',
  light: 'dark',
  dark: 'system',
};
const THEME_SIGNS: Readonly<Record<ThemeChoice, string>> = { system: '◐', light: '☀', dark: '☾' };

export function TopBar({ onHelp }: { onHelp(): void }): JSX.Element {
  return (
    <header class="top-bar">
      <h1>Orrery</h1>
      <Places />
      <span class={`connection ${connection.value}`} role="status">
        {usedUp.value ?? CONNECTION[connection.value]}
      </span>
      <span class="gap" />
      <AccountStrip />
      <button
        type="button"
        class="quiet"
        aria-label={`Theme: ${theme.value}`}
        title={`Theme: ${theme.value}`}
        onClick={() => {
          theme.value = NEXT[theme.value];
        }}
      >
        {THEME_SIGNS[theme.value]}
      </button>
      <button type="button" class="quiet" aria-label="Help" title="Help (?)" onClick={onHelp}>
        ?
      </button>
      <button type="button" class="quiet log-out" onClick={() => logOutNow().catch(showError)}>
        Log out{guest.value !== undefined && ` ${guest.value}`}
      </button>
    </header>
  );
}

function Places() {
  const place = store.value?.place;
  if (place === undefined) return <span>No simulation</span>;
  const { simulation, account } = place;
  const shown = simulations.value.find(({ id }) => id === simulation);
  return (
    <>
      <select
        aria-label="Simulation"
        value={simulation}
        onChange={event => choose(event.currentTarget.value)}
      >
        {simulations.value.map(({ id, name }) => (
          <option key={id} value={id}>
            {name === id ? id : `${id} · ${name}`}
          </option>
        ))}
      </select>
      <select
        aria-label="Account"
        value={account}
        onChange={event => choose(simulation, event.currentTarget.value)}
      >
        {shown?.accounts.map(({ id }) => (
          <option key={id} value={id}>
            {id}
          </option>
        ))}
      </select>
    </>
  );
}
