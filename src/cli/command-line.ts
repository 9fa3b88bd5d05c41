/**
 * The command line itself: which commands there are. Each module is imported only when its command
 * is the one that was asked for.
 */

import yargs, { type CommandModule } from 'yargs';
import { InputError } from '../core/base/input-error.js';
import { nearest } from '../storage/scenario/suggest.js';
import { VERSION } from '../version.js';

interface Entry {
  readonly describe: string;
  readonly load: () => Promise<CommandModule>;
}

const COMMANDS: Readonly<Record<string, Entry>> = {
  run: {
    describe: 'Run scenarios and check what they expect',
    load: async () => (await import('./run.js')).runCommand as unknown as CommandModule,
  },
  serve: {
    describe: 'Serve a scenario as a v20 broker over HTTP',
    load: async () => (await import('./serve.js')).serveCommand as unknown as CommandModule,
  },
  audit: {
    describe: "Find out whether a scenario's strategy looks ahead",
    load: async () => (await import('./audit.js')).auditCommand as unknown as CommandModule,
  },
  trade: {
    describe: "Run a scenario's strategy against a v20 host",
    load: async () => (await import('./trade.js')).tradeCommand as unknown as CommandModule,
  },
  sweep: {
    describe: 'Run a study: parameters, windows, walk forward, Monte Carlo',
    load: async () => (await import('./sweep.js')).sweepCommand as unknown as CommandModule,
  },
  init: {
    describe: 'Make a starter project: scenario, strategy, ticks, test',
    load: async () => (await import('./init.js')).initCommand as unknown as CommandModule,
  },
  worker: {
    describe: 'Take runs of a study from a queue',
    load: async () => (await import('./worker.js')).workerCommand as unknown as CommandModule,
  },
  verify: {
    describe: 'Replay a recorded run and compare its ledger',
    load: async () => (await import('./verify.js')).verifyCommand as unknown as CommandModule,
  },
  report: {
    describe: 'Write the HTML report of a recorded run again',
    load: async () => (await import('./report.js')).reportCommand as unknown as CommandModule,
  },
  diff: {
    describe: 'Compare two ledgers by meaning',
    load: async () => (await import('./diff.js')).diffCommand as unknown as CommandModule,
  },
  ticks: {
    describe: 'Tick files: import, check, info, generate',
    load: async () => (await import('./ticks.js')).ticksCommand,
  },
  candles: {
    describe: 'Candles of a tick file, as CSV or v20 JSON',
    load: async () => (await import('./candles.js')).candlesCommand as unknown as CommandModule,
  },
  schema: {
    describe: 'Print the JSON Schema of scenario files',
    load: async () => (await import('./schema.js')).schemaCommand as unknown as CommandModule,
  },
};

/** Parses `args` and runs the command. @throws InputError on bad usage. */
export async function runCommandLine(args: readonly string[]): Promise<void> {
  const name = args.find(arg => !arg.startsWith('-'));
  const entry = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (name !== undefined && entry === undefined) {
    throw usage(`unknown command ${name}${nearest(name, Object.keys(COMMANDS))}`);
  }
  const parser = yargs([...args])
    .scriptName('orrery')
    .locale('en')
    .version(VERSION)
    .help()
    .strict()
    .recommendCommands()
    .exitProcess(false)
    .demandCommand(1, 'name a command; --help lists them')
    .fail((message, error) => {
      throw error ?? usage(message);
    });
  if (entry === undefined) {
    for (const [command, { describe }] of Object.entries(COMMANDS))
      parser.command(command, describe);
  } else {
    parser.command(await entry.load());
  }
  await parser.parseAsync();
}

function usage(message: string): InputError {
  return new InputError('scenario', { file: 'command line' }, message);
}
