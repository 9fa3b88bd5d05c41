/** Words that the table, the page and the JUnit file of a suite share. */

import { formatRfc3339, MICROS_PER_SECOND } from '../../../core/time/instant.js';
import type { Life } from '../../../exec/campaign/subject.js';
import type {
  SuiteCell,
  SuiteRow,
  SuiteVerdict,
} from '../../../exec/campaign/suite/suite-result.js';

/** A suite that is over, with what is shown beside its verdict. */
export interface SuiteEnd {
  readonly suite: string;
  /** The name of the scenario, and the client, for people. */
  readonly scenario: string;
  readonly client: string;
  readonly seed: number;
  readonly verdict: SuiteVerdict;
  /** Whether it was kept from an earlier run. */
  readonly isKept: boolean;
  /** The command that shows a failure again, by case and property. */
  readonly again: ReadonlyMap<string, string>;
}

/** The table of a suite. */
export type SuiteTable = Extract<SuiteVerdict, { readonly kind: 'done' | 'stopped' }>;

/** The key of a failure in `SuiteEnd.again`. */
export function failureKey(row: string, property: string): string {
  return `${row} ${property}`;
}

/** The text of a cell: how many runs broke the property, `ok`, or `-` when no run could show it. */
export function cellText({ judged, broken }: SuiteCell): string {
  if (broken > 0) return `${broken}/${Math.max(judged, broken)}`;
  return judged > 0 ? 'ok' : '-';
}

/** Rows with runs, and the others by the reason that they have none. */
export function rowsOf({ rows }: SuiteTable): {
  readonly shown: readonly SuiteRow[];
  readonly left: ReadonlyMap<string, readonly string[]>;
} {
  const left = new Map<string, string[]>();
  for (const { name, unless } of rows) {
    if (unless !== undefined) left.set(unless, [...(left.get(unless) ?? []), name]);
  }
  return { shown: rows.filter(({ unless }) => unless === undefined), left };
}

/**
 * The sentence about instruments that are not checked because the client follows signals; undefined
 * when there are none.
 */
export function followsText({ follows }: SuiteTable): string | undefined {
  if (follows.length === 0) return undefined;
  const flags = follows.map(instrument => `--intends ${instrument}=0`).join(' ');
  return `position: not looked at in ${follows.join(', ')}, where the program follows signals; state it, such as ${flags}`;
}

/** What came of the suite, a sentence. */
export function summaryOf(table: SuiteTable): string {
  const { shown } = rowsOf(table);
  const runs = shown.reduce((sum, row) => sum + row.runs, 0);
  const broken = shown.filter(({ failures }) => failures.length > 0).length;
  const all = `${runs} runs of ${shown.length} cases`;
  const found =
    broken === 0 ? 'nothing broke' : `${broken} ${broken === 1 ? 'case' : 'cases'} broke something`;
  return table.kind === 'stopped' ? `stopped after ${all}: ${found} so far` : `${all}: ${found}`;
}

/** The flags of `exec` that make the life of a program what it was. */
export function lifeWords({ restart, clockJump }: Life): readonly string[] {
  const words: string[] = [];
  if (restart !== undefined) {
    const { when, awayMicros } = restart;
    const at = typeof when === 'number' ? formatRfc3339(when) : `${when.operation}#${when.nth}`;
    words.push('--restart-at', at, '--restart-after', `${awayMicros / MICROS_PER_SECOND}s`);
  }
  if (clockJump !== undefined) {
    const { at, by } = clockJump;
    const seconds = by / MICROS_PER_SECOND;
    words.push('--clock-jump', `${formatRfc3339(at)}=${seconds < 0 ? '' : '+'}${seconds}s`);
  }
  return words;
}
