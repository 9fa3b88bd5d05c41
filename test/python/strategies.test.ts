import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { hasPytest, runPytest } from '../support/python/pytest.js';
import { PYTHON } from '../support/python/run-python.js';
import { IS_NIGHTLY } from '../support/random/nightly.js';

const isThere = hasPytest() && spawnSync(PYTHON, ['-c', 'import numpy']).status === 0;
const why = isThere ? '' : ' [no Python with pytest and numpy on this machine]';
/** A hook in code of C, which nothing can interrupt, is ended after some seconds only. */
const BY_DAY = IS_NIGHTLY ? [] : ['-k', 'not sum'];

const FILES = ['strategy', 'child', 'gym', 'examples'].map(name => `tests/test_${name}.py`);

describe('the Python package', () => {
  // One process for all of them: to load pytest and numpy takes as long as many of the tests.
  it.skipIf(!isThere)(
    `calls hooks in its own process and in others, steps environments, and runs the ported examples${why}`,
    () => {
      const { status, output } = runPytest([...FILES, ...BY_DAY]);
      expect(status, output).toBe(0);
      expect(output).toMatch(/\d+ passed/);
    },
  );
});
