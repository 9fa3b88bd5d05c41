/** Loads a module of strategies in Python: a Python of its own has the class, this side calls its hooks. */

import type { Strategy } from '../../../../core/strategy/strategy.js';
import { startPython } from './child.js';
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
  const { parameters } = host.ask('load', { path, ...of }) as { readonly parameters?: unknown };
  return { parameters, strategy: params => host.make(of, params) };
}
