/**
 * Finds a file in a tar archive. Longer names than a header holds are not read: the packages of the
 * replications have none.
 * Source: POSIX.1-1990 (ustar), section 10.1.1.
 */

const BLOCK = 512;
const NAME = [0, 100] as const;
const SIZE = [124, 136] as const;
const KIND = 156;
const MAGIC = [257, 262] as const;
const PREFIX = [345, 500] as const;
/** The kinds of plain files: a zero byte in the oldest archives, and `0`. */
const PLAIN_KINDS = [0, 48];

/**
 * The content of the first plain file whose path ends with `ending`; undefined when there is none.
 * @throws RangeError when the archive ends within a file, or a size is no octal number.
 */
export function fileInTar(bytes: Uint8Array, ending: string): Uint8Array | undefined {
  for (let at = 0; at + BLOCK <= bytes.length && bytes[at] !== 0; ) {
    const header = bytes.subarray(at, at + BLOCK);
    const sizeText = textIn(header, SIZE).trim();
    const size = Number.parseInt(sizeText, 8);
    const end = at + BLOCK + size;
    if (!/^[0-7]+$/.test(sizeText) || end > bytes.length) {
      throw new RangeError('not a complete tar archive');
    }
    const isPlain = PLAIN_KINDS.includes(header[KIND] ?? 0);
    if (isPlain && pathOf(header).endsWith(ending)) return bytes.subarray(at + BLOCK, end);
    at = end + ((BLOCK - (size % BLOCK)) % BLOCK);
  }
  return undefined;
}

function pathOf(header: Uint8Array): string {
  const isUstar = textIn(header, MAGIC) === 'ustar';
  const prefix = isUstar ? textIn(header, PREFIX) : '';
  return prefix === '' ? textIn(header, NAME) : `${prefix}/${textIn(header, NAME)}`;
}

/** The text of a field, up to its first zero byte. */
function textIn(header: Uint8Array, [from, to]: readonly [number, number]): string {
  const field = header.subarray(from, to);
  const end = field.indexOf(0);
  return Buffer.from(end < 0 ? field : field.subarray(0, end)).toString('latin1');
}
