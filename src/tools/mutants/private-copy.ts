/** A copy of the repository for mutants: what is compiled in it is changed, the repository is not. */

import { cpSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What tests of the core and of the API do not read, or only link to; a folder within may have the same name. */
const LEFT_OUT = new Set(['.git', 'node_modules', 'coverage', 'site', 'packed']);

/** Copies `root` with what is compiled into a new temporary folder, and returns its path. */
export function privateCopy(root: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'orrery-mutants-'));
  for (const name of readdirSync(root)) {
    if (LEFT_OUT.has(name)) continue;
    cpSync(join(root, name), join(copy, name), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
  return copy;
}
