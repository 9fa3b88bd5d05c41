import { describe, expect, it } from 'vitest';
import { KNOWN_DIFFERENCES } from '../../../../src/fidelity/parity/known-differences.js';
import { parityOf } from '../../../../src/fidelity/parity/parity.js';
import { recordingsIn } from '../../../../src/fidelity/recording/recorded-bodies.js';
import { sharedReference } from '../../../support/files/paths.js';

/** Recorded answers are not ours to pass on: they are read when they lie beside the repository. */
const FOLDER = sharedReference('v20-fixtures');

/** The score of this release; a change of it is a change of fidelity. */
const SCORE = {
  fields: { same: 45132, known: 1899, changed: 15, unexpected: 0 },
  formats: { same: 37709, known: 7, changed: 5189, unexpected: 0 },
  order: { same: 29735, known: 169, changed: 5616, unexpected: 0 },
  arithmetic: { same: 2839, known: 2, changed: 5, unexpected: 0 },
};

describe('recorded answers of v20 (skipped unless they are at hand)', () => {
  it.skipIf(FOLDER === undefined)('have the score of this release', () => {
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
