/**
 * One seed for all properties of `npm test`, so that a run is red for what has changed and for nothing
 * else. The nightly run sets ORRERY_RUNS and draws a new seed each time, which a failure prints.
 */

import fc from 'fast-check';

if (process.env['ORRERY_RUNS'] === undefined) fc.configureGlobal({ seed: 20_260_101 });
