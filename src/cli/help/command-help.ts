/**
 * Examples and exit codes at the end of the help of each command. Commands whose exit codes are
 * their own say them where they are declared.
 */

import type { CommandModule } from 'yargs';

interface CommandHelp {
  readonly examples: readonly (readonly [words: string, what: string])[];
  /** What each exit code means, by code. */
  readonly codes: string;
}

const USAGE = '2 bad usage or a bad file';
const DATA = '3 bad ticks or a bad recording';
const INTERRUPTED = '130 interrupted';

const HELP: Readonly<Record<string, CommandHelp>> = {
  run: {
    examples: [
      ['$0 run scenarios/quickstart.yaml', 'a table of the run, and whether it is as expected'],
      ['$0 run s.yaml --as-of now', 'the same market on dates of today'],
      ['$0 run s.yaml --out out', 'ledger, journal and report in a folder'],
      ["$0 run 'scenarios/*.yaml' --junit results.xml", 'all of them, for a CI server'],
    ],
    codes: `0 all is as expected; 1 something is not; ${USAGE}; ${DATA}; ${INTERRUPTED}`,
  },
  serve: {
    examples: [
      ['$0 serve s.yaml --clock manual', 'time moves only by requests of a client'],
      ['$0 serve s.yaml --speed 60', 'a minute of the market a second'],
    ],
    codes: `0 ended by a signal; ${USAGE}, or a port that is taken; ${DATA}; 74 its store cannot be written`,
  },
  demo: {
    examples: [['$0 demo', 'the quickstart market, and three things to try']],
    codes: `0 ended by a signal; ${USAGE}`,
  },
  exec: {
    examples: [
      [
        '$0 exec --scenario s.yaml -- python bot.py',
        'runs a program, unchanged, against a sandbox',
      ],
      ['$0 exec --virtual-time -- node bot.js', 'its clock and sleeps are those of the market'],
    ],
    codes: `those of the program; 77 a program that no layer held was ended; 78 each of its requests was refused; 79 it kept simulated time still, and was ended; ${USAGE}; ${DATA}`,
  },
  campaign: {
    examples: [
      ['$0 campaign s.yaml -- python bot.py', 'faults that break the program'],
      ['$0 campaign --suite resilience -- python bot.py', 'a table of cases and properties'],
    ],
    codes: `0 nothing broke; 1 a fault broke it; ${USAGE}, or it breaks without faults; ${DATA}; ${INTERRUPTED}`,
  },
  audit: {
    examples: [['$0 audit s.yaml', 'whether its strategy uses prices of the future']],
    codes: `0 it does not; 1 it does; ${USAGE}; ${DATA}; ${INTERRUPTED}`,
  },
  trade: {
    examples: [
      ['$0 trade s.yaml --url http://127.0.0.1:8020', 'the strategy of a scenario on a v20 host'],
    ],
    codes: `0 ended; ${USAGE}, or a host that refuses; ${DATA}; ${INTERRUPTED} before it began`,
  },
  sweep: {
    examples: [
      ['$0 sweep study.yaml --workers 2 --out study', 'all runs, two at a time'],
      ['$0 sweep study.yaml --shard 3/64 --out part-3', 'a 64th of them'],
      ['$0 sweep study.yaml --merge part-* --out study', 'the table of all parts'],
    ],
    codes: `0 all runs ended, or the part of a shard is complete; 1 some runs failed; ${USAGE}; 3 bad ticks or a damaged part; ${INTERRUPTED}`,
  },
  seal: {
    examples: [
      ['$0 seal s.yaml --last 20%', 'no command shows the last fifth of its prices'],
      ['$0 seal --open 1f2e3d4c', 'opens it, once'],
    ],
    codes: `0 done; ${USAGE}; ${DATA}`,
  },
  worker: {
    examples: [
      ['$0 worker study.yaml --queue redis://127.0.0.1:6379', 'takes runs until it is stopped'],
    ],
    codes: `0 stopped; ${USAGE}; ${INTERRUPTED}`,
  },
  init: {
    examples: [['$0 init my-strategy', 'a project with a scenario, a strategy and a test']],
    codes: `0 made; ${USAGE}, or a folder that is not empty`,
  },
  verify: {
    examples: [
      ['$0 verify out', 'replays a recorded run'],
      ['$0 verify kept --expect copy/backup.json', 'whether a store ends where its backup does'],
    ],
    codes: `0 identical; 1 its ledger differs, or another was expected; ${USAGE}; 3 a file that was changed`,
  },
  whatif: {
    examples: [['$0 whatif out --without 4', 'what the run would be without order 4']],
    codes: `0 worked out; ${USAGE}; ${DATA}`,
  },
  record: {
    examples: [['$0 record out --scenario again.yaml', 'a recorded run as a scenario']],
    codes: `0 written; ${USAGE}; ${DATA}`,
  },
  replay: {
    examples: [['$0 replay out --speed 600', 'a recorded run, played in the page']],
    codes: `0 stopped; ${USAGE}; ${DATA}`,
  },
  report: {
    examples: [
      ['$0 report out', 'writes the page of a recorded run'],
      ['$0 report out other', 'two runs side by side'],
    ],
    codes: `0 written; ${USAGE}; ${DATA}`,
  },
  explain: {
    examples: [['$0 explain out 7', 'why transaction 7 came about']],
    codes: `0 explained; ${USAGE}; ${DATA}`,
  },
  diff: {
    examples: [['$0 diff out other', 'the first transaction that is not the same']],
    codes: `0 identical; 1 they differ; ${USAGE}; ${DATA}`,
  },
  replicate: {
    examples: [
      ['$0 replicate', 'what can be replicated'],
      ['$0 replicate average-rules --out r1', 'a table, and a page with pictures'],
      ['$0 replicate overshoots --ticks EUR_USD_2024-03.csv.gz', 'with ticks of your own'],
      ['$0 replicate luck-tests --packages downloads', 'with packages that are there, offline'],
    ],
    codes: `0 the engine agrees with the arithmetic, or the list; 1 it does not; ${USAGE}; 3 a package that cannot be had or read, or bad ticks; ${INTERRUPTED}`,
  },
  ticks: {
    examples: [
      [
        '$0 ticks import ticks.csv --out EUR_USD.csv',
        'converts any known layout to that of Orrery',
      ],
      ['$0 ticks doctor EUR_USD.csv', 'what is wrong with a file'],
      ['$0 ticks fetch ticks.sha256 --from https://ticks.example.org', 'files by their content'],
    ],
    codes: `0 fine; ${USAGE}; ${DATA}`,
  },
  cache: {
    examples: [['$0 cache ls', 'the stores of ticks below this folder']],
    codes: `0 done; ${USAGE}`,
  },
  store: {
    examples: [
      ['$0 store backup kept copy', 'a copy, while a server writes to the store'],
      ['$0 store verify copy --expect copy/backup.json', 'whether the copy is what was made'],
      ['$0 store compact kept --undone', 'its log without what does not matter any more'],
    ],
    codes: `0 done, or as expected; 1 another end or ledger than expected; ${USAGE}; ${DATA}`,
  },
  candles: {
    examples: [['$0 candles EUR_USD.csv --granularity H1', 'candles as CSV']],
    codes: `0 printed; ${USAGE}; ${DATA}`,
  },
  docs: {
    examples: [['$0 docs', 'the documentation, served until Ctrl-C']],
    codes: `0 ended by a signal; ${USAGE}, or a port that is taken`,
  },
  python: {
    examples: [['$0 python', 'what the package orrery-fx of Python starts']],
    codes: '0 Python has closed its end',
  },
  completion: {
    examples: [
      ['$0 completion bash > ~/.local/share/bash-completion/completions/orrery', 'for bash'],
      ['$0 completion powershell >> $PROFILE', 'for PowerShell'],
    ],
    codes: `0 printed; ${USAGE}`,
  },
  schema: {
    examples: [['$0 schema scenario > scenario.schema.json', 'for an editor']],
    codes: `0 printed; ${USAGE}`,
  },
};

/** The command, with examples and exit codes at the end of its help. */
export function withHelp(command: CommandModule, name: string): CommandModule {
  const help = Object.hasOwn(HELP, name) ? HELP[name] : undefined;
  const { builder } = command;
  if (help === undefined || typeof builder !== 'function') return command;
  return {
    ...command,
    builder: async parser => {
      const built = await builder(parser);
      for (const [words, what] of help.examples) built.example(words, what);
      return built.epilogue(`Exit codes: ${help.codes}.`);
    },
  };
}
