/**
 * Results of runs as JUnit XML, which CI servers show: a suite a scenario, a case an expectation.
 * Source of the form: the schema of Apache Ant's JUnit task, as Jenkins, GitLab and GitHub's actions read it.
 */

import { XMLBuilder } from 'fast-xml-parser';
import type { ScenarioRun } from '../../broker/runtime/run-scenario.js';
import type { InputError } from '../../core/base/input-error.js';

/** A scenario that ran, or why it did not run to its end. */
export type JUnitRun =
  | (Pick<ScenarioRun, 'expectations' | 'seconds'> & { readonly file: string })
  | { readonly file: string; readonly error: InputError; readonly seconds: number };

/** A case that stands for the whole run: it is there also where nothing is expected. */
const WHOLE = 'runs to its end';
const ATTRIBUTE = '@';
/** Control characters but tabs and line ends, lone surrogates: no XML 1.0 document should hold them. */
const NOT_IN_XML = /(?![\t\n\r])[\p{Cc}\p{Cs}\ufffe\uffff]/gu;

/** A case of a suite. */
export interface JUnitCase {
  readonly name: string;
  /** The seconds of the run, in the case that stands for it. */
  readonly seconds: number;
  readonly failure?: string;
  readonly error?: string;
  /** Why nothing is known of it. */
  readonly skipped?: string;
}

/** A suite of the document. */
export interface JUnitSuite {
  /** A file, or what its cases have in common. */
  readonly name: string;
  readonly seconds: number;
  readonly cases: readonly JUnitCase[];
}

/** The document. @param runs - in the order of the command line. */
export function junitText(runs: readonly JUnitRun[]): string {
  const suites = runs.map(run => ({
    name: run.file,
    cases: casesOf(run),
    seconds: run.seconds,
  }));
  return junitDocument('orrery run', suites);
}

/** A document of suites. */
export function junitDocument(name: string, suites: readonly JUnitSuite[]): string {
  const all = suites.flatMap(({ cases }) => cases);
  const document = {
    '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
    testsuites: {
      '@name': name,
      ...counts(all),
      '@time': seconds(suites.reduce((sum, suite) => sum + suite.seconds, 0)),
      testsuite: suites.map(suite => ({
        '@name': sound(suite.name),
        ...counts(suite.cases),
        '@time': seconds(suite.seconds),
        testcase: suite.cases.map(each => caseNode(suite.name, each)),
      })),
    },
  };
  return new XMLBuilder({
    attributeNamePrefix: ATTRIBUTE,
    ignoreAttributes: false,
    format: true,
    suppressEmptyNode: true,
  }).build(document);
}

function casesOf(run: JUnitRun): readonly JUnitCase[] {
  const { seconds } = run;
  if ('error' in run) return [{ name: WHOLE, seconds, error: run.error.message }];
  return [
    { name: WHOLE, seconds },
    ...run.expectations.map(({ what, expected, actual, ok }) => ({
      name: what,
      seconds: 0,
      ...(!ok && { failure: `expected ${expected}, was ${actual}` }),
    })),
  ];
}

function caseNode(className: string, { name, seconds: taken, failure, error, skipped }: JUnitCase) {
  return {
    '@classname': sound(className),
    '@name': sound(name),
    '@time': seconds(taken),
    ...(failure !== undefined && { failure: { '@message': sound(failure) } }),
    ...(error !== undefined && { error: { '@message': sound(error) } }),
    ...(skipped !== undefined && { skipped: { '@message': sound(skipped) } }),
  };
}

function counts(cases: readonly JUnitCase[]) {
  const skipped = cases.filter(each => each.skipped !== undefined).length;
  return {
    '@tests': cases.length,
    '@failures': cases.filter(({ failure }) => failure !== undefined).length,
    '@errors': cases.filter(({ error }) => error !== undefined).length,
    ...(skipped > 0 && { '@skipped': skipped }),
  };
}

function seconds(value: number): string {
  return value.toFixed(3);
}

function sound(text: string): string {
  return text.replace(NOT_IN_XML, '\ufffd');
}
