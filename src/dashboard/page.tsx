/** What is on the screen: the login, or the shell with all views. */

import type { JSX } from 'preact';
import { Login } from './login.js';
import { Toasts } from './parts/toast.js';
import { Shell } from './shell.js';
import { phase } from './state/app.js';

export function Page(): JSX.Element {
  return (
    <>
      {phase.value === 'ready' ? <Shell /> : <Login />}
      <Toasts />
    </>
  );
}
