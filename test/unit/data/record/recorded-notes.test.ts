import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readNotes } from '../../../../src/data/record/recorded-notes.js';
import { temporaryFolder } from '../../../support/files/temporary.js';

const NOTE = { id: '1', time: '2024-03-05T10:00:00.000000000Z', wall: '', text: 'why' };

it.each([
  ['no JSON', 'must be a note with a time and a text'],
  ['null', 'must be a note with a time and a text'],
  [JSON.stringify({ ...NOTE, text: 1 }), 'must be a note with a time and a text'],
  [JSON.stringify({ ...NOTE, picture: 'note-9.png' }), 'has no picture note-9.png'],
  [JSON.stringify({ ...NOTE, picture: '../secret' }), 'has no picture ../secret'],
])('names the line of notes that are damaged: %s', async (line, rule) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'secret'), '');
  writeFileSync(join(folder, 'notes.ndjson'), `${JSON.stringify(NOTE)}\n${line}\n`);
  await expect(readNotes(folder)).rejects.toThrow(`notes.ndjson:2: ${rule}`);
});
