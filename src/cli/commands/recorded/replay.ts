/**
 * `orrery replay DIR`: shows a recorded run again in the dashboard, with its requests where `exec` wrote
 * them. Serves until it is interrupted; the folder stays as it is.
 */

import type { RecordedSession } from '../../../data/record/recorded-session.js';
import { sessionPage } from '../../../study/folders/run-folder.js';
import { interrupted } from '../../exit/interrupted.js';
import { allowPathOption } from '../../flags/allow-path-flag.js';
import { checkPort } from '../../flags/arguments.js';
import { CACHE_OPTION, cacheOf } from '../../flags/cache-flag.js';
import { speedOf } from '../../flags/clock-flags.js';
import { commandOf } from '../../flags/typed-flags.js';
import { print } from '../../output/terminal/print.js';

const PORT = 8_020;
const SPEED = '60';

export const replayCommand = commandOf({
  command: 'replay <run>',
  builder: yargs =>
    yargs
      .positional('run', { type: 'string', demandOption: true, describe: 'folder of a run' })
      .option('port', {
        type: 'number',
        default: PORT,
        describe: 'port; when it is in use, a free one is taken',
      })
      .option('speed', {
        type: 'string',
        default: SPEED,
        describe: 'simulated seconds per second, or max; the page changes it',
      })
      .option('cache', CACHE_OPTION)
      .option('allow-path', allowPathOption('scenario')),
  async handler({ run, port, speed, cache, allowPath }) {
    checkPort('port', port);
    const pace = { speed: speedOf(speed), paused: true };
    const { recordedSession } = await import('../../../data/record/recorded-session.js');
    const recorded = await recordedSession(run, { allowPath, ...cacheOf(cache) });
    const { server, replayer, requests } = await open(run, recorded, pace);
    const { showPage } = await import('../../../broker/api/server.js');
    const page = await showPage(server, port);
    // Listen for signals first: a reader of the text may send one at once.
    const end = interrupted();
    const { length } = recorded.session.inputs;
    print(
      `${run} is shown again: ${length} inputs, ${requests} requests; play it in the page\n` +
        `  dashboard        ${page.address}\nCtrl-C stops it.\n`,
    );
    await end;
    replayer.stop();
    await page.close();
  },
});

/** Opens the market of a recorded run at its start, and what gives it the recorded inputs. */
async function open(
  run: string,
  { folder, loaded, session }: RecordedSession,
  pace: { readonly speed: number; readonly paused: boolean },
) {
  const { recordedExchanges } = await import('../../../exec/exchange/recorded-exchanges.js');
  const { openServer } = await import('../../../broker/api/server.js');
  const { Replayer } = await import('../../../broker/runtime/clock/replayer.js');
  const recorded = await recordedExchanges(folder, firedIn(session));
  const server = await openServer(session.scenario, {
    mode: 'paced',
    start: 'when-played',
    dialect: loaded.dialect,
    logLevel: 'warn',
    loaded,
    report: sessionPage,
    holder: { kind: 'record', name: run },
    recorded,
  });
  const { simulation, clock } = server.sandbox;
  const replayer = new Replayer(simulation, session.inputs, pace);
  clock.moveBy(replayer.pace);
  return { server, replayer, requests: recorded.length };
}

/** The rules of faults that fired, by the id of the request that each disturbed. */
function firedIn({ inputs }: RecordedSession['session']): ReadonlyMap<string, string> {
  const fired = inputs.flatMap(input =>
    input.kind === 'fault' ? [[input.requestID, input.rule] as const] : [],
  );
  return new Map(fired);
}
