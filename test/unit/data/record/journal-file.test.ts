import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  type Journal,
  type JournalHeader,
  journalText,
  readJournal,
} from '../../../../src/data/record/journal-file.js';
import { temporaryFile } from '../../../support/files/temporary.js';

/** Journals that are refused. Invariants F6, F15. */

const HEADER: JournalHeader = {
  journal: 1,
  orrery: '0.1.0',
  tz: '2025a',
  scenario: { path: 's.yaml', sha256: 'none' },
  seed: 1,
  ticks: [],
};
const JOURNAL: Journal = { header: HEADER, inputs: [], seal: { ledger: 'none', transactions: 0 } };

const journal = (text: string) => temporaryFile('journal.ndjson', text);

describe('a journal', () => {
  it('is read as it was written', async () => {
    expect(await readJournal(journal(journalText(JOURNAL)))).toEqual(JOURNAL);
  });

  it('of a newer version is refused, and the version is named', async () => {
    const header = { ...HEADER, journal: 2, orrery: '9.0.0' } as unknown as JournalHeader;
    const file = journal(journalText({ ...JOURNAL, header }));
    await expect(readJournal(file)).rejects.toThrow(
      `${file}:1: has format 2; orrery of this version reads format 1, that journal was written by 9.0.0`,
    );
  });

  it('with another byte anywhere is refused, and the line is named', async () => {
    const file = journal(journalText(JOURNAL));
    const text = readFileSync(file, 'utf8');
    const second = text.indexOf('\n') + 1;
    for (const [at, line] of [0, 30, 90, second, second + 70].map(
      place => [place, place < second ? 1 : 2] as const,
    )) {
      const other = text[at] === '1' ? '2' : '1';
      writeFileSync(file, `${text.slice(0, at)}${other}${text.slice(at + 1)}`);
      await expect(readJournal(file), `byte ${at}`).rejects.toThrow(`${file}:${line}: is damaged`);
    }
  });

  it('without its last line or without any is refused', async () => {
    const text = journalText(JOURNAL);
    const file = journal(text.slice(0, text.indexOf('\n') + 1));
    await expect(readJournal(file)).rejects.toThrow('is not a complete journal');
    await expect(readJournal(journal(''))).rejects.toThrow(':1: is damaged');
  });
});
