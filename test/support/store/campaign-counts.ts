import type { RunnerTask } from 'vitest';

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

/** Notes what a test has tried, for the table of `npm run crash`. */
export function tried({ meta }: Pick<RunnerTask, 'meta'>, counts: CampaignCounts): void {
  meta.campaign = counts;
}
