/** Runs the tests of the Python package (`python/`) against the built checkout. */

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../files/paths.js';
import { temporaryFolder } from '../files/temporary.js';
import { patience } from '../patience.js';
import { PYTHON } from './run-python.js';

/** Whether there is a Python with pytest. */
export function hasPytest(): boolean {
  return spawnSync(PYTHON, ['-m', 'pytest', '--version']).status === 0;
}

/** Whether the Python of the tests has these modules; none is loaded. */
export function hasModules(...names: readonly string[]): boolean {
  const test = `from importlib.util import find_spec; assert all(map(find_spec, ${JSON.stringify(names)}))`;
  return spawnSync(PYTHON, ['-c', test]).status === 0;
}

/** What a run of pytest came to. */
export interface PytestRun {
  readonly status: number | null;
  /** Everything that it printed. */
  readonly output: string;
}

/**
 * Runs pytest with a folder of its own, because several runs at one time would remove each other's. Bytecode
 * goes where Python keeps it, beside the modules; git and the package leave it out.
 * @param files - below `python/`, and flags of pytest.
 * @param limitMs - wall milliseconds on an idle machine.
 */
export function runPytest(files: readonly string[], limitMs = 120_000): PytestRun {
  const flags = ['-q', '-p', 'no:cacheprovider', '--basetemp', join(temporaryFolder(), 'pytest')];
  const { status, stdout, stderr } = spawnSync(PYTHON, ['-m', 'pytest', ...flags, ...files], {
    timeout: patience(limitMs),
    cwd: join(ROOT, 'python'),
    encoding: 'utf8',
    env: {
      ...process.env,
      PYTHONPATH: join(ROOT, 'python', 'src'),
      // Only the plugin of the checkout, also where others are installed; runs inside tests have it too.
      PYTEST_PLUGINS: 'orrery_fx.plugin',
      PYTEST_DISABLE_PLUGIN_AUTOLOAD: '1',
      ORRERY_COMMAND: `"${process.execPath}" "${join(ROOT, 'dist', 'bundle', 'main.js')}"`,
    },
  });
  return { status, output: `${stdout}${stderr}` };
}
