/** The login: the one-time code of the server's ready line, or the key of a guest, becomes a session. */

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { TextField } from './parts/field.js';
import { logInWith, loginFailure, phase } from './state/app.js';

export function Login(): JSX.Element {
  const [code, setCode] = useState('');
  if (phase.value === 'starting') {
    return (
      <main class="login">
        <p>Connecting to the server…</p>
      </main>
    );
  }
  return (
    <main class="login">
      <form
        onSubmit={event => {
          event.preventDefault();
          void logInWith(code);
        }}
      >
        <h1>Orrery</h1>
        <p>
          Enter the code that the server printed when it started, or your key as a guest. A code
          works once; <code>POST /_sim/login-codes</code> makes another.
        </p>
        <TextField
          label="Code or key"
          value={code}
          placeholder="7K3M-9QTW"
          onInput={setCode}
          error={loginFailure.value}
        />
        <button type="submit" class="primary" disabled={code.trim() === ''}>
          Log in
        </button>
      </form>
    </main>
  );
}
