/** Prints what a campaign of crashes has tried, as a table, when it is over. */

import Table from 'cli-table3';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import '../support/store/campaign-counts.js';

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
