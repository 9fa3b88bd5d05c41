import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../support/files/paths.js';
import { patience } from '../support/patience.js';

/** What users get: the files that npm packs, and the packages that come with them. */

const STORE = join(ROOT, 'data', '.orrery-cache', 'packed-by-a-test');
let files: readonly string[] = [];
let bytes = 0;

beforeAll(() => {
  mkdirSync(STORE, { recursive: true });
  writeFileSync(join(STORE, 'store.arrow'), '');
  const text = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    timeout: patience(120_000),
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const packed = JSON.parse(text) as object;
  const [found] = Object.values(packed) as [{ size: number; files: { path: string }[] }];
  files = found.files.map(({ path }) => path);
  bytes = found.size;
});

afterAll(() => rmSync(STORE, { recursive: true, force: true }));

interface Locked {
  readonly dev?: boolean;
  readonly peer?: boolean;
  readonly hasInstallScript?: boolean;
}

/** The packages of the lockfile that npm installs with this one, by place. */
function installed(): readonly (readonly [place: string, Locked])[] {
  const text = readFileSync(join(ROOT, 'package-lock.json'), 'utf8');
  const { packages } = JSON.parse(text) as { readonly packages: Readonly<Record<string, Locked>> };
  return Object.entries(packages).filter(
    ([place, { dev, peer }]) => place !== '' && dev !== true && peer !== true,
  );
}

describe('the package', () => {
  it('holds what runs, what strategies are typed by, and examples; nothing else', () => {
    const places = new Set(files.map(path => path.split('/').slice(0, 2).join('/')));
    const known =
      /^(CHANGELOG\.md|LICENSE|README\.md|package\.json|dist\/(agent|api-pages|docs|bundle|core|dashboard|cli|testing|exec|python|THIRD-PARTY-LICENSES|sbom\.cdx\.json)|data\/(README\.md|EUR_USD_2024-03-04\.csv\.gz)|scenarios\/(README\.md|exec|strategies|studies|testing|ticks|[\w.-]+\.(yaml|json)))$/;
    expect([...places].filter(place => !known.test(place))).toEqual([]);
    expect(places).toContain('dist/bundle');
  });

  it('holds no tick stores, no source maps and no notes of the compiler', () => {
    expect(existsSync(STORE)).toBe(true);
    const made = /\.orrery-cache|\.tsbuildinfo$|\.map$|node_modules|\.tmp$|\.unfinished/;
    expect(files.filter(path => made.test(path))).toEqual([]);
  });

  it('holds the entry, the threads that it starts, and what package.json exports', () => {
    for (const path of [
      'dist/bundle/main.js',
      'dist/dashboard/index.html',
      'dist/api-pages/index.html',
      'dist/api-pages/assets/start.js',
      'dist/bundle/package.json',
      'dist/bundle/boot.js',
      'dist/bundle/start.js',
      'dist/bundle/work-thread.js',
      'dist/bundle/study-part.js',
      'dist/bundle/study-worker.js',
      'dist/bundle/piscina-worker.js',
      'dist/bundle/report-page.js',
      'dist/bundle/locales/en.json',
      'dist/core/strategy/strategy.js',
      'dist/core/strategy/strategy.d.ts',
      'dist/bundle/library.js',
      'dist/cli/library/library.d.ts',
      'dist/bundle/testing.js',
      'dist/testing/testing.d.ts',
      'scenarios/quickstart.yaml',
      'scenarios/strategies/sma-cross.ts',
    ]) {
      expect(files, path).toContain(path);
    }
  });

  it('holds no module whose source is gone', () => {
    const modules = files.filter(path => /^dist\/(core|cli|testing)\/.*\.(js|d\.ts)$/.test(path));
    expect(modules.length).toBeGreaterThan(100);
    const source = (path: string) =>
      join(ROOT, path.replace(/^dist/, 'src').replace(/(?:\.d\.ts|\.js)$/, '.ts'));
    expect(modules.filter(path => !existsSync(source(path)))).toEqual([]);
  });

  it('names no source map, and has lines that a terminal shows before the message of an error', () => {
    const modules = files.filter(path => /^dist\/bundle\/.*\.js$/.test(path));
    expect(modules.length).toBeGreaterThan(20);
    for (const path of modules) {
      const text = readFileSync(join(ROOT, path), 'utf8');
      const lines = text.trimEnd().split('\n');
      expect(lines.at(-1), path).not.toMatch(/^\/\/# sourceMappingURL=/);
      // Tables of characters are long lines that throw nothing. The script of the report is a text that goes into a page; no process runs it.
      if (path.endsWith('/report-page.js') || path.endsWith('/tables-page.js')) continue;
      const longest = Math.max(...lines.map(line => line.length));
      expect(longest, path).toBeLessThan(20_000);
    }
  });

  it('starts by one file', () => {
    expect(existsSync(join(ROOT, 'dist', 'bundle', 'main.js'))).toBe(true);
    expect(existsSync(join(ROOT, 'dist', 'main.js'))).toBe(false);
  });

  it('holds every file that its scenarios name', () => {
    const scenarios = files.filter(path => path.endsWith('.yaml'));
    expect(scenarios.length).toBeGreaterThan(50);
    const named = scenarios.flatMap(path => {
      const text = readFileSync(join(ROOT, path), 'utf8');
      const relative = text.matchAll(/[ "'=]((?:\.{1,2}|ticks)\/[\w./-]+\.\w+)/g);
      return [...relative].map(([, name = '']) => posix.join(posix.dirname(path), name));
    });
    expect(new Set(named).size).toBeGreaterThan(10);
    expect(named.filter(path => !files.includes(path))).toEqual([]);
  });

  it('has at most 6 MB with its pages, 4 without them, and seven small packages beside it, which run nothing when installed', () => {
    // The site is built last: `.ci/run` comes here once more after it.
    const hasPages = files.includes('dist/docs/index.html');
    expect(bytes).toBeLessThan(hasPages ? 6e6 : 4e6);
    const packages = installed();
    expect(packages.map(([place]) => place.replace('node_modules/', '')).sort()).toEqual([
      '@fast-csv/format',
      '@fast-csv/parse',
      'decimal.js',
      'fast-csv',
      'jiti',
      'trading-signals',
      'ws',
    ]);
    expect(packages.filter(([, { hasInstallScript }]) => hasInstallScript)).toEqual([]);
  });

  it('has a list of its parts: each built in package and each installed one, with version, licence, address and checksum', () => {
    interface Part {
      readonly name: string;
      readonly version: string;
      readonly licenses: readonly { readonly expression: string }[];
      readonly purl: string;
      readonly hashes: readonly { readonly alg: string; readonly content: string }[];
    }
    expect(files).toContain('dist/sbom.cdx.json');
    const list = JSON.parse(readFileSync(join(ROOT, 'dist', 'sbom.cdx.json'), 'utf8')) as {
      readonly bomFormat: string;
      readonly components: readonly Part[];
    };
    expect(list.bomFormat).toBe('CycloneDX');
    const licences = readFileSync(join(ROOT, 'dist', 'THIRD-PARTY-LICENSES'), 'utf8');
    const builtIn = [...licences.matchAll(/^-{80}\n(\S+) (\S+) \((.+)\)$/gm)];
    expect(builtIn.length).toBeGreaterThan(100);
    const known = new Map(list.components.map(part => [`${part.name} ${part.version}`, part]));
    for (const [, name = '', version = '', licence] of builtIn) {
      const part = known.get(`${name} ${version}`);
      expect(part?.licenses, `${name} ${version}`).toEqual([{ expression: licence }]);
      expect(part?.purl).toBe(`pkg:npm/${name.replace('@', '%40')}@${version}`);
      expect(part?.hashes[0]?.content).toMatch(/^[0-9a-f]{128}$/);
    }
    for (const [place] of installed()) {
      const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
      expect(list.components.map(part => part.name)).toContain(name);
    }
    expect(known.size).toBeLessThanOrEqual(builtIn.length + installed().length);
  });

  it('has the licence of every package whose code is in it', () => {
    const text = readFileSync(join(ROOT, 'dist', 'THIRD-PARTY-LICENSES'), 'utf8');
    expect(files).toContain('dist/THIRD-PARTY-LICENSES');
    for (const name of [
      'fastify',
      'yargs',
      'date-fns-tz',
      'preact',
      'redoc',
      'sucrase',
      'vitepress',
      'minisearch',
    ]) {
      expect(text, name).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(.+\\)$`, 'm'));
    }
    expect(text).toContain('Permission is hereby granted');
    expect(text).toContain('Apache License');
  });

  it('has the first two days of the ticks in the repository', () => {
    const rows = (name: string) =>
      gunzipSync(readFileSync(join(ROOT, 'data', name)))
        .toString('utf8')
        .trimEnd()
        .split('\n');
    const days = rows('EUR_USD_2024-03-04.csv.gz');
    const weeks = rows('EUR_USD_2024-03.csv.gz');
    expect(days.length).toBe(weeks.findIndex(row => row > '2024-03-06' && row < 'time'));
    expect(days).toEqual(weeks.slice(0, days.length));
  });
});
