/** `orrery serve` as a process of its own: started on a free port, ended by the test. */

import { type ChildProcess, spawn } from 'node:child_process';
import { MAIN, ROOT } from '../files/paths.js';

export interface Served {
  readonly url: string;
  readonly streamUrl: string;
  readonly controlToken: string;
  /** Where the page is, and the code that logs in once. */
  readonly dashboard: string;
  readonly dashboardCode: string;
  readonly accounts: readonly { readonly id: string; readonly token: string }[];
  readonly process: ChildProcess;
  /** What it has said on stderr so far. */
  readonly log: () => string;
  /** The exit code, or the signal that ended the process. */
  readonly ended: Promise<number | string>;
  /** Sends a signal. @returns as `ended`. */
  end(signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP'): Promise<number | string>;
}

/**
 * Starts `orrery serve` with the arguments given and waits for its ready line.
 * @param before - a command, with its first arguments, that starts the program in its place.
 */
export async function serve(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  before: readonly string[] = [],
): Promise<Served> {
  const port = args.includes('--port') ? [] : ['--port', '0'];
  const program = [process.execPath, MAIN, 'serve', '--json', ...port, ...args];
  const [command = '', ...rest] = [...before, ...program];
  const child = spawn(command, rest, {
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
    ended,
    end(signal) {
      child.kill(signal);
      return ended;
    },
  };
}
