/** The trial of a mutant: it is written into the copy, the tests that reach it run, and it is taken out again. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { keyOf, type Mutant, mutated } from './mutant.js';
import { mutantsOf } from './mutants-of.js';
import { type ReachedCode, type ReachingTest, testsReaching } from './reached.js';
import type { MutantResult } from './report.js';
import { SessionProcess } from './session-process.js';

/** A place that tests must hold: an order that waits for a price is reached at the price, not beyond it. */
const PLANTED = { path: 'dist/core/order/trigger.js', owner: 'isReached', replacement: '<' };
/**
 * A mutant counts as endless when no test file ends for so long: this many times what the longest of them takes, and
 * time for a new worker. The machine may be busy.
 */
const PATIENCE = 20;
const START_MS = 120_000;
/** How much of recorded time the tests of the control may take. */
const CONTROL_MS = 3_000;

export interface TrialSetting {
  /** The private copy. */
  readonly root: string;
  readonly reached: ReachedCode;
  /** By module: those that import it. */
  readonly importers: ReadonlyMap<string, readonly string[]>;
  /** How much of recorded time the tests of one mutant may take. */
  readonly secondsOfTests: number;
  /** What became of mutants before: tests that killed many are among the first. */
  readonly earlier: Iterable<MutantResult>;
}

/**
 * Owns the process of the tests, and how many mutants each test file has killed: `of` changes both. Between two calls
 * the compiled modules of the copy are those of the sources.
 */
export class MutantTrial {
  readonly #setting: TrialSetting;
  readonly #session: SessionProcess;
  readonly #kills = new Map<string, number>();

  constructor(setting: TrialSetting) {
    this.#setting = setting;
    this.#session = new SessionProcess(setting.root);
    for (const { by } of setting.earlier) this.#noteKill(by);
  }

  /**
   * Shows that the runner sees a mutant, and sees it no more when it is taken out.
   * @throws Error when tests fail without one, or a planted one survives.
   */
  async control(): Promise<string> {
    const text = this.#textOf(PLANTED.path);
    const planted = mutantsOf(PLANTED.path, text).find(
      ({ owner, replacement }) => owner === PLANTED.owner && replacement === PLANTED.replacement,
    );
    if (planted === undefined)
      throw new Error(`no place for the planted mutant in ${PLANTED.path}`);
    const tests = this.#within(planted, CONTROL_MS);
    const clean = await this.#run(tests);
    if (clean !== undefined) throw new Error(`without a mutant a test fails: ${clean}`);
    const { fate, by = '' } = await this.of(planted);
    if (fate !== 'killed') throw new Error(`the planted mutant ${keyOf(planted)} ${fate}`);
    const again = await this.#run(tests.filter(({ test }) => !by.startsWith(test)));
    if (again !== undefined) throw new Error(`after the planted mutant a test fails: ${again}`);
    return `${tests.length} test files pass without a mutant; the planted one dies: ${by}`;
  }

  /** Tries one mutant. @param secondsOfTests - how much of recorded time its tests may take. */
  async of(
    mutant: Mutant,
    secondsOfTests: number = this.#setting.secondsOfTests,
  ): Promise<MutantResult> {
    const { reached, importers } = this.#setting;
    const reach = testsReaching(mutant, reached, importers).length;
    const tests = this.#within(mutant, secondsOfTests * 1_000);
    const counts = { reach, ran: tests.length };
    if (reach === 0) return { mutant, fate: 'not covered', tests: counts };
    const text = this.#textOf(mutant.path);
    const file = join(this.#setting.root, mutant.path);
    try {
      writeFileSync(file, mutated(text, mutant));
      let failed = await this.#run(tests);
      // A machine that is busy makes tests wait, too: what ends the second time is no endless mutant.
      if (failed === 'timed out') failed = await this.#run(tests);
      if (failed === undefined) return { mutant, fate: 'survived', tests: counts };
      if (failed === 'timed out') return { mutant, fate: 'timed out', tests: counts };
      this.#noteKill(failed);
      return { mutant, fate: 'killed', by: failed, tests: counts };
    } finally {
      writeFileSync(file, text);
    }
  }

  /** Ends the process of the tests. */
  close(): void {
    this.#session.close();
  }

  /** @param by - the test file that failed and its test; undefined when none did. */
  #noteKill(by: string | undefined): void {
    if (by === undefined) return;
    const [killer = ''] = by.split(': ');
    this.#kills.set(killer, (this.#kills.get(killer) ?? 0) + 1);
  }

  async #run(tests: readonly ReachingTest[]): Promise<string | undefined> {
    const ms = Math.max(...tests.map(test => test.ms));
    const names = tests.map(({ test }) => test);
    const answer = await this.#session.run(names, START_MS + PATIENCE * ms);
    return answer === 'timed out' ? answer : answer.failed;
  }

  /**
   * The tests that reach the mutant, as many as there is time for, and one at least: that of its module first, then
   * those that take the least time for each mutant that they have killed.
   */
  #within(mutant: Mutant, limitMs: number): readonly ReachingTest[] {
    const { reached, importers } = this.#setting;
    const [nearest, ...others] = testsReaching(mutant, reached, importers);
    const price = ({ test, ms }: ReachingTest) => ms / (1 + (this.#kills.get(test) ?? 0));
    const taken: ReachingTest[] = nearest === undefined ? [] : [nearest];
    let left = limitMs - (nearest?.ms ?? 0);
    for (const test of others.sort((one, other) => price(one) - price(other))) {
      left -= test.ms;
      if (left < 0) break;
      taken.push(test);
    }
    return taken;
  }

  #textOf(path: string): string {
    return readFileSync(join(this.#setting.root, path), 'utf8');
  }
}
