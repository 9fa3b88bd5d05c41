/** Which Python runs strategies: the one that the user names, that of the active environment, or the path's. */

import { join } from 'node:path';

const IS_WINDOWS = process.platform === 'win32';

/** The program of a Python. @param environment - of this process. */
export function pythonProgram(environment: NodeJS.ProcessEnv = process.env): string {
  const { ORRERY_PYTHON: named, VIRTUAL_ENV: active } = environment;
  if (named) return named;
  const own = IS_WINDOWS ? ['Scripts', 'python.exe'] : ['bin', 'python'];
  if (active) return join(active, ...own);
  return IS_WINDOWS ? 'python' : 'python3';
}
