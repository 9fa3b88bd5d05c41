import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { VERSION } from '../../src/data/version.js';
import { ROOT } from '../support/files/paths.js';
import { hasPytest, runPytest } from '../support/python/pytest.js';

const isThere = hasPytest();
const why = isThere ? '' : ' [pytest is not on this machine]';

/** `npm run test:languages` runs all of its tests. */
describe('the Python package', () => {
  it('has the version and the licence of this one', () => {
    const said = readFileSync(join(ROOT, 'python', 'pyproject.toml'), 'utf8');
    expect(said).toContain(`\nversion = "${VERSION}"\n`);
    const licence = (folder: string) => readFileSync(join(folder, 'LICENSE'), 'utf8');
    expect(licence(join(ROOT, 'python'))).toBe(licence(ROOT));
  });

  it.skipIf(!isThere)(`drives a server and compares ledgers${why}`, () => {
    const { status, output } = runPytest(['tests/test_simulation.py', 'tests/test_ledger.py']);
    expect(status, output).toBe(0);
    expect(output).toMatch(/\d+ passed in/);
  });
});
