import { describe, expect, it } from 'vitest';
import { ChunkedList } from '../../../../src/core/base/chunked-list.js';
import { Packing } from '../../../../src/core/base/packing.js';

const ITEMS = 3_000;

/** A list that was made again from its image, and how often something was unpacked. */
function restored() {
  let unpacked = 0;
  const packing = new Packing({
    pack: text => new TextEncoder().encode(text),
    unpack: bytes => {
      unpacked += 1;
      return new TextDecoder().decode(bytes);
    },
  });
  const original = new ChunkedList<number>();
  for (let item = 0; item < ITEMS; item++) original.push(item);
  const list = ChunkedList.restored<number>(original.image(packing), packing);
  return { list, packing, unpacked: () => unpacked };
}

describe('a list that was made again from an image', () => {
  it('unpacks a chunk when an item of it is read, and once', () => {
    const { list, unpacked } = restored();
    expect([list.length, unpacked()]).toEqual([ITEMS, 0]);
    expect(list.at(1_500)).toBe(1_500);
    expect(unpacked()).toBe(1);
    for (let at = 0; at < ITEMS; at++) expect(list.at(at)).toBe(at);
    expect(unpacked()).toBe(3);
  });

  it('goes on behind what was not read, and has the same image again', () => {
    const { list, packing, unpacked } = restored();
    const again = ChunkedList.restored<number>(list.image(packing), packing);
    list.push(ITEMS);
    expect(unpacked()).toBe(0);
    expect(list.at(ITEMS)).toBe(ITEMS);
    expect(list.at(ITEMS - 1)).toBe(ITEMS - 1);
    expect([again.length, again.at(ITEMS - 1), again.at(ITEMS)]).toEqual([
      ITEMS,
      ITEMS - 1,
      undefined,
    ]);
  });
});
