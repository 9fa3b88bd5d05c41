/** Clients that wrote answers out again, by the files that they wrote. */

import type { ParityFinding } from './finding.js';
import { PRINTED_FILES, UNORDERED_FILES } from './printed-files.js';

const PRINTED: ReadonlySet<string> = new Set(PRINTED_FILES);
const UNORDERED: ReadonlySet<string> = new Set([...UNORDERED_FILES, ...PRINTED_FILES]);

/** What a client writes that has read numbers: whole ones as they are, others as floats, and nothing as null. */
const PRINTED_FORM = /^(null|"?-?\d+(\.(0|\d*[1-9]))?(e-?\d+)?"?)$/;

/** Whether the form of a value is that of the client that wrote the file. */
export function isPrinted(file: string, { found }: ParityFinding): boolean {
  return PRINTED.has(file) && PRINTED_FORM.test(found);
}

/** Whether the client that wrote the file has an order of keys of its own. */
export function isUnordered(file: string): boolean {
  return UNORDERED.has(file);
}
