import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { VERSION } from '../../../../../src/data/version.js';
import { CAUSES } from '../../../../../src/live/fidelity/compare/difference.js';
import { KNOWN_REASONS } from '../../../../../src/live/fidelity/parity/known-differences.js';
import { PLACES } from '../../../../../src/live/fidelity/parity/known-places.js';
import { parityOf } from '../../../../../src/live/fidelity/parity/parity.js';
import {
  arithmeticScore,
  meanOf,
  type ScoreRow,
  scoreText,
  shapeScore,
} from '../../../../../src/live/fidelity/parity/score.js';
import { recordingsIn } from '../../../../../src/live/fidelity/recording/recorded-bodies.js';
import { RELATIONS } from '../../../../../src/live/fidelity/rules/relations.js';
import { ROOT, sharedReference } from '../../../../support/files/paths.js';
import { IS_NIGHTLY } from '../../../../support/random/nightly.js';

/** Recorded answers are not ours to pass on: they are read when they lie beside the repository. */
const FOLDER = sharedReference('v20-fixtures');
/** Files with hundreds of alike transactions; the nightly run replays them too. */
const LONG =
  /(account_changes_response(_two)?|close_all_trades_response|example_transactions)\.json$/;

const PAGE = readFileSync(join(ROOT, 'docs', 'fidelity', 'index.md'), 'utf8');

describe('the page about the score', () => {
  it('has every relation, every known difference and every cause', () => {
    for (const { name, sentence } of RELATIONS) expect(PAGE).toMatch(rowOf(name, sentence));
    const reasons = KNOWN_REASONS.map(({ reason }) => reason);
    expect(reasons.filter(reason => !PAGE.includes(reason))).toEqual([]);
    expect(reasons.filter(reason => reason.split(' ').length < 4)).toEqual([]);
    expect(new Set(reasons).size).toBe(reasons.length);
    const other = readFileSync(join(ROOT, 'docs', 'fidelity', 'your-account.md'), 'utf8');
    expect(Object.keys(CAUSES).filter(cause => !other.includes(`| \`${cause}\` `))).toEqual([]);
  });
});

function rowOf(name: string, sentence: string): RegExp {
  const plain = sentence.replace(/[()+.]/g, '\\$&');
  return new RegExp(`\\| ${name} +\\| ${plain} +\\|`);
}

/** The scores of all kinds of bodies, each kind once. */
function scores(rows: readonly ScoreRow[]): readonly [shape: string, arithmetic: string] {
  return [scoreText(meanOf(rows, shapeScore)), scoreText(meanOf(rows, arithmeticScore))];
}

describe('recorded answers of v20 (skipped unless they are at hand)', () => {
  it.skipIf(FOLDER === undefined)(
    'have no unexpected difference [needs the recordings]',
    async () => {
      const all = recordingsIn(FOLDER ?? '');
      const chosen = all.filter(({ file }) => IS_NIGHTLY || !LONG.test(file));
      const { differences, strange, rows } = await parityOf(chosen);
      expect(differences.filter(({ known }) => known === undefined)).toEqual([]);
      expect(strange).toEqual([]);
      expect(rows.reduce((sum, { counts }) => sum + counts.replay.same, 0)).toBeGreaterThan(1_000);
      const found = new Set(
        differences.map(({ file, place, path, rule }) => `${file} ${place} ${path} ${rule}`),
      );
      const idle = PLACES.flatMap(({ file, place = '', at }) =>
        at.map(each => `${file} ${place} ${each}`).filter(each => !found.has(each)),
      );
      expect(idle).toEqual([]);
      if (!IS_NIGHTLY) return;
      const [shape, arithmetic] = scores(rows);
      expect(PAGE).toMatch(
        new RegExp(`\\| ${VERSION.replaceAll('.', '\\.')} +\\| ${shape} +\\| ${arithmetic} +\\|`),
      );
    },
  );
});
