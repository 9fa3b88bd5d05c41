/** The table of a suite as JUnit XML: a suite a case, a case a property. */

import type { SuiteCell, SuiteRow } from '../../../exec/campaign/suite/suite-result.js';
import { type JUnitCase, type JUnitSuite, junitDocument } from '../junit.js';
import { failureKey, type SuiteEnd } from './suite-words.js';

/** The document. Of a suite that was not run, it has one error. */
export function suiteJUnit(end: SuiteEnd): string {
  const { verdict, suite } = end;
  if (verdict.kind === 'broken-without-faults') {
    const { property, words } = verdict.breach;
    return failed(suite, `breaks without any fault: ${property}: ${words}`);
  }
  if (verdict.kind === 'differs') return failed(suite, 'two runs without faults differ');
  return junitDocument(
    `orrery campaign ${suite}`,
    verdict.rows.map(row => suiteOf(row, end)),
  );
}

function failed(suite: string, error: string): string {
  const cases = [{ name: 'runs without faults', seconds: 0, error }];
  return junitDocument(`orrery campaign ${suite}`, [{ name: 'calm', seconds: 0, cases }]);
}

function suiteOf(row: SuiteRow, end: SuiteEnd): JUnitSuite {
  const { name, unless, cells } = row;
  const cases =
    unless === undefined
      ? cells.map(each => caseOf(each, row, end))
      : [{ name: 'all', seconds: 0, skipped: `not concerned: ${unless}` }];
  return { name, seconds: 0, cases };
}

function caseOf(
  { property, judged, broken }: SuiteCell,
  row: SuiteRow,
  { again }: SuiteEnd,
): JUnitCase {
  const whole = { name: property, seconds: 0 };
  const failure = row.failures.find(each => each.property === property);
  if (broken > 0) {
    const command = again.get(failureKey(row.name, property));
    const words = failure?.words ?? `${broken} of ${judged} runs broke it`;
    return { ...whole, failure: command === undefined ? words : `${words}; again: ${command}` };
  }
  if (judged > 0) return whole;
  return {
    ...whole,
    skipped: row.met === 0 ? 'the fault did not meet the client' : 'not looked at',
  };
}
