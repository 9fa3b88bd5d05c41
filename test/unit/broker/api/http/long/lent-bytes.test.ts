import { describe, expect, it } from 'vitest';
import {
  giveBack,
  isLent,
  joinLent,
} from '../../../../../../src/broker/api/http/long/lent-bytes.js';

const parts = (...texts: readonly string[]) => texts.map(text => Buffer.from(text));

describe('an answer of parts', () => {
  it('has them one after the other, and is known as lent', () => {
    const answer = joinLent(parts('one,', 'two', ']'));
    expect(answer.toString()).toBe('one,two]');
    expect(isLent(answer)).toBe(true);
    expect(isLent(Buffer.from('one,two]'))).toBe(false);
    giveBack(answer);
    expect(isLent(answer)).toBe(false);
  });

  it('never has the room of another that is on its way', () => {
    const first = joinLent(parts('first'));
    const second = joinLent(parts('other'));
    expect([first.toString(), second.toString()]).toEqual(['first', 'other']);
    giveBack(first);
    giveBack(first);
    const third = joinLent(parts('third'));
    const fourth = joinLent(parts('fours'));
    expect([second.toString(), third.toString(), fourth.toString()]).toEqual([
      'other',
      'third',
      'fours',
    ]);
    for (const each of [second, third, fourth]) giveBack(each);
  });

  it('takes room that was given back', () => {
    const first = joinLent(parts('a long answer of many letters'));
    giveBack(first);
    const second = joinLent(parts('short'));
    expect(second.buffer).toBe(first.buffer);
    giveBack(second);
  });
});
