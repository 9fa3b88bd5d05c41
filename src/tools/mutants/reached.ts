/** Which test files run the place of a mutant, from what V8 counted while each of them ran. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Mutant } from './mutant.js';

/** Begin and end of a block, and 1 if it ran. Blocks nest: the smallest around a place counts. */
type Block = readonly [number, number, number];

/** One line of a recording (`test/mutants/record-reached.ts`). */
interface RecordedFile {
  readonly test: string;
  readonly ms: number;
  readonly scripts: readonly { readonly path: string; readonly blocks: readonly Block[] }[];
}

/** A test file with what it takes. */
export interface ReachingTest {
  readonly test: string;
  readonly ms: number;
}

/** What all test files ran. */
export interface ReachedCode {
  /** By module: the test files that loaded it, with its blocks. */
  readonly modules: ReadonlyMap<
    string,
    readonly (ReachingTest & { readonly blocks: readonly Block[] })[]
  >;
  /** What each test file takes, by its path. */
  readonly tests: ReadonlyMap<string, number>;
}

/** Over how many rings of modules with functions the tests of outermost code are looked for. */
const RINGS = 2;

/** Reads the recordings of a folder. */
export function readReached(folder: string): ReachedCode {
  const modules = new Map<string, (ReachingTest & { readonly blocks: readonly Block[] })[]>();
  const durations = new Map<string, number>();
  for (const name of readdirSync(folder).sort()) {
    for (const line of readFileSync(join(folder, name), 'utf8').trim().split('\n')) {
      const { test, ms, scripts } = JSON.parse(line) as RecordedFile;
      durations.set(test, ms);
      for (const { path, blocks } of scripts) {
        const tests = modules.get(path) ?? [];
        modules.set(path, tests);
        tests.push({ test, ms, blocks });
      }
    }
  }
  return { modules, tests: durations };
}

/**
 * The test files that run the place of the mutant, the test of its module first, then by what they take. A module
 * runs its outermost code once for all files of a worker: its tests are its own one, those that run a function in it,
 * and those that run one in a module that imports it. Modules without functions are passed over.
 * @param importers - by module: those that import it.
 */
export function testsReaching(
  mutant: Mutant,
  { modules, tests: durations }: ReachedCode,
  importers: ReadonlyMap<string, readonly string[]>,
): readonly ReachingTest[] {
  const ran = modules.get(mutant.path) ?? [];
  if (mutant.owner !== 'the module')
    return nearestFirst(
      mutant.path,
      ran.filter(({ blocks }) => hasRun(blocks, mutant.start)),
    );
  const own = ownTestOf(mutant.path);
  const ms = durations.get(own);
  const found: ReachingTest[] = ms === undefined ? [] : [{ test: own, ms }];
  let ring = [mutant.path];
  let rings = 0;
  const seen = new Set(ring);
  while (ring.length > 0 && rings < RINGS) {
    const tests = ring.flatMap(path =>
      (modules.get(path) ?? []).filter(({ blocks }) =>
        blocks.slice(1).some(([, , count]) => count > 0),
      ),
    );
    found.push(...tests);
    if (tests.length > 0) rings += 1;
    ring = ring.flatMap(path => importers.get(path) ?? []).filter(path => !seen.has(path));
    for (const path of ring) seen.add(path);
  }
  return nearestFirst(mutant.path, found);
}

/** The test file of a module. */
function ownTestOf(path: string): string {
  return path.replace(/^dist/, 'test/unit').replace(/\.js$/, '.test.ts');
}

/** Whether the smallest block around `offset` ran. */
export function hasRun(blocks: readonly Block[], offset: number): boolean {
  const around = blocks.filter(([start, end]) => start <= offset && offset < end);
  const [smallest] = around.sort(([a, b], [c, d]) => b - a - (d - c));
  return smallest !== undefined && smallest[2] > 0;
}

/** Each test once: that of the module first, the others by what they take. */
function nearestFirst(path: string, tests: readonly ReachingTest[]): readonly ReachingTest[] {
  const own = ownTestOf(path);
  const byName = new Map(tests.map(({ test, ms }) => [test, ms]));
  const rank = ({ test, ms }: ReachingTest) => (test === own ? -1 : ms);
  return [...byName].map(([test, ms]) => ({ test, ms })).sort((a, b) => rank(a) - rank(b));
}
