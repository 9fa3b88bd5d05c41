import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';
import { transformSync } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { MAIN, ROOT } from '../support/files/paths.js';
import { strategyScenario } from '../support/files/strategy-scenario.js';
import { patience } from '../support/patience.js';

/**
 * Start-up stays fast because a command loads only what it needs. Held by what is loaded, not by a
 * clock: hooks of Node's module loader, and of the program's own, write down the files that a
 * process asks for, and the source maps of the bundle say which packages are in them.
 */

const HOOKS = `
  import { writeSync } from 'node:fs';
  export async function resolve(specifier, context, next) {
    const found = await next(specifier, context);
    writeSync(2, 'loaded ' + found.url + '\\n');
    return found;
  }`;
const dataUrl = (code: string) => `data:text/javascript,${encodeURIComponent(code)}`;
const REGISTER = dataUrl(`
  import fs, { writeSync } from 'node:fs';
  import Module, { register } from 'node:module';
  register(${JSON.stringify(dataUrl(HOOKS))});
  const find = Module._resolveFilename;
  Module._resolveFilename = (...request) => {
    const path = find(...request);
    writeSync(2, 'loaded ' + path + '\\n');
    return path;
  };
  const read = fs.readFileSync;
  fs.readFileSync = (path, ...more) => {
    if (/dist.bundle.*[.]js$/.test(path)) writeSync(2, 'loaded ' + path + '\\n');
    return read(path, ...more);
  };`);

/** The packages that the command loads, each once, in the order of the alphabet. */
function packagesOf(...args: string[]): string[] {
  const { status, stderr } = spawnSync(process.execPath, ['--import', REGISTER, MAIN, ...args], {
    timeout: patience(120_000),
    cwd: ROOT,
    encoding: 'utf8',
  });
  expect(status, stderr).toBe(0);
  const files = [...stderr.matchAll(/^loaded (.*)$/gm)].map(([, file = '']) => file);
  const sources = files.flatMap(file =>
    file.includes('/dist/bundle/') ? sourcesOf(file) : [file],
  );
  const names = sources.map(source => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source)?.[1]);
  return [...new Set(names.filter(name => name !== undefined))].sort();
}

function sourcesOf(file: string): string[] {
  const path = file.startsWith('file:') ? fileURLToPath(file) : file;
  return JSON.parse(readFileSync(`${path}.map`, 'utf8')).sources;
}

/** Heavy packages, each of use to some runs only; fast-uri is what loading ajv shows by. */
const HEAVY = [
  '@fast-csv/format',
  '@fast-csv/parse',
  'apache-arrow',
  'cli-progress',
  'date-fns',
  'date-fns-tz',
  'fast-csv',
  'fast-uri',
  'fastify',
  'fflate',
  'jiti',
  'tinyglobby',
];

describe('start-up', () => {
  it.each(['--version', '-v'])('%s loads no package', flag => {
    expect(packagesOf(flag)).toEqual([]);
  });

  it('a run of one scenario loads nothing that it does not use', () => {
    const loaded = packagesOf('run', 'scenarios/limit-order.yaml');
    expect(loaded).toEqual(expect.arrayContaining(['cli-table3', 'yaml', 'yargs']));
    expect(loaded.filter(name => HEAVY.includes(name))).toEqual([]);
  });

  it('a pattern loads what finds files, and a strategy that imports values what translates it', async () => {
    const loaded = packagesOf('run', 'scenarios/limit-orde*.yaml');
    expect(loaded.filter(name => HEAVY.includes(name))).toEqual(['tinyglobby']);
    const file = await strategyScenario(
      "import { sep } from 'node:path'; export const strategy = () => ({ onStart() { if (sep === '') throw 1; } });",
    );
    expect(packagesOf('run', file)).toContain('jiti');
  });

  it('a strategy with types alone is translated once, and then loads nothing that does so', async () => {
    const file = await strategyScenario('export const strategy = (given: object) => ({ given });');
    const translators = () =>
      packagesOf('run', file).filter(name => ['jiti', 'sucrase'].includes(name));
    expect(translators()).toEqual(['sucrase']);
    expect(translators()).toEqual([]);
  });
});

/** What the entry does under a version of Node: what it says, its exit code, what it loads. */
async function entryUnder(version: string) {
  const said: string[] = [];
  const loaded: string[] = [];
  const process = {
    versions: { node: version },
    stderr: { write: (text: string) => said.push(text) },
    exitCode: 0,
  };
  const require = (name: string) => loaded.push(name);
  await new Script(`${readFileSync(MAIN, 'utf8')};Promise.resolve()`).runInNewContext({
    process,
    require,
  });
  return { said: said.join(''), exitCode: process.exitCode, loaded };
}

describe('under a Node that is too old', () => {
  it('the entry is parsed, as a script and without anything that came after 2020', () => {
    const text = readFileSync(MAIN, 'utf8');
    const lowered = (target: string) => transformSync(text, { target, loader: 'js' }).code;
    expect(() => new Script(text)).not.toThrow();
    expect(lowered('node12.20')).toBe(lowered('esnext'));
  });

  it.each(['10.24.1', '18.20.8', '20.9.0', '20.18.3'])(
    'one line says so, with 2: %s',
    async version => {
      expect(await entryUnder(version)).toEqual({
        said: `orrery needs Node 20.19 or later, this is ${version}\n`,
        exitCode: 2,
        loaded: [],
      });
    },
  );

  it.each(['20.19.0', '20.20.2', '22.0.0', '24.1.0', '100.0.0'])('%s is none', async version => {
    expect(await entryUnder(version)).toEqual({ said: '', exitCode: 0, loaded: ['./boot.js'] });
  });

  it('what is needed is what package.json says', async () => {
    const { engines } = JSON.parse(readFileSync(`${ROOT}/package.json`, 'utf8'));
    expect(engines.node).toBe('>=20.19');
    expect((await entryUnder('1.0.0')).said).toContain('Node 20.19 ');
  });
});
