/**
 * `orrery demo`: serves the quickstart market and prints three things to try. It opens nothing, and
 * keeps nothing.
 */

import { dirname } from 'node:path';
import type { RunningServer, ServerOptions } from '../../../broker/api/server.js';
import { ScenarioShelf } from '../../../broker/runtime/scenario-shelf.js';
import { packageFile } from '../../../data/package-root.js';
import type { LoadedScenario } from '../../../data/storage/scenario/given/loaded-scenario.js';
import { loadScenario } from '../../../data/storage/scenario/scenario-file.js';
import { sessionPage } from '../../../study/folders/run-folder.js';
import { interrupted } from '../../exit/interrupted.js';
import { checkPort } from '../../flags/arguments.js';
import { CACHE_OPTION, cacheOf } from '../../flags/cache-flag.js';
import { commandOf } from '../../flags/typed-flags.js';
import { print } from '../../output/terminal/print.js';
import { demoText } from './demo-text.js';

const SCENARIO = packageFile('scenarios/quickstart.yaml');
const PROGRAM = packageFile('dist/bundle/main.js');
/** Simulated seconds a second. */
const SPEED = 60;

export const demoCommand = commandOf({
  command: 'demo',
  builder: yargs =>
    yargs
      .option('port', {
        type: 'number',
        default: 8020,
        describe: 'port; when it is in use, a free one is taken',
      })
      .option('cache', CACHE_OPTION),
  async handler({ port, cache }) {
    checkPort('port', port);
    const reading = cacheOf(cache);
    const loaded = await loadScenario(SCENARIO, reading);
    const shelf = new ScenarioShelf(dirname(SCENARIO), { ...reading, allowPath: [] });
    const server = await startOn(port, loaded, {
      mode: 'paced',
      speed: SPEED,
      dialect: loaded.dialect,
      logLevel: 'warn',
      shelf,
      loaded,
      report: sessionPage,
    });
    // Listen for signals first: a reader of the text may send one at once.
    const end = interrupted();
    const isWindows = process.platform === 'win32';
    print(demoText({ server, program: PROGRAM, scenario: SCENARIO, isWindows }));
    await end;
    await server.close();
  },
});

/** Starts the server on a port of this machine, or on a free one when that port is in use. */
async function startOn(
  port: number,
  { scenario }: LoadedScenario,
  options: Omit<ServerOptions, 'port' | 'host'>,
): Promise<RunningServer> {
  const { startServer } = await import('../../../broker/api/server.js');
  const start = (on: number) => startServer(scenario, { ...options, port: on, host: '127.0.0.1' });
  return start(port).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    return start(0);
  });
}
