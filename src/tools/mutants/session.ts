/**
 * A process that runs test files when it is asked: Vitest stays loaded, and each request has a new worker, because a
 * worker keeps the modules that it has loaded. It ends when the process that started it disconnects.
 */

import { BaseSequencer, createVitest, type TestSpecification } from 'vitest/node';
import type { SessionAnswer, SessionRequest } from './session-process.js';

/** Keeps the order of a request. Vitest would begin with the files that take longest. */
class AsAsked extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files;
  }
}

const [root = '.'] = process.argv.slice(2);
const vitest = await createVitest('test', {
  root,
  config: 'test/mutants.config.ts',
  watch: false,
  bail: 1,
  sequence: { sequencer: AsAsked },
  reporters: [{ onTestModuleEnd: () => answer({ goesOn: true }) }],
});
await vitest.standalone();
const known = new Map<string, TestSpecification>();
for (const specification of await vitest.globTestSpecifications())
  known.set(specification.moduleId, specification);

process.on('message', async ({ tests }: SessionRequest) => {
  answer(await run(tests));
});
process.on('disconnect', () => process.exit());
answer({ isReady: true });

/** Runs the test files in this order. @returns what fails first. */
async function run(tests: readonly string[]): Promise<SessionAnswer> {
  const specifications = tests.flatMap(test => known.get(`${vitest.config.root}/${test}`) ?? []);
  // The answer has all modules that Vitest knows, also those that failed for an earlier mutant.
  vitest.state.filesMap.clear();
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  for (const module of testModules) {
    if (module.state() !== 'failed') continue;
    const [first] = module.children.allTests('failed');
    return { failed: `${module.relativeModuleId}: ${first?.fullName ?? 'does not load'}` };
  }
  return unhandledErrors.length === 0 ? {} : { failed: 'an error outside the tests' };
}

function answer(message: SessionAnswer): void {
  process.send?.(message);
}
