import { describe, expect, it } from 'vitest';
import { hasPytest, runPytest } from '../support/python/pytest.js';

const isThere = hasPytest();
const why = isThere ? '' : ' [pytest is not on this machine]';

describe('the Python package', () => {
  it.skipIf(!isThere)(`passes its tests${why}`, () => {
    const { status, output } = runPytest(['tests'], 600_000);
    expect(status, output).toBe(0);
    expect(output).toMatch(/\d+ passed/);
  });
});
