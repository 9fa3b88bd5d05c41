/**
 * `orrery serve [SCENARIO]`: the sandbox. Prints one ready line, then serves until it is
 * interrupted.
 */

import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Argv } from 'yargs';
import type { ServerOptions } from '../../broker/api/server.js';
import { DIALECTS } from '../../broker/api/v20/dialect.js';
import { namedInstruments } from '../../broker/api/v20/named-instruments.js';
import { GeneratedUse } from '../../broker/runtime/generated-use.js';
import { ScenarioShelf } from '../../broker/runtime/scenario-shelf.js';
import { InputError } from '../../core/base/input-error.js';
import { present } from '../../core/base/present.js';
import { packageFile } from '../../data/package-root.js';
import { disguiseLines } from '../../data/storage/scenario/disguise-use/disguise-facts.js';
import type { LoadOptions } from '../../data/storage/scenario/given/load-options.js';
import type { LoadedScenario } from '../../data/storage/scenario/given/loaded-scenario.js';
import { loadScenario } from '../../data/storage/scenario/scenario-file.js';
import { runFolderWriter, sessionPage } from '../../study/folders/run-folder.js';
import { ExitCode } from '../exit/exit-codes.js';
import { interrupted } from '../exit/interrupted.js';
import { allowPathOption } from '../flags/allow-path-flag.js';
import { checkPort, checkWhole, tokenFrom, usageError } from '../flags/arguments.js';
import { CACHE_OPTION, cacheOf } from '../flags/cache-flag.js';
import { CLOCK_OPTIONS, type ClockChoice, clockAskedBy } from '../flags/clock-flags.js';
import {
  BEGIN_OPTIONS,
  beginAskedBy,
  livesNow,
  madeUpAsOf,
  withDisguise,
} from '../flags/disguise-flags.js';
import { LISTEN_OPTIONS } from '../flags/listen-flags.js';
import {
  ANY_INSTRUMENT,
  CANDLE_DELAY_OPTION,
  candleDelayAskedBy,
  INSTRUMENTS_OPTION,
  instrumentsAskedBy,
  overridesOf,
  overridesText,
} from '../flags/override-flags.js';
import { GUEST_OPTIONS, guestsAskedBy } from '../flags/server/guest-flags.js';
import { LIMIT_OPTIONS, loadLimits } from '../flags/server/limit-flags.js';
import { SIMULATION_OPTIONS, simulationLimits } from '../flags/server/simulation-flags.js';
import { rotationAskedBy, STORE_OPTIONS } from '../flags/server/store-flags.js';
import { checkStrategyFlags, drivenBy, STRATEGY_OPTIONS } from '../flags/strategy-flags.js';
import { commandOf, type FlagsOf } from '../flags/typed-flags.js';
import { WINDOW_OPTIONS, windowAskedBy } from '../flags/window-flags.js';
import { readyJson, readyText } from '../output/serve-ready.js';
import { print } from '../output/terminal/print.js';
import { withProgress } from '../output/terminal/progress.js';
import { keepingIn } from './serve-store.js';

/** The default scenario; it lies beside the bundle in the package. */
const QUICKSTART = packageFile('scenarios/quickstart.yaml');
const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
/** More in a row is a mistake. */
const PROXIES_MAX = 10;
const TOKEN = /^[\w.~+/=-]{16,512}$/;

const builder = (yargs: Argv) =>
  yargs
    .positional('scenario', {
      type: 'string',
      describe:
        'scenario file; default: quickstart; with --instruments any: a week of made-up prices',
    })
    .options(INSTRUMENTS_OPTION)
    .options(LISTEN_OPTIONS)
    .options(CLOCK_OPTIONS)
    .option('timeline', {
      type: 'boolean',
      default: false,
      describe: "also run the scenario's timeline",
    })
    .options(STRATEGY_OPTIONS)
    .option('dialect', {
      // Without a type, yargs reads 2016 as a number, and the choices are texts.
      type: 'string',
      choices: DIALECTS,
      describe: '2016: orders have the values of 2016, such as POSITION_DEFAULT',
    })
    .options(SIMULATION_OPTIONS)
    .options(GUEST_OPTIONS)
    .options(LIMIT_OPTIONS)
    .option('out', {
      type: 'string',
      describe: 'folder of the run, written at the end: ledger, journal, report and tables',
    })
    .option('log-level', { choices: LOG_LEVELS, default: 'warn', describe: 'logs on stderr' })
    .options(STORE_OPTIONS)
    .option('json', { type: 'boolean', default: false, describe: 'the ready line as JSON' })
    .option('seed', { type: 'number', describe: "replaces the scenario's seed" })
    .options(WINDOW_OPTIONS)
    .options(BEGIN_OPTIONS)
    .options(CANDLE_DELAY_OPTION)
    .option('cache', CACHE_OPTION)
    .option('allow-path', allowPathOption('scenario'));

type ServeFlags = FlagsOf<typeof builder>;

export const serveCommand = commandOf({
  command: 'serve [scenario]',
  builder,
  async handler(flags) {
    const options = optionsOf(flags);
    checkStrategyFlags(flags);
    const rotateAt = rotationAskedBy(flags);
    const guests = await guestsOf(flags, options);
    const shelf = shelfOf(flags);
    const loaded = await load(flags, shelf);
    const record = await runFolderWriter(loaded, flags.out);
    const keeping =
      flags.store === undefined
        ? undefined
        : keepingIn(flags.store, {
            loaded,
            timeline: flags.timeline,
            shelf,
            accept: flags.acceptVersion,
            rotateAt,
          });
    const driven = flags.strategy
      ? await drivenBy(loaded, asLoaded(loadOptionsOf(flags, shelf), loaded), flags.timeline)
      : undefined;
    const notice = overridesText(loaded);
    for (const line of [...(notice === undefined ? [] : [notice]), ...disguiseLines(loaded)]) {
      process.stderr.write(`${loaded.file}: ${line}\n`);
    }
    const { startServer } = await import('../../broker/api/server.js');
    const generated = new GeneratedUse(loaded.scenario);
    const server = await startServer(loaded.scenario, {
      ...options,
      ...present({ guests }),
      onRequest: seen => {
        const sentence = generated.name(() => namedInstruments(seen));
        if (sentence !== undefined) process.stderr.write(`orrery serve: ${sentence}\n`);
      },
      onRemoved: sentence => void process.stderr.write(`orrery serve: ${sentence}\n`),
      shelf,
      loaded,
      report: sessionPage,
      dialect: flags.dialect ?? loaded.dialect,
      ...present({ record, keep: keeping?.keep, driven }),
    }).catch((error: NodeJS.ErrnoException) => {
      throw error.syscall === 'listen' ? portError(error, flags) : error;
    });
    // Listen for signals first: a reader of the ready line may send one at once.
    const end = interrupted().then(() => undefined);
    print(flags.json ? readyJson(server, loaded) : readyText(server, loaded, options.start));
    const failure = await Promise.race([end, ...(keeping === undefined ? [] : [keeping.failed])]);
    if (failure !== undefined) {
      process.stderr.write(failure);
      process.exitCode = ExitCode.NOT_KEPT;
    }
    await server.close();
    const folder = await record?.(server.sandbox);
    if (folder !== undefined) process.stderr.write(`${folder}\n`);
  },
});

/** The guests of the server. @throws InputError as `guestsAskedBy` */
function guestsOf(
  flags: ServeFlags,
  { token, controlToken }: Pick<ServerOptions, 'token' | 'controlToken'>,
) {
  return guestsAskedBy(flags, { ORRERY_TOKEN: token, ORRERY_CONTROL_TOKEN: controlToken });
}

/** The file of the scenario. */
function fileOf({ scenario, instruments }: ServeFlags): string {
  return scenario ?? (instruments === 'any' ? ANY_INSTRUMENT : QUICKSTART);
}

/** The scenarios for further simulations. @throws InputError when there is no such folder. */
function shelfOf(flags: ServeFlags): ScenarioShelf {
  const { scenario = QUICKSTART, scenarios, cache, allowPath, guests } = flags;
  const folder = scenarios ?? dirname(scenario);
  if (scenarios !== undefined && !statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw usageError('scenarios', `must be a folder, was ${scenarios}`);
  }
  const others = guests === undefined ? [] : [guests];
  return new ScenarioShelf(folder, { ...cacheOf(cache), allowPath }, others);
}

function loadOptionsOf(asked: ServeFlags, { options }: ScenarioShelf): LoadOptions {
  const isMadeUp = asked.scenario === undefined && asked.instruments === 'any';
  const flags = isMadeUp ? madeUpAsOf(asked) : asked;
  const { seed } = flags;
  const changed = {
    ...overridesOf(flags).overrides,
    ...candleDelayAskedBy(flags),
    ...instrumentsAskedBy(flags),
  };
  const given = Object.keys(changed).length === 0 ? {} : { overrides: changed };
  return {
    ...options,
    ...windowAskedBy(flags),
    ...withDisguise(given, flags),
    ...beginAskedBy(flags),
    ...present({ seed }),
  };
}

/** The options with what was found while loading: the thread of strategies has the same market. */
function asLoaded(
  options: LoadOptions,
  { overrides, part, scenario }: LoadedScenario,
): LoadOptions {
  const { from, to } = scenario;
  return { ...options, ...present({ overrides, window: part && { from, to } }) };
}

function load(flags: ServeFlags, shelf: ScenarioShelf): Promise<LoadedScenario> {
  return withProgress('reading', 'bytes', reading =>
    loadScenario(fileOf(flags), {
      ...loadOptionsOf(flags, shelf),
      onProgress: (_instrument, bytes, total) => reading.update(bytes, total),
    }),
  );
}

/** @throws InputError for values out of their bounds. */
function optionsOf(flags: ServeFlags): Omit<ServerOptions, 'dialect'> & ClockChoice {
  checkBounds(flags);
  const { port, streamPort, host, timeline } = flags;
  const { baseUrl, trustProxy, proxies, logLevel, allowHost: allowedHosts } = flags;
  return {
    port,
    host,
    ...clockAskedBy(flags),
    ...(livesNow(flags) && flags.start === undefined && { start: 'with-the-wall' as const }),
    timeline,
    allowedHosts,
    proxies: trustProxy ? proxies : 0,
    ...present({ baseUrl, streamPort }),
    ...loadLimits(flags),
    ...simulationLimits(flags),
    logLevel,
    ...present({
      token: checkedToken('ORRERY_TOKEN'),
      controlToken: checkedToken('ORRERY_CONTROL_TOKEN'),
    }),
  };
}

function checkBounds({ port, streamPort, seed, trustProxy, proxies }: ServeFlags): void {
  checkPort('port', port);
  checkWhole('proxies', proxies, 1, PROXIES_MAX);
  if (proxies > 1 && !trustProxy) throw usageError('proxies', 'needs --trust-proxy');
  if (streamPort !== undefined) {
    checkPort('stream-port', streamPort);
    if (streamPort === port && port > 0)
      throw usageError('stream-port', 'must be another port than --port');
  }
  if (seed !== undefined) checkWhole('seed', seed, 0, 2 ** 32 - 1);
}

/**
 * The token in an environment variable, if there is one.
 * @throws InputError for a token that is too weak.
 */
function checkedToken(name: string): string | undefined {
  const token = tokenFrom(name);
  if (token === undefined || TOKEN.test(token)) return token;
  const rule = 'must be 16 to 512 letters, digits or any of . _ ~ + / = -';
  throw new InputError('scenario', { file: 'environment', field: name }, rule);
}

/** Turns the error of a port that cannot be used into an error about its flag. */
function portError(
  error: NodeJS.ErrnoException & { readonly port?: number },
  { port, streamPort, host }: ServeFlags,
): InputError {
  const isStreams = error.port !== undefined && error.port === streamPort;
  const [flag, wanted] = isStreams ? ['stream-port', streamPort] : ['port', port];
  const rule =
    error.code === 'EADDRINUSE'
      ? `port ${wanted} is in use on ${host}; --${flag} 0 picks a free one`
      : `cannot listen on ${host}:${wanted}: ${error.code}`;
  return usageError(flag, rule);
}
