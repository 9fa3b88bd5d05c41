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

interface Case {
  readonly name: string;
  /** Of the run, in the case that stands for it. */
  readonly seconds: number;
  readonly failure?: string;
  readonly error?: string;
}

/** The document. @param runs - in the order of the command line. */
export function junitText(runs: readonly JUnitRun[]): string {
  const suites = runs.map(run => ({
    file: run.file,
    cases: casesOf(run),
    seconds: run.seconds,
  }));
  const all = suites.flatMap(({ cases }) => cases);
  const document = {
    '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
    testsuites: {
      '@name': 'orrery run',
      ...counts(all),
      '@time': seconds(suites.reduce((sum, suite) => sum + suite.seconds, 0)),
      testsuite: suites.map(suite => ({
        '@name': sound(suite.file),
        ...counts(suite.cases),
        '@time': seconds(suite.seconds),
        testcase: suite.cases.map(each => caseNode(suite.file, each)),
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

function casesOf(run: JUnitRun): readonly Case[] {
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

function caseNode(file: string, { name, seconds: taken, failure, error }: Case) {
  return {
    '@classname': sound(file),
    '@name': sound(name),
    '@time': seconds(taken),
    ...(failure !== undefined && { failure: { '@message': sound(failure) } }),
    ...(error !== undefined && { error: { '@message': sound(error) } }),
  };
}

function counts(cases: readonly Case[]) {
  return {
    '@tests': cases.length,
    '@failures': cases.filter(({ failure }) => failure !== undefined).length,
    '@errors': cases.filter(({ error }) => error !== undefined).length,
  };
}

function seconds(value: number): string {
  return value.toFixed(3);
}

function sound(text: string): string {
  return text.replace(NOT_IN_XML, '\ufffd');
}
