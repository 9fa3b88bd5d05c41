/**
 * The beginnings of texts by place, as bytes outside of the heap of V8: its collector would copy each text
 * twice before it counts as old, which takes longer than writing it.
 */

/** Characters of a text that are kept. */
const TEXT_MAX = 2_048;
/** Bytes that a character takes at most. */
const CHARACTER_BYTES = 3;
/** Bytes of the first block, and of the largest. Each is twice as large as the one before. */
const FIRST_BYTES = 4_096;
const BLOCK_BYTES = 65_536;
/** A span has where a text begins in its block, the length in bytes, and whether it is cut, as one number. */
const LENGTHS = 8_192;

/** A text, as far as it is kept. */
export interface KeptText {
  readonly text: string;
  /** Whether it is the beginning only. */
  readonly isCut: boolean;
}

/**
 * Owns the texts and the blocks of bytes that they stand in. `put` sets the text of a place. A block is
 * dropped with its last text.
 */
export class KeptTexts {
  readonly #blocks: (Buffer | undefined)[] = [];
  readonly #spans: number[] = [];
  #block = Buffer.alloc(0);
  #end = 0;
  #size = FIRST_BYTES / 2;

  /** Keeps a text in place of the one before; undefined: there is none. */
  put(place: number, text: string | undefined): void {
    const isCut = text !== undefined && text.length > TEXT_MAX;
    const kept = isCut ? text.slice(0, TEXT_MAX) : (text ?? '');
    const block = this.#blockFor(kept.length * CHARACTER_BYTES);
    const length = block.write(kept, this.#end);
    this.#blocks[place] = text === undefined ? undefined : block;
    this.#spans[place] = (this.#end * LENGTHS + length) * 2 + (isCut ? 1 : 0);
    this.#end += length;
  }

  /** The text of a place; undefined when there is none. */
  at(place: number): KeptText | undefined {
    const span = this.#spans[place] as number;
    const from = Math.floor(span / 2 / LENGTHS);
    const to = from + (Math.floor(span / 2) % LENGTHS);
    const text = this.#blocks[place]?.toString('utf8', from, to);
    return text === undefined ? undefined : { text, isCut: span % 2 === 1 };
  }

  /** A block with room for `bytes` behind its end. */
  #blockFor(bytes: number): Buffer {
    if (this.#end + bytes <= this.#block.length) return this.#block;
    this.#size = Math.min(BLOCK_BYTES, this.#size * 2);
    this.#block = Buffer.allocUnsafeSlow(Math.max(this.#size, bytes));
    this.#end = 0;
    return this.#block;
  }
}
