import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { SessionProcess } from '../../../../src/tools/mutants/session-process.js';
import { ROOT } from '../../../support/files/paths.js';
import { temporaryFolder } from '../../../support/files/temporary.js';

/** A folder with Vitest, and a session that runs test files in it, which hold what they are written with. */
function sessionInFolder() {
  const root = temporaryFolder();
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'), 'junction');
  mkdirSync(join(root, 'test'));
  const config = { include: ['test/*.test.js'], pool: 'threads', maxWorkers: 1, isolate: false };
  writeFileSync(
    join(root, 'test', 'mutants.config.ts'),
    `export default ${JSON.stringify({ test: config })};`,
  );
  const write = (name: string, value: string) =>
    writeFileSync(
      join(root, 'test', `${name}.test.js`),
      `import { existsSync } from 'node:fs';
       import { expect, it } from 'vitest';
       it('holds', () => expect(${value}).toBe(true));`,
    );
  const session = new SessionProcess(root);
  onTestFinished(() => session.close());
  const run = (...names: string[]) =>
    session.run(
      names.map(name => `test/${name}.test.js`),
      120_000,
    );
  return { root, write, run };
}

it('a run answers for its own test files, whatever failed in a run before it', async () => {
  const { write, run } = sessionInFolder();
  write('good', 'true');
  write('bad', 'false');
  expect(await run('good')).toEqual({});
  expect(await run('bad', 'good')).toEqual({ failed: 'test/bad.test.js: holds' });
  expect(await run('good')).toEqual({});
});

it('a run begins with the test file that is named first, whatever a run before it has shown', async () => {
  const { root, write, run } = sessionInFolder();
  const flag = join(root, 'flag');
  writeFileSync(flag, '');
  write('once', `existsSync(${JSON.stringify(flag)})`);
  write('bad', 'false');
  expect(await run('once')).toEqual({});
  expect(await run('bad')).toEqual({ failed: 'test/bad.test.js: holds' });
  rmSync(flag);
  expect(await run('once', 'bad')).toEqual({ failed: 'test/once.test.js: holds' });
});
