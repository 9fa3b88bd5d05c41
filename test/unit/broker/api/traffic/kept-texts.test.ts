import { describe, expect, it } from 'vitest';
import { KeptTexts } from '../../../../../src/broker/api/traffic/kept-texts.js';

describe('kept texts', () => {
  it('are the texts of their places, also where a text is replaced', () => {
    const texts = new KeptTexts();
    const many = Array.from({ length: 300 }, (_, at) => `${at} ${'ä€😀'.repeat(at)}`);
    many.forEach((text, at) => {
      texts.put(at, text);
    });
    texts.put(7, 'another');
    texts.put(8, undefined);
    texts.put(9, '');
    const expected = many.map(text => ({ text, isCut: false }));
    const found = many.map((_, at) => texts.at(at));
    expect(found[7]).toEqual({ text: 'another', isCut: false });
    expect(found[8]).toBeUndefined();
    expect(found[9]).toEqual({ text: '', isCut: false });
    expect(found.toSpliced(7, 3)).toEqual(expected.toSpliced(7, 3));
    expect(texts.at(300)).toBeUndefined();
  });

  it('are cut after 2,048 characters', () => {
    const texts = new KeptTexts();
    texts.put(0, '€'.repeat(2_048));
    texts.put(1, '€'.repeat(2_049));
    expect(texts.at(0)).toEqual({ text: '€'.repeat(2_048), isCut: false });
    expect(texts.at(1)).toEqual({ text: '€'.repeat(2_048), isCut: true });
  });
});
