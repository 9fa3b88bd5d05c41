/** Loads a module of strategies in Python: a Python of its own has the class, this side calls its hooks. */

import { readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { threadId } from 'node:worker_threads';
import type { Strategy } from '../../../../core/strategy/strategy.js';
import { startPython } from './child.js';
import { exchangeFor } from './exchanged-files.js';
import { hostedClass } from './hosted-classes.js';
import { PythonHost } from './python-host.js';

/** The strategy and the parameters of a module in Python, in the form of a module in TypeScript. */
export interface PythonExports {
  readonly strategy: (params: Readonly<Record<string, unknown>>) => Strategy;
  readonly parameters: unknown;
}

/** Whether a path names a module of Python. */
export function isPython(path: string): boolean {
  return /\.py$/i.test(path);
}

/** Loads the module at `path`, in a new Python unless a running one has it. @throws Error as the module does. */
export function loadPythonModule(path: string): PythonExports {
  const hosted = hostedClass(path);
  if (hosted !== undefined) {
    const { host, of } = hosted;
    return { ...exportsOf(host, path, of), strategy: params => host.make(of, params) };
  }
  let host = new PythonHost(startPython());
  return {
    ...exportsOf(host, path),
    strategy(params) {
      try {
        return host.make({}, params);
      } catch (error) {
        if (!host.hasEnded) throw error;
        // An earlier run has ended the process: the others get a new one.
        host = new PythonHost(startPython());
        exportsOf(host, path);
        return host.make({}, params);
      }
    },
  };
}

/** Has a host load a module. @param of - names the class where the host has it already. */
function exportsOf(host: PythonHost, path: string, of = {}): Pick<PythonExports, 'parameters'> {
  const given = { path, ...of, ...thisThread(), ...exchangeFor(host) };
  const { parameters } = host.ask('load', given) as { readonly parameters?: unknown };
  return { parameters };
}

/** This thread for the system, where it can be had, and its place among the threads of the process. */
function thisThread(): { readonly lane: number; readonly thread?: number } {
  try {
    const thread = Number(basename(readlinkSync('/proc/thread-self')));
    return { lane: threadId, thread };
  } catch {
    return { lane: threadId };
  }
}
