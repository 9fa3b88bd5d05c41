/**
 * Records which compiled code a test file runs: the blocks that V8 counted since the file before it in the same
 * worker. One line of JSON a test file, in the folder that `ORRERY_REACHED` names.
 */

import { appendFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { join, relative } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { afterAll, expect } from 'vitest';
import { ROOT } from '../support/files/paths.js';

const COMPILED = new URL('../../dist/', import.meta.url).href;
const { ORRERY_REACHED: folder } = process.env;
/** One session a worker, kept between test files: the counts of V8 begin anew with each reading. */
const held = globalThis as { reachedSession?: Session };

if (folder !== undefined) {
  held.reachedSession ??= started();
  const session = held.reachedSession;
  const before = process.cpuUsage();
  afterAll(() => {
    const { testPath = '' } = expect.getState();
    session.post('Profiler.takePreciseCoverage', (error, { result }) => {
      if (error !== null) throw error;
      const scripts = result
        .filter(({ url }) => url.startsWith(COMPILED))
        .map(({ url, functions }) => ({
          path: `dist/${url.slice(COMPILED.length)}`,
          blocks: functions.flatMap(({ ranges }) =>
            ranges.map(({ startOffset, endOffset, count }) => [
              startOffset,
              endOffset,
              count > 0 ? 1 : 0,
            ]),
          ),
        }));
      // Time of the processor: other work on the machine does not count.
      const { user, system } = process.cpuUsage(before);
      const ms = Math.round((user + system) / 1_000);
      const line = { test: relative(ROOT, testPath), ms, scripts };
      appendFileSync(join(folder, `${process.pid}.ndjson`), `${JSON.stringify(line)}\n`);
    });
  });
}

function started(): Session {
  // Calls that optimized code makes inside itself are not counted.
  setFlagsFromString('--no-opt');
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  return session;
}
