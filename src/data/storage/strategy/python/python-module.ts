/** Loads a module of strategies in Python: a Python of its own has the class, this side calls its hooks. */

import { readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { threadId } from 'node:worker_threads';
import type { Strategy } from '../../../../core/strategy/strategy.js';
import { startPython } from './child.js';
import { exchangeFor } from './exchanged-files.js';
import { hostedClass } from './hosted-classes.js';
import { PythonHost } from './python-host.js';

/** What a module of Python exports, as one of TypeScript does. */
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
  const { host, of } = hostedClass(path) ?? { host: new PythonHost(startPython()), of: {} };
  const given = { path, ...of, ...thisThread(), ...exchangeFor(host) };
  const { parameters } = host.ask('load', given) as { readonly parameters?: unknown };
  return { parameters, strategy: params => host.make(of, params) };
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
