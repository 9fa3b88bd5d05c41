/** Where things are, from the repository's root. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** The path of a file of real market data beside the repository, or undefined when it is absent. */
export function sharedData(path: string): string | undefined {
  const full = join(ROOT, '..', 'shared', 'data', path);
  return existsSync(full) ? full : undefined;
}

/** The path of a file about v20 beside the repository, or undefined when it is absent. */
export function sharedReference(path: string): string | undefined {
  const full = join(ROOT, '..', 'shared', 'reference', path);
  return existsSync(full) ? full : undefined;
}

/** Every scenario file, sorted. */
export function scenarioFiles(): string[] {
  return readdirSync(join(ROOT, 'scenarios'))
    .filter(name => name.endsWith('.yaml'))
    .sort()
    .map(name => join(ROOT, 'scenarios', name));
}

/**
 * The shipped scenarios whose ledger a served simulation gives too: those without a strategy, and
 * without a rule of risk that ends the run, because a server goes on.
 */
export function servedScenarioFiles(): string[] {
  return scenarioFiles().filter(
    file => !/^strategy:|\bthen: end\b/m.test(readFileSync(file, 'utf8')),
  );
}

/** What `orrery` starts, as package.json says it: the bundle. */
export const MAIN = join(
  ROOT,
  (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { bin: { orrery: string } }).bin
    .orrery,
);
