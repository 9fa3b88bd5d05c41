import { describe, expect, it } from 'vitest';
import { hasModules, runPytest } from '../support/python/pytest.js';

const isThere = hasModules('pytest', 'numpy');
const why = isThere ? '' : ' [no Python with pytest and numpy on this machine]';

const FILES = ['tables_in', 'tables_out', 'example'].map(name => `tests/test_${name}.py`);

describe('the Python package', () => {
  // One process for all of them: to load pandas, polars and pyarrow takes longer than most of the tests.
  it.skipIf(!isThere)(
    `takes tables of pandas, polars and pyarrow, gives tables, reports and plots, and runs the example of its guide${why}`,
    () => {
      const { status, output } = runPytest(FILES);
      // Files whose libraries are missing are skipped as a whole; when all are, that is status 5.
      const isSkipped = status === 5 && /\d+ skipped/.test(output);
      expect(isSkipped ? 0 : status, output).toBe(0);
    },
  );
});
