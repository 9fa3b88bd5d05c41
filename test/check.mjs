/**
 * `npm run check`: types, lint and the quick tests of all; `npm run check -- core` those of one chapter.
 * Types of a chapter's tests are checked with what they import, and nothing else.
 */

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const [chapter, ...rest] = process.argv.slice(2);
const chapters = readdirSync('src', { withFileTypes: true })
  .filter(entry => entry.isDirectory())
  .map(({ name }) => name);
if (rest.length > 0 || (chapter !== undefined && !chapters.includes(chapter))) {
  console.error(`npm run check: one chapter or none, of: ${chapters.join(', ')}`);
  process.exit(2);
}

const QUICK = ['test/tidy.test.ts', 'test/chapters.test.ts'];
const steps =
  chapter === undefined ? ofAll() : ofChapter(join('src', chapter), join('test', 'unit', chapter));
for (const [command, ...parts] of steps) {
  const { status } = spawnSync(command, parts, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

function ofAll() {
  return [
    ['npm', 'run', '--silent', 'build'],
    ['tsc', '-p', 'test'],
    ['biome', 'check', '.'],
    ['vitest', 'run', ...QUICK, 'test/unit', 'test/property'],
  ];
}

function ofChapter(sources, tests) {
  const types = ['tsc', '-b', sources === join('src', 'tools') ? sources : 'src'];
  if (!existsSync(tests)) return [types, ['biome', 'check', sources], ['vitest', 'run', ...QUICK]];
  return [
    types,
    ['tsc', '-p', projectOf(tests)],
    ['biome', 'check', sources, tests],
    ['vitest', 'run', ...QUICK, `${tests}/`],
  ];
}

/** The projects that tests use. */
function referencesOfTests() {
  const { config } = ts.readConfigFile(join('test', 'tsconfig.json'), ts.sys.readFile);
  return config.references;
}

/** A project of the compiler for the tests of a chapter. @returns its file, beside what is compiled. */
function projectOf(tests) {
  const folder = join('dist', 'checks', chapter);
  const file = join(folder, 'tsconfig.json');
  mkdirSync(folder, { recursive: true });
  const up = path => join('..', '..', '..', path);
  const options = {
    extends: up(join('test', 'tsconfig.json')),
    compilerOptions: {
      incremental: true,
      rootDir: up('.'),
      tsBuildInfoFile: './tests.tsbuildinfo',
    },
    include: [up(tests)],
    exclude: [],
    // Not inherited; without them the sources of all chapters would be checked again.
    references: referencesOfTests().map(({ path }) => ({ path: up(join('test', path)) })),
  };
  writeFileSync(file, `${JSON.stringify(options, null, 2)}\n`);
  return file;
}
