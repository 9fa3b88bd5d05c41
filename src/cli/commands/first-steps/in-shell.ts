/** Text as a shell takes it. */

/** A path as one word of a shell: in quotation marks, unless it is plain. */
export function inShell(path: string): string {
  return /^[\w./\\:-]+$/.test(path) ? path : `"${path}"`;
}
