/** Runs the named bench in a process of its own and prints its figures as JSON on stdout. */

import { BENCHES } from './suite.js';

const name = process.argv[2] ?? '';
const bench = BENCHES[name];
if (bench === undefined) throw new Error(`unknown bench ${name}`);
process.stdout.write(JSON.stringify(await bench.run()));
