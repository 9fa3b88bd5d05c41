/** `orrery serve` as a process of its own: started on a free port, ended by the test. */

import { type ChildProcess, spawn } from 'node:child_process';
import { MAIN, ROOT } from '../files/paths.js';

export interface Served {
  readonly url: string;
  readonly streamUrl: string;
  readonly controlToken: string;
  readonly accounts: readonly { readonly id: string; readonly token: string }[];
  readonly process: ChildProcess;
  /** What it has said on stderr so far. */
  readonly log: () => string;
  /** Sends a signal. @returns the exit code, or the signal that ended the process. */
  end(signal: 'SIGINT' | 'SIGTERM'): Promise<number | string>;
}

/** Starts `orrery serve` with the arguments given and waits for its ready line. */
export async function serve(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Served> {
  const child = spawn(process.execPath, [MAIN, 'serve', '--json', '--port', '0', ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | string>(resolve => {
    child.once('exit', (code, signal) => resolve(code ?? signal ?? 'nothing'));
  });
  let log = '';
  child.stderr?.on('data', chunk => {
    log += chunk;
  });
  const line = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', chunk => {
      text += chunk;
      if (text.includes('\n')) resolve(text);
    });
    void ended.then(how => reject(new Error(`serve ended with ${how}: ${log}`)));
  });
  const ready = JSON.parse(line);
  return {
    ...ready,
    process: child,
    log: () => log,
    end(signal) {
      child.kill(signal);
      return ended;
    },
  };
}
