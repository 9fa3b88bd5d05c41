import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { strToU8, type Zippable, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import {
  faultOf,
  lines,
  read,
  rowsOf,
  scratchPath,
} from '../../../../../support/files/tick-files.js';

const DAY = lines('277,1.38694,1.38705', '86399999,1.38692,1.38706');

function archive(name: string, content: Zippable | Uint8Array, folder = dirname(scratchPath('x'))) {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, name);
  writeFileSync(path, content instanceof Uint8Array ? content : zipSync(content));
  return path;
}

const csv = (text: string): Zippable => ({ 'day.csv': strToU8(text) });

describe('a LEAN archive', () => {
  it('takes its date from its name, and its clock from the zone given', async () => {
    const path = archive('20140502_quote.zip', csv(DAY));
    expect(rowsOf((await read(path)).columns)).toEqual([
      '2014-05-02T00:00:00.277000Z 138694 138705',
      '2014-05-02T23:59:59.999000Z 138692 138706',
    ]);
    const eastern = await read(path, { timeZone: 'Etc/GMT+5' });
    expect(rowsOf(eastern.columns)[0]).toMatch(/^2014-05-02T05:00:00.277/);
  });

  it('may be one of a folder, read in order of their names', async () => {
    const folder = dirname(scratchPath('x'));
    archive('20140504_quote.zip', csv('5,1.1,1.2\n'), folder);
    archive('20140502_quote.zip', csv(DAY), folder);
    writeFileSync(join(folder, 'notes.txt'), 'x');
    const ticks = await read(folder);
    expect(rowsOf(ticks.columns).map(row => row.slice(0, 10))).toEqual([
      '2014-05-02',
      '2014-05-02',
      '2014-05-04',
    ]);
    expect([ticks.layout, ticks.rows, ticks.gaps.length]).toEqual(['lean', 3, 2]);
  });

  it('names the archive and the line of a bad row', async () => {
    const path = archive('20140502_quote.zip', csv(lines('1,1.1,1.2', '86400000,1.1,1.2')));
    const rule = 'must be milliseconds of a day, was "86400000"';
    expect((await faultOf(path)).message).toBe(`${path}:2:1: time: ${rule}`);
  });

  it('is refused under another name, or a date that does not exist', async () => {
    for (const name of [
      'ticks.zip',
      '20140230_quote.zip',
      '20141301_quote.zip',
      '00000000_quote.zip',
    ]) {
      const fault = await faultOf(archive(name, csv(DAY)));
      expect(fault.rule).toBe('a LEAN archive is named YYYYMMDD_quote.zip after its date');
    }
  });

  it('is refused when it is cut, changed, empty or holds several files', async () => {
    const whole = Buffer.from(
      zipSync(csv(DAY.repeat(1) + lines(...Array(500).fill('86399999,1.1,1.2')))),
    );
    const changed = Buffer.from(whole);
    changed[60] = (changed[60] ?? 0) ^ 4;
    const stored = Buffer.from(zipSync({ 'day.csv': [strToU8(DAY), { level: 0 }] }));
    stored[stored.indexOf('1.38705')] = 0x32;
    const rule = async (content: Zippable | Uint8Array) =>
      (await faultOf(archive('20140502_quote.zip', content))).rule;
    for (const length of [10, 100, whole.length - 1]) {
      expect(await rule(whole.subarray(0, length))).toBe('is not a complete zip archive');
    }
    expect(await rule(changed)).toMatch(/^is not a complete zip archive/);
    expect(await rule(stored)).toBe('is not a complete zip archive: its checksum does not match');
    expect(await rule({})).toBe('must hold one file, was 0');
    expect(await rule({ a: strToU8(DAY), b: strToU8(DAY) })).toBe('must hold one file, was 2');
    expect(await rule({ 'folder/': new Uint8Array(0), 'folder/a': strToU8('') })).toBe('is empty');
  });

  it('is refused when it says that it unzips to more than any day', async () => {
    const bytes = Buffer.from(zipSync(csv(DAY)));
    const entry = bytes.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    bytes.writeUInt32LE(0xfffffff0, entry + 24);
    const fault = await faultOf(archive('20140502_quote.zip', bytes));
    expect(fault.rule).toBe('unzips to more than 268435456 bytes');
  });
});
