import { basename, dirname } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { annotation } from '../../../../src/cli/output/annotations.js';
import { ROOT } from '../../../support/files/paths.js';
import { temporaryFile } from '../../../support/files/temporary.js';
import { commandHere } from '../../../support/process/in-process.js';

afterEach(() => vi.unstubAllEnvs());

describe('an annotation', () => {
  it('names the place, and keeps a message of several lines in one', () => {
    expect(annotation({ file: 'a,b:c.yaml', line: 3, column: 7 }, '100 %: no\nyes')).toBe(
      '::error file=a%2Cb%3Ac.yaml,line=3,col=7::100 %25: no%0Ayes\n',
    );
  });

  it('names a file by its path in the checkout', () => {
    const file = temporaryFile('s.yaml', '');
    vi.stubEnv('GITHUB_WORKSPACE', dirname(dirname(file)));
    const path = `${basename(dirname(file))}/s.yaml`;
    expect(annotation({ file }, 'no')).toBe(`::error file=${path}::no\n`);
    vi.stubEnv('GITHUB_WORKSPACE', ROOT);
    expect(annotation({ file }, 'no')).toBe(`::error file=${file}::no\n`);
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
