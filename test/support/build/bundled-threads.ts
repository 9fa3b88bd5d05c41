/** Set-up of every test file: threads of strategies begin with their bundle. Other threads are left as they are. */

import { syncBuiltinESMExports } from 'node:module';
import threads, { type WorkerOptions } from 'node:worker_threads';
import { PILOT } from './thread-bundle.js';

class ThreadOfTests extends threads.Worker {
  constructor(file: string | URL, options?: WorkerOptions) {
    super(String(file) === PILOT.compiled ? PILOT.bundled : file, options);
  }
}

// The files of a worker share their modules, and each runs this anew.
if (threads.Worker.name !== ThreadOfTests.name) {
  threads.Worker = ThreadOfTests;
  syncBuiltinESMExports();
}
