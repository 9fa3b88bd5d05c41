/** Installs a peer into the throw-away folder with its own package client, with a time limit. */

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from './child.js';
import type { Peer } from './peers.js';

const INSTALL_SECONDS_MAX = 300;
const CREATE_SECONDS_MAX = 60;

/** A peer's runtime: the program that starts its script and what its environment needs. */
export interface Installed {
  readonly command: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** Why a peer is not installed. */
export interface NotInstalled {
  readonly error: string;
}

/** Installs one peer under `folder`; a failure of the package client is returned, not thrown. */
export function install(folder: string, peer: Peer): Promise<Installed | NotInstalled> {
  const target = join(folder, peer.environment);
  return peer.installer === 'npm' ? installNpm(target, peer) : installPip(target, peer);
}

async function installNpm(target: string, { packages }: Peer): Promise<Installed | NotInstalled> {
  await mkdir(target, { recursive: true });
  await writeFile(join(target, 'package.json'), '{ "private": true }\n');
  const { error } = await run({
    command: 'npm',
    args: [
      'install',
      '--no-audit',
      '--no-fund',
      '--ignore-scripts',
      '--fetch-retries=1',
      '--loglevel=error',
      ...packages,
    ],
    folder: target,
    secondsMax: INSTALL_SECONDS_MAX,
  });
  if (error !== undefined) return { error };
  return { command: process.execPath, environment: { NODE_PATH: join(target, 'node_modules') } };
}

async function installPip(target: string, { packages }: Peer): Promise<Installed | NotInstalled> {
  await mkdir(target, { recursive: true });
  const created = await run({
    command: 'python3',
    args: ['-m', 'venv', target],
    folder: target,
    secondsMax: CREATE_SECONDS_MAX,
  });
  if (created.error !== undefined) return { error: created.error };
  const python = join(target, 'bin', 'python');
  const { error } = await run({
    command: python,
    args: [
      '-m',
      'pip',
      'install',
      '--quiet',
      '--disable-pip-version-check',
      '--retries',
      '1',
      ...packages,
    ],
    folder: target,
    secondsMax: INSTALL_SECONDS_MAX,
  });
  if (error !== undefined) return { error };
  return { command: python, environment: { PYTHONDONTWRITEBYTECODE: '1' } };
}
