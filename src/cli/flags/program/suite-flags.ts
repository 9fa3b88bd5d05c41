/** Flags of `orrery campaign --suite`. */

import { availableParallelism } from 'node:os';
import type { Options } from 'yargs';
import { RESILIENCE } from '../../../exec/campaign/suite/cases/resilience.js';
import type { SuiteCase } from '../../../exec/campaign/suite/cases/suite-case.js';
import { checkWhole, usageError } from '../arguments.js';
import type { FlagsOf } from '../typed-flags.js';

/** Suites by name. */
const SUITES = { resilience: RESILIENCE } as const;

const JOBS_MAX = 64;

export const SUITE_OPTIONS = {
  suite: {
    type: 'string',
    choices: Object.keys(SUITES) as (keyof typeof SUITES)[],
    describe: 'a fixed list of cases in place of drawn faults',
  },
  case: {
    type: 'string',
    array: true,
    describe: 'of a suite: this case alone; can be given several times',
  },
  properties: {
    type: 'string',
    describe: 'of a suite: a module with properties of your own, .ts, .js or .py',
  },
  jobs: {
    type: 'number',
    defaultDescription: 'all cores',
    describe: 'of a suite: runs at once',
  },
  copy: {
    type: 'string',
    describe: 'of a suite: each run works in a fresh copy of this folder',
  },
  junit: { type: 'string', describe: 'of a suite: file for the table as JUnit XML' },
  anew: {
    type: 'boolean',
    default: false,
    describe: 'of a suite: runs also where the result for this program is kept',
  },
} as const satisfies Readonly<Record<string, Options>>;

export type SuiteFlags = FlagsOf<typeof SUITE_OPTIONS>;

/** Flags that concern a suite alone. */
const OF_SUITES = ['case', 'properties', 'jobs', 'copy', 'junit', 'anew'] as const;

/** Checks a command line without a suite. @throws InputError when a flag of suites is given. */
export function checkNoSuite(flags: SuiteFlags): void {
  const given = OF_SUITES.find(name => flags[name] !== undefined && flags[name] !== false);
  if (given !== undefined) throw usageError(given, 'is for a suite: give --suite resilience too');
}

/** The cases that are asked for. @throws InputError for a name that the suite does not have. */
export function casesAskedBy({ suite, case: names }: SuiteFlags): readonly SuiteCase[] {
  const all = suite === undefined ? [] : SUITES[suite];
  if (names === undefined) return all;
  const unknown = names.find(name => !all.some(each => each.name === name));
  if (unknown === undefined) return all.filter(({ name }) => names.includes(name));
  const known = all.map(({ name }) => name).join(', ');
  throw usageError('case', `must be one of ${known}, was ${unknown}`);
}

/** Runs at once. @throws InputError for a number outside 1 to 64. */
export function lanesAskedBy({ jobs = availableParallelism() }: SuiteFlags): number {
  checkWhole('jobs', jobs, 1, JOBS_MAX);
  return jobs;
}
