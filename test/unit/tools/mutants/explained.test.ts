import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EXPLANATIONS, explainedMutants } from '../../../../src/tools/mutants/explained.js';
import { keyOf } from '../../../../src/tools/mutants/mutant.js';
import { mutantsOf } from '../../../../src/tools/mutants/mutants-of.js';
import { ROOT } from '../../../support/files/paths.js';

const explained = [...explainedMutants(ROOT)];
const paths = [...new Set(explained.map(([, { path }]) => path))];

describe('the mutants that are explained', () => {
  it.each(paths)('exist: %s', path => {
    const keys = new Set(mutantsOf(path, readFileSync(join(ROOT, path), 'utf8')).map(keyOf));
    const own = explained.filter(([, each]) => each.path === path);
    expect(own.filter(([key]) => !keys.has(key)).map(([, { line }]) => line)).toEqual([]);
  });

  it('have a reason of a kind', () => {
    for (const [, { why, reason, line }] of explained) {
      expect(Object.keys(EXPLANATIONS), line).toContain(why);
      expect(reason, line).toMatch(/^[A-Z`].{20,}\.$/s);
    }
  });
});
