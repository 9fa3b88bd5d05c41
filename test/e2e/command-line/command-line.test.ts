import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { VERSION } from '../../../src/data/version.js';
import { MAIN, ROOT, scenarioFiles, sharedData } from '../../support/files/paths.js';
import { temporaryFolder } from '../../support/files/temporary.js';
import { patience } from '../../support/patience.js';
import { commandHere } from '../../support/process/in-process.js';
import { orrery, scenario } from '../../support/process/orrery.js';
import { IS_NIGHTLY } from '../../support/random/nightly.js';

/** Gives a command a terminal; of util-linux. */
const SCRIPT = '/usr/bin/script';

describe('orrery', () => {
  it('prints its version', () => {
    expect(orrery(['--version'])).toMatchObject({ status: 0, stdout: `${VERSION}\n` });
  });

  it('says that a fault is its own, in few lines, with a code of its own', () => {
    const broken = `JSON.stringify = () => { throw new TypeError('broken') }`;
    const { status, stderr } = orrery(['schema', 'scenario'], {}, [
      '--import',
      `data:text/javascript,${encodeURIComponent(broken)}`,
    ]);
    expect(status).toBe(70);
    expect(stderr).toMatch(
      /^this is a fault of orrery [\d.]+, not of your input:\nTypeError: broken\n +at /,
    );
    expect(stderr.split('\n').every(line => line.length < 300)).toBe(true);
  });

  it.skipIf(!existsSync(SCRIPT))(
    'ends on a terminal too when what it shows the progress of fails [needs script]',
    () => {
      const folder = temporaryFolder();
      const rows = Array.from(
        { length: 5000 },
        (_, row) => `${new Date(1_704_200_400_000 + row * 1000).toISOString()},1.08500,1.08512`,
      );
      const file = join(folder, 't.csv');
      writeFileSync(file, `time,bid,ask\n${rows.join('\n')}\n2024-03-09T00:00:00.000Z,x,y\n`);
      const text = `version: 1\nname: broken\nmarket: { EUR_USD: { ticks: t.csv } }\n`;
      writeFileSync(join(folder, 's.yaml'), `${text}accounts: [{ currency: USD }]\n`);
      const { CI: _, ...env } = process.env;
      for (const command of [
        `run ${join(folder, 's.yaml')}`,
        `candles ${file} --instrument EUR_USD --granularity H1`,
      ]) {
        const line = `${process.execPath} ${MAIN} ${command}`;
        const options = { encoding: 'utf8', cwd: ROOT, env, timeout: patience(20_000) } as const;
        const { status, stdout } = spawnSync(SCRIPT, ['-qec', line, '/dev/null'], options);
        expect([status, stdout.includes('t.csv:5002:26: bid: must be')], command).toEqual([
          3,
          true,
        ]);
      }
    },
  );

  it.each<[string, string[], number, string]>([
    ['no command', [], 2, 'a command is missing'],
    [
      'no folder',
      ['init'],
      2,
      'command line: an argument is missing: got 0, needs 1; --help names them',
    ],
    ['an unknown command', ['rnu'], 2, 'unknown command rnu (did you mean run?)'],
    ['an unknown flag', ['run', scenario('cancel'), '--jsno'], 2, 'jsno'],
    ['a missing scenario', ['run', 'scenarios/none.yaml'], 2, 'scenarios/none.yaml: no such file'],
    [
      'a missing tick file',
      ['ticks', 'info', 'none.csv', '--instrument', 'EUR_USD'],
      3,
      'none.csv: no such file',
    ],
    [
      'an unknown instrument',
      ['ticks', 'info', 'README.md', '--instrument', 'EURUSX'],
      2,
      'unknown instrument EURUSX (did you mean EUR_USD?)',
    ],
    [
      'a file that is no tick file',
      ['ticks', 'info', 'README.md', '--instrument', 'EUR_USD'],
      3,
      'README.md:1: fits no known layout: its first line seems to be',
    ],
    [
      'a zone that does not exist',
      ['candles', 'scenarios/ticks/eur-usd.csv', '--alignment-timezone', 'Mars/Base'],
      2,
      'unknown time zone Mars/Base',
    ],
    [
      'a bad granularity',
      ['candles', 'scenarios/ticks/eur-usd.csv', '--granularity', 'M3'],
      2,
      'must be one of S5, S10, S15, S30, M1, M2, M4,',
    ],
    ['a missing run', ['verify', 'nowhere'], 3, 'nowhere: no such run'],
    [
      'a folder within a file',
      ['run', scenario('cancel'), '--out', join('README.md', 'out')],
      2,
      'README.md/out: cannot be written (ENOTDIR: a part of the path is not a folder)',
    ],
  ])('%s', async (_name, args, status, message) => {
    const result = await commandHere(args);
    expect(result.status).toBe(status);
    expect(result.stderr).toContain(message);
    expect(result.stderr.trim().split('\n')).toHaveLength(1);
    expect(result.stdout).toBe('');
  });

  it('runs several scenarios by glob and gives JSON', async () => {
    const { status, stdout } = await commandHere(['run', 'scenarios/limit-*.yaml', '--json']);
    expect(status).toBe(0);
    const documents = JSON.parse(stdout) as { scenario: string; expectations: { ok: boolean }[] }[];
    expect(documents.map(each => each.scenario)).toEqual([
      'limit-order',
      'limit-penetration',
      'limit-through-the-market',
      'limit-waits-for-depth',
    ]);
    expect(documents.every(each => each.expectations.every(({ ok }) => ok))).toBe(true);
  });

  it('fails with exit code 1 when an expectation does, and says which', () => {
    const folder = temporaryFolder();
    const text = readFileSync(join(ROOT, scenario('market-order')), 'utf8')
      .replace('ticks/', `${ROOT}scenarios/ticks/`)
      .replace('10001.8000', '10001.9000');
    writeFileSync(join(folder, 's.yaml'), text);
    const junit = join(folder, 'results.xml');
    const flags = ['--allow-path', ROOT, '--junit', junit];
    const result = orrery(['run', join(folder, 's.yaml'), ...flags], { GITHUB_ACTIONS: 'true' });
    expect(result.status).toBe(1);
    const words = 'balance: expected 10001.9000, was 10001.8000';
    expect(result.stdout).toContain(words);
    expect(result.stderr).toMatch(/::error file=[^,]*s\.yaml,line=\d+,col=\d+::/);
    expect(result.stderr).toContain(words);
    expect(readFileSync(junit, 'utf8')).toContain('failures="1" errors="0"');
  });

  it('hides no result behind a bad file', () => {
    const folder = temporaryFolder();
    const bad = join(folder, 'bad.yaml');
    writeFileSync(bad, 'version: 1\nname: bad\nmarket: {}\nsed: 1\n');
    const junit = join(folder, 'results.xml');
    const args = ['run', bad, scenario('market-order'), '--junit', junit];
    const result = orrery(args, { GITHUB_ACTIONS: 'true' });
    expect(result.status).toBe(2);
    expect(result.stdout).toContain('market-order');
    expect(result.stderr).toContain(`${bad}:`);
    expect(result.stderr).toMatch(/::error file=[^,]*bad\.yaml,line=\d/);
    const text = readFileSync(junit, 'utf8');
    expect(text).toContain('failures="0" errors="1"');
    expect(text).toContain('market-order.yaml');
    const documents = JSON.parse(orrery([...args, '--json']).stdout);
    expect(documents).toMatchObject([{ file: bad }, { scenario: 'market-order' }]);
  });

  it('--update writes the hash and keeps the comments', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 's.yaml');
    const text = `# why this exists
version: 1
name: s # a name
market:
  EUR_USD: { ticks: t.csv }
timeline: []
`;
    writeFileSync(file, text);
    copyFileSync(join(ROOT, 'scenarios/ticks/eur-usd.csv'), join(folder, 't.csv'));
    expect(await commandHere(['run', file, '--update'])).toMatchObject({ status: 0 });
    const updated = readFileSync(file, 'utf8');
    expect(updated.startsWith(text)).toBe(true);
    expect(updated).toMatch(/\nexpect:\n {2}ledger: sha256:[0-9a-f]{64}\n$/);
    expect(await commandHere(['run', file])).toMatchObject({ status: 0 });
  });

  it('prints the main figures of a strategy, and all as metrics of the JSON document', async () => {
    const days = ['run', scenario('sma-cross'), '--to', '2024-03-06T00:00:00Z'];
    const { stdout } = await commandHere(days);
    expect(stdout).toMatch(/Net profit .* USD/);
    expect(stdout).toMatch(/Sharpe ratio .*-?\d/);
    expect((await commandHere(['run', scenario('cancel')])).stdout).not.toContain('Sharpe');
    const document = JSON.parse((await commandHere([...days, '--json'])).stdout) as {
      metrics: { closedTrades: number; accounts: { figures: object; reasons: object }[] };
    };
    const { closedTrades, accounts } = document.metrics;
    expect(accounts[0]?.figures).toMatchObject({ closedTrades, netProfit: expect.any(String) });
    expect(accounts[0]?.reasons).not.toHaveProperty('netProfit');
  });

  it('says what was refused by reason, and first that nothing was accepted', async () => {
    const { stdout } = await commandHere(['run', scenario('rejects')]);
    expect(stdout).toMatch(/\n\d+ orders? refused: PRICE_PRECISION_EXCEEDED\n/);
    const folder = temporaryFolder();
    const order = 'create: { type: LIMIT, instrument: EUR_USD, units: "1", price: "1.0123456" }';
    writeFileSync(
      join(folder, 's.yaml'),
      `version: 1
name: refused
market: { EUR_USD: { ticks: ${ROOT}scenarios/ticks/eur-usd.csv } }
accounts: [{ currency: USD, balance: "100" }]
timeline:
  - { at: 2024-03-05T10:00:01Z, ${order} }
  - { at: 2024-03-05T10:00:02Z, ${order} }
`,
    );
    const args = ['run', join(folder, 's.yaml'), '--allow-path', ROOT];
    const [first, ...rest] = (await commandHere(args)).stdout.split('\n');
    expect(first).toBe('every order was refused: all 2');
    expect(rest).toContain('2 orders refused: PRICE_PRECISION_EXCEEDED');
    const { metrics } = JSON.parse((await commandHere([...args, '--json'])).stdout) as {
      metrics: { accounts: { refusals: object }[] };
    };
    expect(metrics.accounts[0]?.refusals).toMatchObject({ orders: 2, isEveryOrder: true });
  });

  it('checks tick files: exit code 3 when a row is bad', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'EUR_USD.csv');
    writeFileSync(
      file,
      'time,bid,ask\n2024-03-05T10:00:00Z,1.1,1.2\n2024-03-05T10:00:01Z,1.3,1.2\n',
    );
    const result = await commandHere(['ticks', 'check', file, '--json']);
    expect(result.status).toBe(3);
    expect(JSON.parse(result.stdout)).toMatchObject({ ticks: 1, skipped: [{ count: 1 }] });
  });

  it('generates the shipped ticks from their seed, byte for byte', async () => {
    const folder = temporaryFolder();
    const args = ['--from', '2024-03-03T22:00:00Z', '--to', '2024-03-04T06:00:00Z'];
    const make = (file: string) =>
      commandHere([
        'ticks',
        'generate',
        '--instrument',
        'EUR_USD,GBP_USD',
        ...args,
        '--seed',
        '3',
        '--out',
        file,
      ]);
    expect(await make(folder)).toMatchObject({ status: 0 });
    const once = readFileSync(join(folder, 'EUR_USD_2024-03.csv.gz'));
    expect(await make(folder)).toMatchObject({ status: 0 });
    expect(readFileSync(join(folder, 'EUR_USD_2024-03.csv.gz')).equals(once)).toBe(true);
    const text = readFileSync(join(ROOT, 'data', 'README.md'), 'utf8');
    for (const name of ['EUR_USD', 'USD_JPY', 'GBP_USD', 'EUR_GBP']) {
      const sum = execFileSync('sha256sum', [join(ROOT, 'data', `${name}_2024-03.csv.gz`)], {
        timeout: patience(120_000),
        encoding: 'utf8',
      });
      expect(text).toContain(sum.slice(0, 64));
    }
  });

  it.skipIf(sharedData('ticks') === undefined)(
    'runs a scenario over recorded ticks to the end and verifies it [needs the recordings]',
    () => {
      const folder = temporaryFolder();
      const file = join(folder, 's.yaml');
      const ticks = sharedData('ticks/EUR_USD_2014-05-01_2014-05-07_oanda.csv.gz') as string;
      writeFileSync(
        file,
        `version: 1
name: recorded
market: { EUR_USD: { ticks: ${ticks} } }
timeline:
  - at: 2014-05-01T09:00:00Z
    create: { type: LIMIT, instrument: EUR_USD, units: 10000, price: 1.38600, takeProfitOnFill: { price: 1.38800 }, stopLossOnFill: { price: 1.38400 } }
  - at: +1h
    create: { type: MARKET_IF_TOUCHED, instrument: EUR_USD, units: -5000, price: 1.38900, takeProfitOnFill: { price: 1.38500 } }
expect:
  transactions: { ORDER_FILL: 3 }
`,
      );
      const out = join(folder, 'out');
      const allow = ['--allow-path', join(ticks, '..')];
      expect(orrery(['run', file, ...allow, '--out', out])).toMatchObject({ status: 0 });
      expect(orrery(['verify', out]).stdout).toContain('identical sha256:');
    },
  );
});

describe('determinism', () => {
  /** The golden hash of each scenario, by its path. */
  const GOLDENS = new Map(
    scenarioFiles().map(file => [
      file,
      /ledger: sha256:(\w+)/.exec(readFileSync(file, 'utf8'))?.[1] ?? 'no golden hash',
    ]),
  );
  const hasStrategy = (file: string) => readFileSync(file, 'utf8').includes('strategy:');
  // Without a compiler, or with one of them only, the weeks of strategies take long; each order type
  // has a short scenario.
  const short = [...GOLDENS.keys()].filter(file => !hasStrategy(file));
  const driven = [...GOLDENS.keys()].filter(hasStrategy);
  const german = {
    TZ: 'Pacific/Chatham',
    LANG: 'de_DE.UTF-8',
    LC_ALL: 'de_DE.UTF-8',
    UV_THREADPOOL_SIZE: '1',
    NODE_ENV: 'production',
    HOME: '/nonexistent',
  };
  const turkish = { TZ: 'Asia/Kolkata', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' };
  const PROCESSES = [
    [['--hash-seed=7', '--random-seed=3'], german, IS_NIGHTLY ? driven : driven.slice(0, 2)],
    [['--jitless', '--disable-proto=throw'], turkish, []],
    // To compile all of it takes seconds, so by day it is what is called now and then.
    [[IS_NIGHTLY ? '--always-turbofan' : '--interrupt-budget=3000'], turkish, []],
    [['--no-opt'], turkish, []],
  ] as const;

  it.each(PROCESSES)(
    'scenarios give one hash under other zones, locales, dates and V8 flags: %j',
    (flags, env, more) => {
      const own = PROCESSES.findIndex(([first]) => first === flags);
      // Each short scenario by one of the processes; the nightly run by all.
      const isTried = (place: number) => IS_NIGHTLY || place % PROCESSES.length === own;
      const files = [...short.filter((_, place) => isTried(place)), ...more];
      const { status, stdout, stderr } = orrery(['run', ...files, '--json'], env, flags);
      expect(status, stderr).toBe(0);
      const documents = JSON.parse(stdout) as { ledger: { sha256: string } }[];
      const hashes = documents.map(({ ledger }) => ledger.sha256);
      expect(hashes).toEqual(files.map(file => GOLDENS.get(file)));
      expect(files.length).toBeGreaterThan(15);
    },
  );
});

describe('--help', () => {
  const ALL =
    'run serve audit trade sweep init worker verify report diff ticks cache candles schema';
  const OF_TICKS = ['import', 'check', 'info', 'generate'].map(name => `ticks ${name}`);

  it.each(['', ...ALL.split(' '), ...OF_TICKS])(
    'of orrery %s goes to stdout, with 0',
    async name => {
      const words = name.split(' ').filter(word => word !== '');
      const { status, stdout, stderr } = await commandHere([...words, '--help']);
      expect([status, stderr]).toEqual([0, '']);
      expect(stdout.startsWith(['orrery', ...words].join(' '))).toBe(true);
    },
  );
});

describe('a stream that takes nothing', () => {
  const to = (stream: string, words: string) => {
    const { status, stderr, stdout } = spawnSync(
      '/bin/sh',
      ['-c', `${process.execPath} ${MAIN} ${words} ${stream}`],
      { timeout: patience(120_000), encoding: 'utf8', cwd: ROOT },
    );
    return [status, stdout, stderr];
  };

  it.skipIf(!existsSync('/dev/full'))(
    'is said in one line, with 2, when it is stdout [needs /dev/full]',
    () => {
      for (const words of [
        '--version',
        '--help',
        `run ${scenario('cancel')} --json`,
        'serve --port 0',
      ]) {
        expect(to('> /dev/full', words)).toEqual([2, '', 'stdout: cannot be written (ENOSPC)\n']);
      }
    },
  );

  it.skipIf(!existsSync('/dev/full'))(
    'leaves the exit code what it is when it is stderr [needs /dev/full]',
    () => {
      expect(to('2> /dev/full', 'run no-such-file')).toEqual([2, '', '']);
      expect(to('2> /dev/full', '--version')).toEqual([0, `${VERSION}\n`, '']);
    },
  );

  it('is no fault when its reader has enough', () => {
    expect(to('| head -c 0', 'schema')).toEqual([0, '', '']);
  });
});
