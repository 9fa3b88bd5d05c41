/** Prints what a campaign of crashes has tried, as a table, when it is over. */

import Table from 'cli-table3';
import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** What a test of the campaign has tried. */
export interface CampaignCounts {
  /** Places at which something went wrong: calls, states of a disk, bytes. */
  readonly points: number;
  /** How many such places there are; absent when they cannot be counted. */
  readonly of?: number;
  /** Processes that were killed. */
  readonly kills?: number;
  /**
   * Places after which something acknowledged was missing, or something was half there. Absent when
   * the test ends at the first one.
   */
  readonly losses?: number;
}

declare module 'vitest' {
  interface TaskMeta {
    campaign?: CampaignCounts;
  }
}

const HEAD = ['campaign', 'points', 'of', 'kills', 'losses'];

/** A reporter of the test runner. */
export class CampaignTable implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const table = new Table({ head: HEAD, style: { head: [], border: [] } });
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        if (test.result().state !== 'skipped') table.push(rowOf(test));
      }
    }
    process.stdout.write(`${table}\n`);
  }
}

function rowOf(test: TestCase): (string | number)[] {
  const { campaign } = test.meta();
  const { points = '', of = '', kills = '', losses = test.ok() ? 0 : '1 or more' } = campaign ?? {};
  return [test.fullName.replace(' > ', ' '), points, of, kills, losses];
}
