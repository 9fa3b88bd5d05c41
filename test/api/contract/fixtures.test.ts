import { describe, expect, it } from 'vitest';
import { alternatives, matcher } from '../../support/contract/patterns.js';
import { departures, recordings } from '../../support/contract/recorded.js';
import { sharedReference } from '../../support/files/paths.js';
import { FIXTURE_EXCEPTIONS } from './fixture-exceptions.js';

/** Recorded answers are not ours to pass on: they are read when they lie beside the repository. */
const FOLDER = sharedReference('v20-fixtures');

const read = FOLDER === undefined ? [] : recordings(FOLDER);
/** Each departure of a file once. */
const found = [
  ...new Map(
    read.flatMap(({ file, value }) =>
      departures(value).map(line => [`${file} ${line}`, { file, line }] as const),
    ),
  ).values(),
];
const known = FIXTURE_EXCEPTIONS.flatMap(({ files, lines }) =>
  lines.flatMap(alternatives).map(line => ({
    text: `${files} ${line}`,
    files: alternatives(files).map(matcher),
    line: matcher(line),
  })),
);

function takes(exception: (typeof known)[number], { file, line }: (typeof found)[number]) {
  return exception.files.some(each => each.test(file)) && exception.line.test(line);
}

describe('recorded answers of v20 (skipped unless they are at hand)', () => {
  it.skipIf(FOLDER === undefined)(
    'are what the schemas say, but for what is listed [needs the recordings]',
    () => {
      const unknown = found.filter(each => !known.some(exception => takes(exception, each)));
      expect([...new Set(unknown.map(({ file, line }) => `${file} ${line}`))]).toEqual([]);
    },
  );

  it.skipIf(FOLDER === undefined)(
    'depart from them in everything that is listed [needs the recordings]',
    () => {
      const untrue = known.filter(exception => !found.some(each => takes(exception, each)));
      expect(untrue.map(({ text }) => text)).toEqual([]);
    },
  );

  it.skipIf(FOLDER === undefined)('are many, and of many years [needs the recordings]', () => {
    expect(read.length).toBeGreaterThan(150);
    const years = new Set(JSON.stringify(read).match(/"20\d\d(?=-\d\d-)/g));
    expect([...years].sort()).toEqual(expect.arrayContaining(['"2016', '"2019', '"2024']));
  });
});
