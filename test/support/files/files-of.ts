import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** All files of a folder as texts, by name. */
export function filesOf(folder: string): Record<string, string> {
  const names = readdirSync(folder).sort();
  return Object.fromEntries(names.map(name => [name, readFileSync(join(folder, name), 'utf8')]));
}
