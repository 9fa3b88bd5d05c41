import { describe, expect, it } from 'vitest';
import { hasModules, runPytest } from '../support/python/pytest.js';

const isThere = hasModules('pytest', 'numpy');
const why = isThere ? '' : ' [no Python with pytest and numpy on this machine]';

describe('the Python package', () => {
  it.skipIf(!isThere).each([
    ['takes tables of pandas, polars and pyarrow', 'test_tables_in.py'],
    ['gives tables, reports and plots', 'test_tables_out.py'],
    ['runs the example of its guide', 'test_example.py'],
  ])(`%s${why}`, (_, file) => {
    const { status, output } = runPytest([`tests/${file}`]);
    // A file whose libraries are missing is skipped as a whole, which is status 5.
    const isSkipped = status === 5 && /\d+ skipped/.test(output);
    expect(isSkipped ? 0 : status, output).toBe(0);
  });
});
