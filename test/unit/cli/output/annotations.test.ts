import { afterEach, describe, expect, it, vi } from 'vitest';
import { annotation } from '../../../../src/cli/output/annotations.js';
import { temporaryFile } from '../../../support/files/temporary.js';
import { commandHere } from '../../../support/process/in-process.js';

afterEach(() => vi.unstubAllEnvs());

describe('an annotation', () => {
  it('names the place, and keeps a message of several lines in one', () => {
    expect(annotation({ file: 'a,b:c.yaml', line: 3, column: 7 }, '100 %: no\nyes')).toBe(
      '::error file=a%2Cb%3Ac.yaml,line=3,col=7::100 %25: no%0Ayes\n',
    );
  });

  it('is written in GitHub Actions only', async () => {
    const file = temporaryFile('s.yaml', 'version: 1\nname: [\n');
    const plain = await commandHere(['run', file]);
    expect(plain.stderr).not.toContain('::error');
    vi.stubEnv('GITHUB_ACTIONS', 'true');
    const { status, stderr } = await commandHere(['run', file]);
    expect(status).toBe(plain.status);
    expect(stderr.startsWith(plain.stderr)).toBe(true);
    expect(stderr).toMatch(new RegExp(`\\n::error file=${file},line=\\d+,col=\\d+::`));
  });
});
