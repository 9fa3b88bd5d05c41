import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FIGURES } from '../../../../../src/data/figures/table/table.js';
import { figureDocs } from '../../../../support/figures/figure-docs.js';
import { ROOT } from '../../../../support/files/paths.js';

const DOCS = join(ROOT, 'docs', 'reference', 'figures.md');

describe('the table of figures', () => {
  it('is what docs/reference/figures.md says (ORRERY_UPDATE=1 rewrites it)', () => {
    if (process.env['ORRERY_UPDATE'] === '1') writeFileSync(DOCS, figureDocs());
    else expect(readFileSync(DOCS, 'utf8')).toBe(figureDocs());
  });

  it('names each figure once, with its formula and source', () => {
    expect(new Set(FIGURES.map(({ name }) => name)).size).toBe(FIGURES.length);
    expect(new Set(FIGURES.map(({ label }) => label)).size).toBe(FIGURES.length);
    for (const { name, formula, source } of FIGURES) {
      expect(name).toMatch(/^[a-z][A-Za-z0-9.]*$/);
      expect(formula, name).toMatch(/\S/);
      expect(source, name).toMatch(/\S/);
    }
  });
});
