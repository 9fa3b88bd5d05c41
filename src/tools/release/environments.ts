/** Other versions of Node, and other package managers, each from the registry. */

import { dirname } from 'node:path';
import { PACKAGE_NAME } from '../../data/version.js';
import { type CommandSetting, run } from './commands.js';

/** A package manager: the command that starts it, and the arguments that add the tarball. */
interface Manager {
  readonly start: readonly string[];
  readonly add: (tarball: string) => readonly string[];
}

const npm = (version: number): Manager => ({
  start: ['--yes', `npm@${version}`],
  add: tarball => ['install', tarball, '--no-audit', '--no-fund'],
});

/** The managers that are tried; `--manager all` means all of them. */
export const MANAGERS: Readonly<Record<string, Manager>> = {
  'npm@10': npm(10),
  'npm@11': npm(11),
  pnpm: { start: ['--yes', 'pnpm@10'], add: tarball => ['add', tarball] },
  'yarn@1': { start: ['--yes', 'yarn@1'], add: tarball => ['add', `file:${tarball}`] },
  yarn: {
    start: ['--yes', '-p', '@yarnpkg/cli-dist', 'yarn'],
    add: tarball => ['add', `${PACKAGE_NAME}@file:${tarball}`],
  },
};

const USE = `import { candles, runScenario } from '${PACKAGE_NAME}';
import { startServer } from '${PACKAGE_NAME}/testing';
import '${PACKAGE_NAME}/strategy';
const server = await startServer();
const simulation = await server.simulation();
await simulation.clock.until('tick');
const { status } = await simulation.account.order({ type: 'MARKET', instrument: 'EUR_USD', units: '1' });
console.log(typeof candles, typeof runScenario, status);
await server.close();`;

/** The folder of the program of a version of Node. @param version - such as `22`. */
export function nodeFolder(version: string, folder: string): string {
  const args = ['--yes', '-p', `node@${version}`, 'node', '--print', 'process.execPath'];
  return dirname(run('npx', args, { folder: dirname(folder) }).trim());
}

/**
 * Adds the tarball to an empty project with a manager, and uses program and library.
 * @returns what was done. @throws Error with what the manager or the program said.
 */
export function installWith(name: string, project: string, tarball: string): string {
  const manager = MANAGERS[name];
  if (manager === undefined) {
    throw new Error(`--manager must be one of ${Object.keys(MANAGERS).join(', ')}, was ${name}`);
  }
  // A trial sends no telemetry to Yarn's makers.
  const place: CommandSetting = { folder: project, env: { YARN_ENABLE_TELEMETRY: '0' } };
  const start = (...args: readonly string[]) => run('npx', [...manager.start, ...args], place);
  start(...manager.add(tarball));
  const own = name.startsWith('npm') || name === 'pnpm' ? ['exec', '--'] : ['run'];
  const said = start(...own, 'orrery', '--version').split('\n');
  const version = said.find(line => /^\d+\.\d+\.\d+$/.test(line));
  const evaluated = ['--input-type=module', '--eval', USE];
  const printed = name === 'yarn' ? start('node', ...evaluated) : run('node', evaluated, place);
  if (!printed.includes('function function 201')) {
    throw new Error(`${name}: the library printed ${printed}`);
  }
  return `installed, orrery ${version}, library, strategy and testing are found`;
}
