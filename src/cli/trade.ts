/**
 * `orrery trade SCENARIO --url URL`: the scenario's strategy against a v20 host, unchanged. Against
 * Orrery with its clock in manual mode it is the backtest over HTTP.
 */

import type { Argv, CommandModule } from 'yargs';
import { InputError } from '../core/base/input-error.js';
import { StrategyError } from '../core/engine/strategy-error.js';
import { MICROS_PER_MILLI, parseDuration } from '../core/time/instant.js';
import { trade } from '../remote/remote-strategy.js';
import { ManualClock, WallClock } from '../remote/trading-clock.js';
import { V20Client } from '../remote/v20-client.js';
import { strategyOf } from '../runtime/run-scenario.js';
import { loadScenario } from '../storage/scenario/scenario-file.js';
import { allowPathOption } from './allow-path-flag.js';
import { usageError } from './arguments.js';

interface TradeFlags {
  readonly scenario: string;
  readonly url: string;
  readonly account?: string;
  readonly clock: 'wall' | 'manual';
  readonly step: string;
  readonly allowPath: readonly string[];
}

const STEP_MIN_MS = 100;

export const tradeCommand: CommandModule<object, TradeFlags> = {
  command: 'trade <scenario>',
  describe: "Run a scenario's strategy against a v20 host",
  builder: yargs =>
    yargs
      .positional('scenario', {
        type: 'string',
        demandOption: true,
        describe: 'scenario file: its strategy, parameters, account and seed',
      })
      .option('url', { type: 'string', demandOption: true, describe: 'of the host, without /v3' })
      .option('account', { type: 'string', describe: "default: the scenario's" })
      .option('clock', {
        choices: ['wall', 'manual'] as const,
        default: 'wall',
        describe: 'manual: turn the clock of an Orrery sandbox, to the end of its window',
      })
      .option('step', {
        type: 'string',
        default: '1s',
        describe: 'between two looks at the market; a manual clock also stops where a candle ends',
      })
      .option('allow-path', allowPathOption('scenario'))
      .epilogue(
        'ORRERY_TOKEN holds the token of the account, ORRERY_CONTROL_TOKEN that of a manual clock.',
      ) as unknown as Argv<TradeFlags>,
  async handler({ scenario: file, url, account, clock, step, allowPath }) {
    if (!URL.canParse(url)) throw usageError('url', `must be a URL, was ${url}`);
    const stepMicros = parseDuration(step);
    if (stepMicros === undefined || stepMicros < STEP_MIN_MS * MICROS_PER_MILLI) {
      throw usageError('step', `must be a duration of at least ${STEP_MIN_MS}ms, was ${step}`);
    }
    const client = new V20Client(url, tokenFrom('ORRERY_TOKEN'));
    const loaded = await loadScenario(file, { allowPath });
    const strategy = await strategyOf(loaded);
    const { scenario } = loaded;
    if (strategy === undefined || scenario.strategy === undefined) {
      throw loaded.document.error([], 'has no strategy to run');
    }
    try {
      const { id, balance, NAV, currency } = await trade({
        client,
        accountID: account ?? scenario.strategy.accountID,
        strategy,
        seed: scenario.seed,
        clock:
          clock === 'manual'
            ? new ManualClock(new V20Client(url, tokenFrom('ORRERY_CONTROL_TOKEN')))
            : new WallClock(stepMicros / MICROS_PER_MILLI, interrupted()),
        stepMicros,
      });
      process.stdout.write(`${id} balance ${balance} ${currency} NAV ${NAV} ${currency}\n`);
    } catch (error) {
      if (!(error instanceof StrategyError)) throw error;
      throw new InputError('scenario', { file: loaded.strategyPath ?? file }, error.message);
    }
  },
};

/** Tokens come by the environment only: the command line is for everybody to see. */
function tokenFrom(name: string): string {
  const token = process.env[name];
  if (token !== undefined && token !== '') return token;
  throw new InputError('scenario', { file: 'environment', field: name }, 'must hold a token');
}

/** Ctrl-C or SIGTERM lets the strategy stop. */
function interrupted(): AbortSignal {
  const controller = new AbortController();
  process.removeAllListeners('SIGINT');
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => controller.abort());
  }
  return controller.signal;
}
