/**
 * The build: the compiler, and beside it the steps that make the program and its pages. Both read the
 * sources alone, and the compiler keeps one core busy. `--noCheck` leaves the check of types out (decision
 * 0075); `--bundle` leaves the compiler out, for what it has compiled before.
 */

import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const SOURCES = join(ROOT, 'src', 'tools', 'build');
/** The steps run from here; git knows nothing of it, and no package has it. */
const STEPS = join(ROOT, 'node_modules', '.cache', 'orrery', 'build');
const COMPILER = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');

/** Modules find files of the repository from where their source lies; some also name this word as a text. */
const PLACE = /(?<!')import\.meta\.url(?!')/g;

const placed = {
  name: 'placed',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, ({ path }) => {
      const url = JSON.stringify(pathToFileURL(path).href);
      const contents = readFileSync(path, 'utf8').replace(PLACE, () => url);
      return { contents, loader: 'ts' };
    });
  },
};

/** Runs a module of Node. @throws when it ends with another code than 0; what it printed says why. */
function run(module, ...args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [module, ...args], { cwd: ROOT, stdio: 'inherit' });
    child.on('error', reject);
    child.on('close', code => (code === 0 ? resolve() : reject(new Error(`${module}: ${code}`))));
  });
}

const step = name => run(join(STEPS, `${name}.js`));

/** What is made of the sources for users: the program, the pages, and what lies beside them. */
async function makeProgram() {
  const names = ['compile-validators', 'bundle', 'copy-preloads', 'build-agent', 'build-dashboard'];
  await build({
    entryPoints: [...names, 'mark-built'].map(name => join(SOURCES, `${name}.ts`)),
    outdir: STEPS,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    plugins: [placed],
    logLevel: 'warning',
  });
  await step('compile-validators');
  await Promise.all(names.slice(1).map(step));
}

const flags = process.argv.slice(2);
const compiled = flags.includes('--bundle')
  ? []
  : [run(COMPILER, '-b', 'src', 'src/tools', ...flags)];
mkdirSync(join(ROOT, 'dist'), { recursive: true });
try {
  await Promise.all([...compiled, makeProgram()]);
  await step('mark-built');
} catch (error) {
  // The part that failed has said why.
  if (!/: \d+$/.test(error.message)) throw error;
  process.exitCode = 1;
}
