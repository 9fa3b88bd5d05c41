/**
 * Modules whose classes of strategies a Python hosts that is already there: the one that started this
 * process. Others are loaded in a Python of their own.
 */

import { realpathSync } from 'node:fs';
import type { PythonHost } from './python-host.js';

/** A class in a running Python. */
export interface HostedClass {
  readonly host: PythonHost;
  /** Names the class there. */
  readonly of: { readonly class: number };
}

let hosted: ReadonlyMap<string, HostedClass> = new Map();

/** Has `host` host the modules of these paths from now on, and no others. @param classes - their numbers there. */
export function hostClasses(host: PythonHost, classes: Readonly<Record<string, number>>): void {
  hosted = new Map(
    Object.entries(classes).map(([path, number]) => [
      realpathSync(path),
      { host, of: { class: number } },
    ]),
  );
}

/** The class that a running Python hosts for the module at `path`; undefined when none does. */
export function hostedClass(path: string): HostedClass | undefined {
  return hosted.size === 0 ? undefined : hosted.get(realpathSync(path));
}
