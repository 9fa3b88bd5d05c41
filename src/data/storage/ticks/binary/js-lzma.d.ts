/** The part of js-lzma that lzma.ts uses; the package brings no types. */
declare module 'js-lzma' {
  interface LZMA {
    /** Decodes until `size` bytes or, when it is negative, the end mark. @throws a text */
    decompress(
      properties: { readByte(): number },
      input: { readByte(): number },
      output: { writeByte(byte: number): void },
      size: number,
    ): boolean;
  }
  const lzma: LZMA;
  export = lzma;
}
