import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../support/files/paths.js';
import { documentOf, execPlain, saidBy } from '../../support/process/exec.js';
import { hasPython } from '../../support/python/run-python.js';
import { IS_NIGHTLY } from '../../support/random/nightly.js';

/**
 * Children under --virtual-time, in every way in which a program may wait for one: a child that nothing
 * holds takes no simulated time, and one that is held takes its own. By day each way has a child that
 * nothing holds and one that is held, in turn of each kind; at night it has all kinds. Source: decision 0064.
 */

const FOLDER = join(ROOT, 'test', 'exec', 'children');
const WAYS = [
  ...['run', 'check_output', 'call', 'wait', 'poll', 'lines', 'communicate', 'popen', 'system'],
  ...['asyncio', 'thread', 'select', 'pollfd', 'epoll', 'read', 'fork'],
];
/** Seconds of simulated time that a child of each kind takes. */
const KINDS = { outside: 0, python: 5, node: 5, mixed: 5 };
type Kind = keyof typeof KINDS;
const HELD: readonly Kind[] = ['python', 'node', 'mixed'];
type Wait = readonly [way: string, kind: Kind];

const ALL: readonly Wait[] = (Object.keys(KINDS) as Kind[]).flatMap(kind =>
  WAYS.map(way => [way, kind] as const),
);

/** Those of `ways` that are tried with a child of `kind`. */
function triedWith<Way>(kind: Kind, ways: readonly Way[]): readonly Way[] {
  const place = HELD.indexOf(kind);
  const isTried = (at: number) => IS_NIGHTLY || place < 0 || at % HELD.length === place;
  return ways.filter((_, at) => isTried(at));
}

/** What the program says of a wait. */
function line([way, kind]: Wait): string {
  const seconds = KINDS[kind];
  const word = way === 'lines' ? `word ${seconds === 0 ? '0.0' : '3.0'}; ` : '';
  return `${word}${way}:${kind} True ${seconds.toFixed(1)}\n`;
}

const PYTHON = ['python3', join(FOLDER, 'ways.py')];
const NODE = [process.execPath, join(FOLDER, 'ways.mjs')];
const NODE_WAYS = ['spawn', 'exec', 'execFile', 'spawnSync', 'execSync', 'execFileSync', 'fork'];

async function runOf(waits: readonly Wait[], program = PYTHON) {
  const named = waits.map(wait => wait.join(':'));
  const run = await execPlain(['--virtual-time', '--json', '--', ...program, ...named]);
  return { status: run.status, said: saidBy(run), hash: documentOf(run).ledger.sha256 };
}

describe.skipIf(!hasPython() || process.platform !== 'linux')(
  'children under --virtual-time [needs python3 on Linux]',
  { concurrent: true },
  () => {
    it.each(Object.keys(KINDS) as Kind[])('of the kind %s, of a Python program', async kind => {
      const waits = triedWith(kind, WAYS).map(way => [way, kind] as const);
      const { status, said } = await runOf(waits);
      expect(said).toBe(waits.map(line).join(''));
      expect(status).toBe(0);
    });

    it.each(Object.keys(KINDS) as Kind[])('of the kind %s, of a Node program', async kind => {
      const waits = triedWith(kind, NODE_WAYS).map(way => [way, kind] as const);
      const { status, said } = await runOf(waits, NODE);
      expect(said).toBe(waits.map(([way]) => `${way}:${kind} true ${KINDS[kind]}\n`).join(''));
      expect(status).toBe(0);
    });

    it('leave one ledger, whatever kinds and ways follow each other', async () => {
      const length = IS_NIGHTLY ? 6 : 4;
      const sequences = fc.shuffledSubarray([...ALL], { minLength: length, maxLength: length });
      await fc.assert(
        fc.asyncProperty(sequences, async waits => {
          const [one, other] = [await runOf(waits), await runOf(waits)];
          expect(one).toEqual({
            status: 0,
            said: waits.map(line).join(''),
            hash: other.hash,
          });
        }),
        { numRuns: IS_NIGHTLY ? 10 : 1 },
      );
    });
  },
);
