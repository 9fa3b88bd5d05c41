/**
 * The commands of the command line. The module of a command is imported only when that command is
 * called.
 */

import yargs, { type Argv, type CommandModule } from 'yargs';
import { InputError } from '../core/base/input-error.js';
import { nearest } from '../data/storage/document/suggest.js';
import { VERSION } from '../data/version.js';
import { withFlagRules } from './flags/flag-rules.js';
import { withHelp } from './help/command-help.js';
import { completionsOf } from './help/completions.js';
import { print } from './output/terminal/print.js';

/** A command with its help text, which is shown without loading its module. */
interface Entry {
  readonly describe: string;
  /** @param args - as typed; the flags are checked against the rules. */
  readonly load: (args: readonly string[]) => Promise<CommandModule>;
}

/** All commands; tests read them too. */
export const COMMANDS: Readonly<Record<string, Entry>> = {
  run: {
    describe: 'Run scenarios and check what they expect',
    load: async args => ruled((await import('./commands/run.js')).runCommand, args),
  },
  serve: {
    describe: 'Serve a scenario as a v20 broker over HTTP',
    load: async args => ruled((await import('./commands/serve.js')).serveCommand, args),
  },
  demo: {
    describe: 'Serve the quickstart market and show three things to try',
    load: async args => ruled((await import('./commands/first-steps/demo.js')).demoCommand, args),
  },
  exec: {
    describe: 'Run any program unchanged against a sandbox of its own',
    load: async args => ruled((await import('./commands/exec.js')).execCommand(args), args),
  },
  campaign: {
    describe: 'Search faults that break a program or a strategy',
    load: async args => ruled((await import('./commands/campaign.js')).campaignCommand(args), args),
  },
  audit: {
    describe: "Check whether a scenario's strategy, or a program, looks ahead",
    load: async args => ruled((await import('./commands/audit.js')).auditCommand(args), args),
  },
  trade: {
    describe: "Run a scenario's strategy against a v20 host",
    load: async args => ruled((await import('./commands/trade.js')).tradeCommand, args),
  },
  sweep: {
    describe: 'Run a study: parameters, windows, walk forward, Monte Carlo',
    load: async args => ruled((await import('./commands/study/sweep.js')).sweepCommand, args),
  },
  seal: {
    describe: 'Hide the last part of the ticks until all decisions are made, or open it',
    load: async args => ruled((await import('./commands/study/seal.js')).sealCommand, args),
  },
  init: {
    describe: 'Make a starter project: scenario, strategy, ticks, test',
    load: async args => ruled((await import('./commands/first-steps/init.js')).initCommand, args),
  },
  worker: {
    describe: 'Take runs of a study from a queue',
    load: async args => ruled((await import('./commands/study/worker.js')).workerCommand, args),
  },
  verify: {
    describe: 'Replay a recorded run and compare its ledger',
    load: async args => ruled((await import('./commands/recorded/verify.js')).verifyCommand, args),
  },
  whatif: {
    describe: 'A recorded run without or with a command: the difference in money',
    load: async args => ruled((await import('./commands/recorded/whatif.js')).whatifCommand, args),
  },
  record: {
    describe: 'Write a recorded run as a scenario with timeline and golden hash',
    load: async args => ruled((await import('./commands/recorded/record.js')).recordCommand, args),
  },
  report: {
    describe: 'Write the HTML report of a recorded run again, or two runs side by side',
    load: async args => ruled((await import('./commands/recorded/report.js')).reportCommand, args),
  },
  replay: {
    describe: 'Show a recorded run again in the dashboard',
    load: async args => ruled((await import('./commands/recorded/replay.js')).replayCommand, args),
  },
  explain: {
    describe: 'Explain why a transaction came about, or why an order has not filled',
    load: async args =>
      ruled((await import('./commands/recorded/explain.js')).explainCommand, args),
  },
  diff: {
    describe: 'Find the first difference between two ledgers',
    load: async args => ruled((await import('./commands/recorded/diff.js')).diffCommand, args),
  },
  capture: {
    describe: 'Record a session of a program with a v20 host: a proxy',
    load: async args =>
      ruled((await import('./commands/fidelity/capture.js')).captureCommand, args),
  },
  compare: {
    describe: 'Replay a captured session and name each difference with its likely cause',
    load: async args =>
      ruled((await import('./commands/fidelity/compare.js')).compareCommand, args),
  },
  parity: {
    describe: 'Compare recorded answers of a v20 host with this broker: a score',
    load: async args => ruled((await import('./commands/fidelity/parity.js')).parityCommand, args),
  },
  replicate: {
    describe: 'Compute published results again, beside plain arithmetic',
    load: async args =>
      ruled((await import('./commands/study/replicate.js')).replicateCommand, args),
  },
  ticks: {
    describe: 'Tick files: import, check, info, doctor, download, fetch, put, generate',
    load: async args => (await import('./commands/ticks/ticks.js')).ticksCommand(args),
  },
  cache: {
    describe: 'Tick stores: ls, clear',
    load: async args => (await import('./commands/cache.js')).cacheCommand(args),
  },
  store: {
    describe: 'The store of a server: backup, verify, compact',
    load: async args => (await import('./commands/store/store.js')).storeCommand(args),
  },
  candles: {
    describe: 'Candles of a tick file, as CSV or v20 JSON',
    load: async args => ruled((await import('./commands/candles.js')).candlesCommand, args),
  },
  docs: {
    describe: 'Serve this documentation on this machine',
    load: async args => ruled((await import('./commands/docs.js')).docsCommand, args),
  },
  python: {
    describe: 'Serve the Python package over standard input and output',
    load: async args => ruled((await import('./commands/python.js')).pythonCommand, args),
  },
  completion: {
    describe: 'Print a script that completes words in a shell',
    load: async args => ruled((await import('./commands/completion.js')).completionCommand, args),
  },
  schema: {
    describe: 'Print the JSON Schema of scenario or study files',
    load: async args => ruled((await import('./commands/schema.js')).schemaCommand, args),
  },
};

/** The word before a line that a shell wants completed; the scripts of `orrery completion` send it. */
const COMPLETIONS = '--complete';

/** Parses `args` and runs the command, or prints help. @throws InputError on bad usage. */
export async function runCommandLine(args: readonly string[]): Promise<void> {
  const flags = args.includes('--') ? args.slice(0, args.indexOf('--')) : args;
  if (args[0] === COMPLETIONS) {
    print((await completed(args.slice(2))).map(word => `${word}\n`).join(''));
  } else if (flags.includes('--version')) {
    print(`${VERSION}\n`);
  } else if (flags.includes('--help')) {
    const parser = await parserOf(
      args.filter(arg => arg !== '--help'),
      [],
    );
    print(`${await parser.getHelp()}\n`);
  } else {
    const parser = await parserOf(args, args);
    await parser.parseAsync();
  }
}

/** Words for a shell. @param words - after `orrery`; the last, which may be empty, is to be completed. */
async function completed(words: readonly string[]): Promise<readonly string[]> {
  const [name = '', ...rest] = words;
  if (rest.length === 0) return Object.keys(COMMANDS).filter(each => each.startsWith(name));
  const entry = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  return entry === undefined ? [] : completionsOf(await entry.load([]), rest);
}

/** The message of yargs for a missing positional argument, and the message that replaces it. */
const TOO_FEW = /^Not enough non-option arguments: got (\d+), need at least (\d+)$/;
const MISSING = 'an argument is missing: got $1, needs $2; --help names them';

/** A parser of `args`. @param held - the words to check against the rules of flags. */
async function parserOf(args: readonly string[], held: readonly string[]): Promise<Argv> {
  const name = args.find(arg => !arg.startsWith('-'));
  const entry = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (name !== undefined && entry === undefined) {
    throw usage(`unknown command ${name}${nearest(name, Object.keys(COMMANDS))}`);
  }
  const parser = yargs([...args])
    .scriptName('orrery')
    .locale('en')
    .parserConfiguration({ 'dot-notation': false })
    .version(VERSION)
    .help()
    .strict()
    .recommendCommands()
    .exitProcess(false)
    .demandCommand(1, 'a command is missing; --help lists them')
    .fail((message, error) => {
      throw error ?? usage(message.replace(TOO_FEW, MISSING));
    });
  if (entry !== undefined) {
    const command = withHelp(await entry.load(held), name ?? '');
    return parser.command({ ...command, describe: entry.describe });
  }
  for (const [command, { describe }] of Object.entries(COMMANDS)) parser.command(command, describe);
  return parser;
}

function ruled<Given extends object>(
  command: CommandModule<object, Given>,
  args: readonly string[],
): CommandModule {
  // The handler receives the flags that the builder of its own command has declared.
  return withFlagRules(command, args) as unknown as CommandModule;
}

function usage(message: string): InputError {
  return new InputError('scenario', { file: 'command line' }, message);
}
