/**
 * `orrery trade SCENARIO --url URL`: runs the scenario's strategy unchanged against a v20 host.
 * Against Orrery with its clock in manual mode, this is the backtest over HTTP.
 */

import { writeFileSync } from 'node:fs';
import type { Argv } from 'yargs';
import { explainFailure, makeNamed } from '../../broker/runtime/run-scenario.js';
import { InputError } from '../../core/base/input-error.js';
import { present } from '../../core/base/present.js';
import { StrategyError } from '../../core/strategy/strategy-error.js';
import type { Drawings } from '../../core/strategy/tools/drawings.js';
import { MICROS_PER_MILLI, parseDuration } from '../../core/time/instant.js';
import { drawingsText } from '../../data/record/record-format.js';
import type { StrategyPart } from '../../data/storage/scenario/given/loaded-scenario.js';
import { loadStrategyPart } from '../../data/storage/scenario/scenario-file.js';
import type { NamedStrategy } from '../../data/storage/scenario/strategies/read-strategies.js';
import { connectionText, type HostConnection } from '../../live/remote/connection-text.js';
import { ManualClock } from '../../live/remote/market/manual-clock.js';
import type { PlotHost } from '../../live/remote/plot-poster.js';
import { type TradeEnd, type TradeOptions, trade } from '../../live/remote/remote-strategy.js';
import { AbortedError, V20Client } from '../../live/remote/wire/v20-client.js';
import { ExitCode } from '../exit/exit-codes.js';
import { interrupted } from '../exit/interrupted.js';
import { allowPathOption } from '../flags/allow-path-flag.js';
import { tokenFrom, usageError } from '../flags/arguments.js';
import { commandOf, type FlagsOf, URL_OPTION } from '../flags/typed-flags.js';
import { refusalMessage } from '../output/refusal-text.js';
import { print } from '../output/terminal/print.js';

const STEP_MIN_MS = 100;
/** Waits between retries in milliseconds: half a minute, enough for a host to restart. */
const WALL_WAITS_MS = [250, 1_000, 4_000, 10_000, 15_000];

const builder = (yargs: Argv) =>
  yargs
    .positional('scenario', {
      type: 'string',
      demandOption: true,
      describe: 'scenario file: its strategy, parameters, account and seed',
    })
    .option('url', URL_OPTION)
    .option('stream-url', {
      type: 'string',
      describe: 'URL of the stream host; default: ORRERY_STREAM_URL, then --url',
    })
    .option('account', {
      type: 'string',
      describe:
        "account id; default: the scenario's; of several strategies, the account whose strategy runs",
    })
    .option('clock', {
      choices: ['wall', 'manual'] as const,
      default: 'wall' as const,
      describe: 'manual: advance the clock of an Orrery sandbox to the end of its window',
    })
    .option('step', {
      type: 'string',
      default: '1s',
      describe: 'wall time between two readings of the account',
    })
    .option('drawings', {
      type: 'string',
      describe: 'file for what the strategy drew, as drawings.json of a run',
    })
    .option('plots', {
      type: 'boolean',
      describe: 'show what the strategy draws on the page of an Orrery host; manual clock: default',
    })
    .option('dry-run', {
      type: 'boolean',
      default: false,
      describe: 'send no command: print each that would be sent',
    })
    .option('allow-path', allowPathOption('scenario'))
    .epilogue(
      'ORRERY_TOKEN holds the token of the account, ORRERY_CONTROL_TOKEN that of a manual clock and of --plots.',
    );

type TradeFlags = FlagsOf<typeof builder>;

export const tradeCommand = commandOf({
  command: 'trade <scenario>',
  builder,
  async handler(flags) {
    const { scenario: file, account, allowPath } = flags;
    checkUrl('url', flags.url);
    const stepMs = stepOf(flags);
    const token = neededToken('ORRERY_TOKEN');
    const loaded = await loadStrategyPart(file, { allowPath });
    const chosen = chosenStrategy(loaded, account);
    const strategy = await makeNamed(loaded, chosen);
    const clock = clockOf(flags, token, stepMs);
    const control = new AbortController();
    const { signal } = control;
    // The first signal stops the strategy, and `onStop` is called; a second one ends the process.
    void interrupted().then(() => control.abort());
    const client = new V20Client(flags.url, token, {
      signal,
      ...('prices' in clock ? {} : { waitsMs: WALL_WAITS_MS }),
    });
    const { accountID: own, draws } = chosen.choice;
    const accountID = account ?? own;
    const onWait = (line: string) => void process.stderr.write(`${file}: ${line}\n`);
    try {
      const { seed, events } = loaded.scenario;
      const { risk } = loaded;
      const dryRun = flags.dryRun ? (line: string) => print(`${line}\n`) : undefined;
      const onDrawn = (drawn: Drawings) => keepDrawings(flags, drawn);
      const told = { onWait, onDrawn, onConnected: connectedTo(flags, clock) };
      const how = { seed, draws, clock, signal, ...told };
      // An account of which the scenario knows nothing has the rules of the strategy's own.
      const ruled = risk?.has(accountID) ? accountID : own;
      const plots = plotHostOf(flags, onWait);
      const rules = present({ events, risk: risk?.get(ruled), dryRun, plots });
      report(await trade({ client, accountID, strategy, ...how, ...rules }));
      // A backtest that was cut short is an error; on the wall clock a signal is the normal end.
      if (signal.aborted && 'prices' in clock) process.exitCode = ExitCode.INTERRUPTED;
    } catch (error) {
      if (error instanceof AbortedError) process.exitCode = ExitCode.INTERRUPTED;
      else if (!(error instanceof StrategyError)) throw error;
      else throw await explainFailure(error, chosen.path);
    }
  },
});

/** Gives the function that prints to what the run has connected. */
function connectedTo({ url, dryRun }: TradeFlags, clock: TradeOptions['clock']) {
  const streamUrl = 'streams' in clock ? clock.streams.url : url;
  const ending = dryRun ? '; dry run: no command is sent' : '';
  return (connection: HostConnection) => {
    process.stderr.write(`${connectionText(connection, url, streamUrl)}${ending}\n`);
  };
}

/** Writes what the strategy drew, where `--drawings` says. */
function keepDrawings({ drawings: file }: TradeFlags, drawn: Drawings): void {
  if (file !== undefined) writeFileSync(file, drawingsText(drawn));
}

/**
 * Where plots are posted. The control token goes to a host on the wall clock only when `--plots` says
 * so: it may be a broker.
 */
function plotHostOf(
  { url, clock, plots = clock === 'manual' }: TradeFlags,
  notify: (line: string) => void,
): PlotHost | undefined {
  if (!plots) return undefined;
  return { control: new V20Client(url, neededToken('ORRERY_CONTROL_TOKEN')), notify };
}

/**
 * The strategy to run: that of the account, or the only one.
 * @throws InputError when there is none, or none of several was chosen.
 */
function chosenStrategy(
  { document, strategies }: StrategyPart,
  account: string | undefined,
): NamedStrategy {
  const [first, ...others] = strategies;
  if (first === undefined) throw document.error([], 'has no strategy to run');
  if (others.length === 0) return first;
  const found = strategies.find(({ choice }) => choice.accountID === account);
  if (found !== undefined) return found;
  const accounts = strategies.map(({ choice }) => choice.accountID).join(', ');
  throw usageError('account', `must choose one of the strategies: those of ${accounts}`);
}

function report({ account: { id, balance, NAV, currency }, refusals }: TradeEnd): void {
  process.stderr.write(refusalMessage(refusals));
  print(`${id} balance ${balance} ${currency} NAV ${NAV} ${currency}\n`);
}

function clockOf(flags: TradeFlags, token: string, stepMs: number): TradeOptions['clock'] {
  const { url, clock } = flags;
  const notify = (line: string) => process.stderr.write(`${line}\n`);
  if (clock === 'manual') {
    const control = new V20Client(url, neededToken('ORRERY_CONTROL_TOKEN'));
    return { clock: new ManualClock(control), prices: { url, token }, notify };
  }
  const streamUrl = flags.streamUrl ?? (process.env['ORRERY_STREAM_URL'] || url);
  checkUrl('stream-url', streamUrl);
  return { streams: { url: streamUrl, token }, stepMs, notify };
}

function checkUrl(flag: string, url: string): void {
  const isWeb = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
  if (!isWeb) throw usageError(flag, `must be an http or https URL, was ${url}`);
}

/** Time between two polls, in wall milliseconds. */
function stepOf({ step }: TradeFlags): number {
  const micros = parseDuration(step);
  if (micros === undefined || micros < STEP_MIN_MS * MICROS_PER_MILLI) {
    throw usageError('step', `must be a duration of at least ${STEP_MIN_MS}ms, was ${step}`);
  }
  return micros / MICROS_PER_MILLI;
}

/** The token in an environment variable. @throws InputError when it is not set. */
function neededToken(name: string): string {
  const token = tokenFrom(name);
  if (token !== undefined) return token;
  throw new InputError('scenario', { file: 'environment', field: name }, 'must hold a token');
}
