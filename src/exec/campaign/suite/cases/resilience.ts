/**
 * The cases of the suite `resilience`: each draws faults of one kind for what a client was seen to do.
 * Source: docs/reference/suites.md.
 */

import { OF_CONNECTIONS } from './of-connections.js';
import { OF_TIME } from './of-time.js';
import { OF_WRITES } from './of-writes.js';
import type { SuiteCase } from './suite-case.js';

/** All cases, in the order of the table. */
export const RESILIENCE: readonly SuiteCase[] = [...OF_CONNECTIONS, ...OF_WRITES, ...OF_TIME];
