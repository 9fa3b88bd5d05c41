/** Installs a peer into the throw-away folder with its own package client, with a time limit. */

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from './child.js';
import type { Peer } from './peers.js';

const INSTALL_SECONDS_MAX = 300;
const CREATE_SECONDS_MAX = 60;
const NPM =
  'install --no-audit --no-fund --ignore-scripts --fetch-retries=1 --loglevel=error'.split(' ');
const PIP = '-m pip install --quiet --disable-pip-version-check --retries 1'.split(' ');

/** A peer's runtime: the program that starts its script and what its environment needs. */
export interface PeerRuntime {
  readonly command: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** Why a peer is not installed. */
export interface MissingPeerError {
  readonly error: string;
}

/** Installs one peer under `folder`; a failure of the package client is returned, not thrown. */
export function install(folder: string, peer: Peer): Promise<PeerRuntime | MissingPeerError> {
  const target = join(folder, peer.environment);
  return peer.installer === 'npm' ? installNpm(target, peer) : installPip(target, peer);
}

async function installNpm(
  target: string,
  { packages }: Peer,
): Promise<PeerRuntime | MissingPeerError> {
  await mkdir(target, { recursive: true });
  await writeFile(join(target, 'package.json'), '{ "private": true }\n');
  const error = await faultOf(target, ['npm', ...NPM, ...packages], INSTALL_SECONDS_MAX);
  if (error !== undefined) return { error };
  return { command: process.execPath, environment: { NODE_PATH: join(target, 'node_modules') } };
}

async function installPip(
  target: string,
  { packages }: Peer,
): Promise<PeerRuntime | MissingPeerError> {
  await mkdir(target, { recursive: true });
  const command = join(target, 'bin', 'python');
  const error =
    (await faultOf(target, ['python3', '-m', 'venv', target], CREATE_SECONDS_MAX)) ??
    (await faultOf(target, [command, ...PIP, ...packages], INSTALL_SECONDS_MAX));
  return error === undefined
    ? { command, environment: { PYTHONDONTWRITEBYTECODE: '1' } }
    : { error };
}

/** Why the program failed; undefined when it did not. */
async function faultOf(folder: string, [command = '', ...args]: string[], secondsMax: number) {
  return (await run({ command, args, folder, secondsMax })).error;
}
