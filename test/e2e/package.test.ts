import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../support/files/paths.js';

/** What users get: the files that npm packs. */

const STORE = join(ROOT, 'data', '.orrery-cache', 'packed-by-a-test');
let files: readonly string[] = [];

beforeAll(() => {
  mkdirSync(STORE, { recursive: true });
  writeFileSync(join(STORE, 'store.arrow'), '');
  const text = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const packed = JSON.parse(text) as object;
  const [{ files: found }] = Object.values(packed) as [{ files: { path: string }[] }];
  files = found.map(({ path }) => path);
});

afterAll(() => rmSync(STORE, { recursive: true, force: true }));

describe('the package', () => {
  it('holds what runs, what strategies are typed by, and examples; nothing else', () => {
    const places = new Set(files.map(path => path.split('/').slice(0, 2).join('/')));
    const known =
      /^(CHANGELOG\.md|LICENSE|README\.md|package\.json|dist\/(bundle|core|dashboard|library|testing|exec)|data\/(README\.md|[\w-]+\.csv\.gz)|scenarios\/(README\.md|strategies|studies|testing|ticks|[\w.-]+\.(yaml|json)))$/;
    expect([...places].filter(place => !known.test(place))).toEqual([]);
    expect(places).toContain('dist/bundle');
  });

  it('holds no tick stores, no source maps and no notes of the compiler', () => {
    expect(existsSync(STORE)).toBe(true);
    const made = /\.orrery-cache|\.tsbuildinfo$|bundle\/.*\.map$|node_modules|\.tmp$|\.unfinished/;
    expect(files.filter(path => made.test(path))).toEqual([]);
  });

  it('holds the entry, the threads that it starts, and what package.json exports', () => {
    for (const path of [
      'dist/bundle/main.js',
      'dist/dashboard/index.html',
      'dist/bundle/package.json',
      'dist/bundle/boot.js',
      'dist/bundle/start.js',
      'dist/bundle/work-thread.js',
      'dist/bundle/study-worker.js',
      'dist/bundle/report-page.js',
      'dist/bundle/locales/en.json',
      'dist/core/strategy/strategy.js',
      'dist/core/strategy/strategy.d.ts',
      'dist/bundle/library.js',
      'dist/library/library.d.ts',
      'dist/bundle/testing.js',
      'dist/testing/testing.d.ts',
      'scenarios/quickstart.yaml',
      'scenarios/strategies/sma-cross.ts',
      'data/EUR_USD_2024-03.csv.gz',
    ]) {
      expect(files, path).toContain(path);
    }
  });
});
