import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { hasPytest, runPytest } from '../support/python/pytest.js';
import { PYTHON } from '../support/python/run-python.js';
import { IS_NIGHTLY } from '../support/random/nightly.js';

const isThere = hasPytest() && spawnSync(PYTHON, ['-c', 'import numpy']).status === 0;
const why = isThere ? '' : ' [no Python with pytest and numpy on this machine]';
/** A hook in code of C, which nothing can interrupt, is ended after some seconds only. */
const BY_DAY = IS_NIGHTLY ? [] : ['-k', 'not sum'];

describe('the Python package', () => {
  it.skipIf(!isThere).each([
    ['calls hooks in its own process', 'test_strategy.py'],
    ['calls hooks in a process of their own, and says what goes wrong there', 'test_child.py'],
    ['steps environments', 'test_gym.py'],
    ['runs the ported examples', 'test_examples.py'],
  ])(`%s${why}`, (_, file) => {
    const { status, output } = runPytest([`tests/${file}`, ...BY_DAY]);
    expect(status, output).toBe(0);
    expect(output).toMatch(/\d+ (?:passed|skipped)/);
  });
});
