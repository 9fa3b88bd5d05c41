import { expect, it } from 'vitest';
import { eachSentenceOnce } from '../../../../../src/cli/output/program/each-sentence-once.js';

it('says a sentence of many runs once', () => {
  const lines: string[] = [];
  const tell = eachSentenceOnce('audit', line => void lines.push(line));
  for (const sentence of ['time is the wall', 'a child runs', 'time is the wall']) tell(sentence);
  expect(lines).toEqual(['orrery audit: time is the wall\n', 'orrery audit: a child runs\n']);
});
