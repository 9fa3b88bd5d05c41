import { describe, expect, it } from 'vitest';
import { textsIn } from './support/contract/house.js';
import { declaredTypes, exportedTypes } from './support/contract/type-names.js';

/** Names of types: each means one thing, and is a noun. */

const SOURCES = textsIn('src');

const SCHEMA =
  'the schema of the API beside the type of the value: one object of v20 or of `/_sim`';
const PAGE = 'the same thing as JSON, as the page reads it';
const PUBLIC = 'the form that users of the package write, beside the one that was read';

/** Names that two files export, each with its reason: all of them mean one thing. */
const TWICE: Readonly<Record<string, string>> = {
  Account: SCHEMA,
  AccountChanges: SCHEMA,
  AccountSummary: SCHEMA,
  ClientExtensions: SCHEMA,
  Clock: SCHEMA,
  Explanation: SCHEMA,
  Instrument: SCHEMA,
  Note: SCHEMA,
  Plot: SCHEMA,
  TradeSummary: SCHEMA,
  Candle: PAGE,
  CatalogueFault: PAGE,
  Granularity: PAGE,
  TableName: PAGE,
  TimeMark: PAGE,
  Trade: PAGE,
  TradeSide: PAGE,
  Transaction: PAGE,
  CandleRequest: PUBLIC,
  FaultRule: PUBLIC,
};

/** Nouns that end as participles do. */
const NOUNS = [
  'Drawing',
  'Feed',
  'Financing',
  'Grouping',
  'Heading',
  'Holding',
  'Meeting',
  'Need',
  'Overfitting',
  'Packing',
  'Ranking',
  'Recentering',
  'Recording',
  'Setting',
  'Speed',
];
/** Past participles, prepositions and adverbs of one word, which say nothing of the thing. */
const NO_NOUN =
  /^(?:[A-Z][a-z]+(?:ed|ing)|Held|Kept|Made|Told|Said|Given|Shown|Drawn|Seen|Sent|Found|Known|Taken|Done|Begun|Laid|Lost|Hears|Instead|Beside|Around|Against|Inside|Outside|Unseen|Unknown|Without|Over)$/;

describe('names of types', () => {
  it('are exported by one file, but for those that mean one thing in two, with the reason', () => {
    const twice = [...exportedTypes(SOURCES)].filter(([, files]) => files.length > 1);
    expect(twice.map(([name]) => name).sort()).toEqual(Object.keys(TWICE).sort());
  });

  it('are nouns', () => {
    const bare = [...declaredTypes(SOURCES).keys()].filter(name => NO_NOUN.test(name));
    expect(bare.filter(name => !NOUNS.includes(name))).toEqual([]);
    expect(NOUNS.filter(name => !bare.includes(name))).toEqual([]);
  });
});

describe('the look for names of types', () => {
  it('finds declarations of every kind, exported or not, and no other words', () => {
    const sources = new Map([
      ['a.ts', 'export interface Held {}\nexport type Row<T> = T;\nabstract class Base {}\n'],
      ['b.ts', '/** interface Comment */\nexport abstract class Row {}\n  type Inner = 1;\n'],
    ]);
    expect([...exportedTypes(sources)]).toEqual([
      ['Held', ['a.ts']],
      ['Row', ['a.ts', 'b.ts']],
    ]);
    expect([...declaredTypes(sources).keys()]).toEqual(['Held', 'Row', 'Base']);
  });
});
