/**
 * `npm run check`: types, lint and the quick tests of all; `npm run check -- core` those of one chapter.
 * Types of a chapter's tests are checked with what they import, and nothing else. Once the sources are
 * compiled the other steps run side by side: alone, none of them keeps two cores busy.
 */

import { spawn, spawnSync } from 'node:child_process';
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

/** Commands whose output is collected see no terminal. */
const COLOURED = process.stdout.isTTY ? { ...process.env, FORCE_COLOR: '1' } : process.env;
const QUICK = ['test/tidy.test.ts', 'test/chapters.test.ts', 'test/names.test.ts'];
const [compile, ...steps] =
  chapter === undefined ? ofAll() : ofChapter(join('src', chapter), join('test', 'unit', chapter));
const [compiler, ...parts] = compile;
const compiled = spawnSync(compiler, parts, { stdio: 'inherit' });
if (compiled.status !== 0) process.exit(compiled.status ?? 1);
const codes = await Promise.all(steps.map(step => run(step)));
process.exit(codes.find(code => code !== 0) ?? 0);

/** Runs a command and writes its output as one piece when it has ended. @returns its exit code. */
function run([command, ...parts]) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, parts, { stdio: ['ignore', 'pipe', 'pipe'], env: COLOURED });
    const output = [];
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', bytes => output.push(bytes));
    child.on('error', reject);
    child.on('close', code => {
      process.stdout.write(Buffer.concat(output), () => resolve(code ?? 1));
    });
  });
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
    ['tsc', '-b', projectOf(tests)],
    ['biome', 'check', sources, tests],
    ['vitest', 'run', ...QUICK, `${tests}/`],
  ];
}

/** The projects that tests use, all of them compiled; the others are not compiled for the tests of one chapter. */
function referencesOfTests() {
  const { config } = ts.readConfigFile(join('test', 'tsconfig.json'), ts.sys.readFile);
  return config.references.filter(({ path }) => chapter === 'tools' || path !== '../src/tools');
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
