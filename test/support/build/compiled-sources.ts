/**
 * Tests take the sources as the build has compiled them: Node loads those by itself, where Vite would
 * translate each module for the run and each worker would fetch it.
 */

import { existsSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import type { Plugin } from 'vitest/config';
import { ROOT } from '../files/paths.js';

const SOURCES = join(ROOT, 'src') + sep;
const COMPILED = join(ROOT, 'dist') + sep;

/** Modules that Node loads by itself. */
export const COMPILED_MODULES = /\/dist\/(?!bundle\/).*\.js$/;

/**
 * The plugin that resolves imports of sources to compiled modules. What has none, as the dashboard, stays a source.
 * While Vitest watches, all stay sources, so that it notices when one changes.
 */
export function compiledSources(): Plugin {
  let watches = false;
  return {
    name: 'compiled-sources',
    enforce: 'pre',
    configureVitest({ vitest }) {
      watches = vitest.config.watch;
    },
    resolveId(id, importer) {
      return watches || importer === undefined ? null : compiledOf(id, importer);
    },
  };
}

/** The compiled module of the source that `importer` imports as `id`, or null. */
function compiledOf(id: string, importer: string): string | null {
  if (!/^[./]/.test(id)) return null;
  const path = resolve(dirname(importer), id);
  if (!path.startsWith(SOURCES)) return null;
  const name = path.slice(SOURCES.length).replace(/\.[jt]s$/, '');
  const compiled = `${COMPILED}${name}.js`;
  return existsSync(`${SOURCES}${name}.ts`) && existsSync(compiled) ? compiled : null;
}
