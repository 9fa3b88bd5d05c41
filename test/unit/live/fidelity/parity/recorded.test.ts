import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { VERSION } from '../../../../../src/data/version.js';
import { CAUSES } from '../../../../../src/live/fidelity/compare/difference.js';
import { KNOWN_DIFFERENCES } from '../../../../../src/live/fidelity/parity/known-differences.js';
import { parityOf, scoreText } from '../../../../../src/live/fidelity/parity/parity.js';
import { RELATIONS } from '../../../../../src/live/fidelity/parity/rules/relations.js';
import { recordingsIn } from '../../../../../src/live/fidelity/recording/recorded-bodies.js';
import { ROOT, sharedReference } from '../../../../support/files/paths.js';

/** Recorded answers are not ours to pass on: they are read when they lie beside the repository. */
const FOLDER = sharedReference('v20-fixtures');

/** The score of this release; a change of it is a change of fidelity. */
const SCORE = {
  fields: { same: 45132, known: 1899, changed: 15, unexpected: 0 },
  formats: { same: 37709, known: 7, changed: 5189, unexpected: 0 },
  order: { same: 29735, known: 169, changed: 5616, unexpected: 0 },
  arithmetic: { same: 2839, known: 2, changed: 5, unexpected: 0 },
};

const PAGE = readFileSync(join(ROOT, 'docs', 'fidelity', 'index.md'), 'utf8');

describe('the page about the score', () => {
  it('has the score of this release', () => {
    const counts = Object.values(SCORE);
    const known = counts.reduce((sum, each) => sum + each.known, 0);
    for (const { same, known: own } of [...counts]) {
      expect(PAGE).toContain(`${(same + own).toLocaleString('en-US')} |`);
      expect(PAGE).toContain(`${own.toLocaleString('en-US')} |`);
    }
    const scores = [...counts.map(each => scoreText([each])), scoreText(counts)];
    const cells = scores.map(each => each.replace(/ %$/, ' % *')).join('\\| ');
    expect(PAGE).toMatch(new RegExp(`\\| ${VERSION.replaceAll('.', '\\.')} +\\| ${cells}\\|`));
    expect(PAGE).toContain(known.toLocaleString('en-US'));
  });

  it('has every relation, every known difference and every cause', () => {
    for (const { name, sentence } of RELATIONS) expect(PAGE).toMatch(rowOf(name, sentence));
    const reasons = KNOWN_DIFFERENCES.map(({ reason }) => reason);
    expect(reasons.filter(reason => !PAGE.includes(reason))).toEqual([]);
    const other = readFileSync(join(ROOT, 'docs', 'fidelity', 'your-account.md'), 'utf8');
    expect(Object.keys(CAUSES).filter(cause => !other.includes(`| \`${cause}\` `))).toEqual([]);
  });
});

function rowOf(name: string, sentence: string): RegExp {
  const plain = sentence.replace(/[()+.]/g, '\\$&');
  return new RegExp(`\\| ${name} +\\| ${plain} +\\|`);
}

describe('recorded answers of v20 (skipped unless they are at hand)', () => {
  it.skipIf(FOLDER === undefined)('have the score of this release [needs the recordings]', () => {
    const { total, bodies, strange, differences } = parityOf(recordingsIn(FOLDER ?? ''));
    expect(differences.filter(({ known }) => known === undefined)).toEqual([]);
    expect({ bodies, strange }).toEqual({ bodies: 384, strange: [] });
    expect(total).toEqual(SCORE);
    const idle = KNOWN_DIFFERENCES.filter(
      ({ reason }) => !differences.some(({ known }) => known?.reason === reason),
    );
    expect(idle).toEqual([]);
  });
});
