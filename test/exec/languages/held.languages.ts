import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { strictTrouble } from '../../../src/exec/layers/strict.js';
import { ROOT } from '../../support/files/paths.js';
import { temporaryFolder } from '../../support/files/temporary.js';
import { patience } from '../../support/patience.js';
import { documentOf, exec } from '../../support/process/exec.js';

/**
 * Programs in Java and Go in virtual time: each way to wait, and bots that poll by a scheduler, beside a
 * program that takes a processor. `npm run test:languages`. Source: decision 0083.
 */

const FOLDER = join(ROOT, 'test', 'exec', 'languages');
const TROUBLE = await strictTrouble();
const RUNS = 10;
const WINDOW = ['--to', '2024-03-04T06:00:00Z'];
/** A poll at each minute of it but the last, which is the end. */
const POLLS = 359;

interface Language {
  readonly name: string;
  /** Words that succeed where its compiler is. */
  readonly probe: readonly string[];
  /** Commands that make programs from the sources in the folder, which a program in Java needs before it runs. */
  readonly compile: readonly string[] | undefined;
  readonly waits: readonly string[];
  readonly bot: readonly string[];
  /** What each wait takes, in seconds, as the program says it. */
  readonly took: readonly string[];
}

const classes = temporaryFolder();
const LANGUAGES: readonly Language[] = [
  {
    name: 'Java',
    probe: ['javac', '-version'],
    compile: ['javac', '-d', classes, join(FOLDER, 'Waits.java'), join(FOLDER, 'PollBot.java')],
    waits: ['java', '-cp', classes, 'Waits'],
    bot: ['java', '-cp', classes, 'PollBot'],
    took: [
      ...['sleep 1.500', 'TimeUnit.sleep 2.000', 'wait 2.000', 'notified 1.000', 'join 3.000'],
      ...['parkNanos 1.000', 'parkUntil 2.000', 'sleep with a permit 1.000', 'Condition 4.000'],
      ...['poll 2.000', 'SynchronousQueue 1.000', 'latch 1.000', 'orTimeout 5.000', 'Timer 2.000'],
      ...['scheduler 3.000', 'interrupted 4.000', 'Selector 1.000'],
    ].map(each => each.replace(/ ([\d.]+)$/, ' $1 $1 $1')),
  },
  {
    name: 'Go',
    probe: ['go', 'version'],
    compile: undefined,
    waits: ['go', 'run', join(FOLDER, 'waits.go')],
    bot: ['go', 'run', join(FOLDER, 'pollbot.go')],
    took: [
      ...['Sleep 1.500', 'After 2.000', 'Ticker 3.000', 'AfterFunc 4.000', 'WithTimeout 5.000'],
      ...['Mutex 1.000', 'WaitGroup 2.000', 'read deadline 2.000', 'read 3.000'],
    ],
  },
];

function succeeds([file = '', ...words]: readonly string[]): boolean {
  return spawnSync(file, words, { timeout: patience(120_000) }).status === 0;
}

let burner: ChildProcess;
beforeAll(() => {
  burner = spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });
});
afterAll(() => {
  burner.kill('SIGKILL');
});

describe.each(LANGUAGES)('a program in $name in virtual time', language => {
  const { name, compile, waits, bot, took } = language;
  const isHere = process.platform === 'linux' && succeeds(language.probe);
  const why = isHere ? '' : ` [${name} is not on this machine]`;

  beforeAll(() => {
    if (isHere && compile !== undefined) expect(succeeds(compile)).toBe(true);
  });

  it.skipIf(!isHere)(`waits as long as it wants to, and draws the same${why}`, async () => {
    const drawn = new Set<string>();
    for (let turn = 0; turn < RUNS; turn++) {
      const { status, stdout, stderr } = await exec([
        ...['--virtual-time', '--unguarded', '--', ...waits],
      ]);
      expect(status, stderr).toBe(0);
      const lines = stdout.trimEnd().split('\n');
      expect(lines.slice(0, took.length)).toEqual(took);
      drawn.add(lines.slice(took.length).join('\n'));
    }
    expect(drawn.size).toBe(1);
  });

  it.skipIf(!isHere)(`polls by a scheduler, ${RUNS} times alike${why}`, async () => {
    const hashes = new Set<string>();
    for (let turn = 0; turn < RUNS; turn++) {
      const layer = turn % 2 === 0 && TROUBLE === undefined ? '--strict' : '--unguarded';
      const flags = ['--virtual-time', ...WINDOW, '--json', layer];
      const executed = await exec([...flags, '--', ...bot]);
      expect(executed.status, executed.stderr).toBe(0);
      const document = documentOf(executed);
      expect(document.exec.requests).toMatchObject({ getPrices: POLLS });
      hashes.add(document.ledger.sha256);
    }
    expect(hashes.size).toBe(1);
  });
});
