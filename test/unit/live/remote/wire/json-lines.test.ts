import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonLines } from '../../../../../src/live/remote/wire/json-lines.js';

describe('lines of JSON', () => {
  it('are the same however they are cut', () => {
    const object = fc.dictionary(fc.string(), fc.jsonValue());
    fc.assert(
      fc.property(fc.array(object), fc.infiniteStream(fc.nat(20)), (objects, sizes) => {
        const text = objects.map(each => `${JSON.stringify(each)}\n`).join('');
        const lines = new JsonLines();
        const found: unknown[] = [];
        for (let at = 0; at < text.length; ) {
          const size = (sizes.next().value ?? 0) + 1;
          found.push(...lines.push(text.slice(at, at + size)));
          at += size;
        }
        expect(found).toEqual(JSON.parse(JSON.stringify(objects)));
      }),
    );
  });

  it('may be empty, and may end as lines of Windows do', () => {
    expect(new JsonLines().push('\n{"a":1}\r\n\r\n')).toEqual([{ a: 1 }]);
  });

  it.each(['<html>\n', '[1]\n', '1\n', '{"a":\n', 'x'.repeat(1_048_577)])(
    'refuses %.10j',
    chunk => {
      expect(() => new JsonLines().push(chunk)).toThrow('a line');
    },
  );
});
