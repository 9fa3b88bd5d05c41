import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { archiveMember } from '../../../../../src/study/replicate/packages/archive-member.js';
import { fileInTar } from '../../../../../src/study/replicate/packages/tar-archive.js';
import { tarOf } from '../../../../support/replicate/made-packages.js';

const TAR = tarOf({ 'a/one.csv': '1', 'a/b/two.csv': 'x'.repeat(700), 'c/empty': '' });

describe('a tar archive', () => {
  it('gives the file whose path ends as asked, whatever its size', () => {
    const text = (ending: string) => Buffer.from(fileInTar(TAR, ending) ?? 'none').toString();
    expect(text('one.csv')).toBe('1');
    expect(text('b/two.csv')).toBe('x'.repeat(700));
    expect(text('c/empty')).toBe('');
    expect(text('three.csv')).toBe('none');
  });

  it('gives a file with a prefix before its name, and no folder', () => {
    const whole = Buffer.from(TAR);
    whole.write('long', 345);
    expect(fileInTar(whole, 'long/a/one.csv')).toHaveLength(1);
    whole.write('5', 156);
    expect(fileInTar(whole, 'one.csv')).toBeUndefined();
  });

  it('is refused when it ends within a file, or a size is no number', () => {
    expect(() => fileInTar(TAR.subarray(0, 1_600), 'two.csv')).toThrow(/not a complete tar/);
    const wrong = Buffer.from(TAR);
    wrong.write('12z', 124);
    expect(() => fileInTar(wrong, 'one.csv')).toThrow(/not a complete tar/);
  });
});

describe('a file of an archive', () => {
  const gzip = gzipSync(TAR);
  const zip = Buffer.from(zipSync({ 'a/one.csv': Buffer.from('1') }));

  it('is read from zip and from tar with gzip', async () => {
    expect(Buffer.from(await archiveMember('p', gzip, 'one.csv')).toString()).toBe('1');
    expect(Buffer.from(await archiveMember('p', zip, 'one.csv')).toString()).toBe('1');
  });

  it.each([
    [gzip, 'no.csv', 'p: holds no file no.csv'],
    [zip, 'no.csv', 'p: holds no file no.csv'],
    [gzip.subarray(0, 40), 'one.csv', 'p: is not a complete archive (unexpected end of file)'],
    [zip.subarray(0, 40), 'one.csv', 'p: is not a complete zip archive'],
    [Buffer.from('text'), 'one.csv', 'p: must be a zip archive, or a tar archive packed with gzip'],
  ])('is refused with the reason', async (bytes, ending, message) => {
    await expect(archiveMember('p', bytes, ending)).rejects.toThrow(message);
  });
});
