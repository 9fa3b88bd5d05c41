/**
 * Trading in a process that is killed at a call to the disk. Arguments: the folder of the store, and
 * the number of the call from 0 or `none`. It prints `at` and where the simulations stand after each
 * step, `kept` and the same when a step has been acknowledged, and at the end `calls` and their number.
 */

import { writeSync } from 'node:fs';
import { deadlyDisk } from './deadly-disk.js';
import { trade } from './trading.js';

const print = (word: string, rest: string | number) => writeSync(1, `${word} ${rest}\n`);

const [folder = '', call] = process.argv.slice(2);
const { storage, calls } = deadlyDisk(call === 'none' ? undefined : Number(call));
await trade(folder, storage, {
  at: standing => print('at', standing),
  kept: standing => print('kept', standing),
});
print('calls', calls());
