import { describe, expect, it } from 'vitest';
import { hasModules, runPytest } from '../support/python/pytest.js';

const NEEDED = ['pytest', 'mypy', 'ruff', 'numpy', 'pandas', 'polars', 'gymnasium', 'matplotlib'];
const isThere = hasModules(...NEEDED);
const why = isThere ? '' : ` [no Python with ${NEEDED.join(', ')} on this machine]`;

describe('the Python package', () => {
  it.skipIf(!isThere)(`is typed, and written in one style${why}`, () => {
    const { status, output } = runPytest(['tests/test_quality.py']);
    expect(status, output).toBe(0);
    expect(output).toMatch(/\d+ passed in/);
  });
});
