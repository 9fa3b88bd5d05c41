import { describe, expect, it } from 'vitest';
import { hasModules, hasPytest, runPytest } from '../support/python/pytest.js';

const isThere = hasPytest() && hasModules('numpy', 'cloudpickle', 'pandas', 'pyarrow', 'polars');
const why = isThere
  ? ''
  : ' [pytest with numpy, cloudpickle, pandas, pyarrow and polars is not here]';

/** Of the audits only some: each runs a strategy several times, in a Python of its own. */
const AUDITS = 'by_pandas or column or future or form or sma_cross or one_by_one or look_at';

describe('studies in Python', () => {
  it.skipIf(!isThere)(
    `give the tables of TypeScript, and classes of a session are taken${why}`,
    () => {
      const { status, output } = runPytest(['tests/test_study.py', 'tests/test_search.py']);
      expect(status, output).toBe(0);
    },
  );

  it.skipIf(!isThere)(`are audited for look-ahead${why}`, () => {
    const { status, output } = runPytest(['tests/test_audit.py', '-k', AUDITS]);
    expect(status, output).toBe(0);
    expect(output).toMatch(/\d+ passed, \d+ deselected in/);
  });
});
