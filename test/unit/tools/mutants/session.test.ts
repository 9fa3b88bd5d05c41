import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { SessionProcess } from '../../../../src/tools/mutants/session-process.js';
import { ROOT } from '../../../support/files/paths.js';
import { temporaryFolder } from '../../../support/files/temporary.js';

it('a run answers for its own test files, whatever failed in a run before it', async () => {
  const root = temporaryFolder();
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'), 'junction');
  mkdirSync(join(root, 'test'));
  const config = { include: ['test/*.test.js'], pool: 'threads', maxWorkers: 1, isolate: false };
  writeFileSync(
    join(root, 'test', 'mutants.config.ts'),
    `export default ${JSON.stringify({ test: config })};`,
  );
  const write = (name: string, value: boolean) =>
    writeFileSync(
      join(root, 'test', `${name}.test.js`),
      `import { expect, it } from 'vitest';\nit('holds', () => expect(${value}).toBe(true));\n`,
    );
  write('good', true);
  write('bad', false);
  const session = new SessionProcess(root);
  onTestFinished(() => session.close());
  const run = (...names: string[]) =>
    session.run(
      names.map(name => `test/${name}.test.js`),
      120_000,
    );
  expect(await run('good')).toEqual({});
  expect(await run('bad', 'good')).toEqual({ failed: 'test/bad.test.js: holds' });
  expect(await run('good')).toEqual({});
});
