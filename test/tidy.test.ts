import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PACKAGE_NAME, VERSION } from '../src/data/version.js';
import { longFunctions } from './support/contract/long-functions.js';
import { ownersWithoutWord } from './support/contract/owners.js';
import { peopleInComments } from './support/contract/people-in-comments.js';
import { silentSkips } from './support/contract/silent-skips.js';
import { ROOT } from './support/files/paths.js';

/** House rules that neither the compiler nor the linter holds. */

interface Source {
  readonly path: string;
  readonly text: string;
  /** The text without comments and the contents of strings. */
  readonly code: string;
}

function sources(folder: string): Source[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => /\.tsx?$/.test(name))
    .sort()
    .map(name => {
      const path = join(folder, name).split(sep).join('/');
      const text = readFileSync(join(ROOT, path), 'utf8');
      const code = text
        .replace(/\/\*[\s\S]*?\*\//g, '')
        .replace(/\/\/.*$/gm, '')
        .replace(/'(?:\\.|[^'\\])*'/g, "''");
      return { path, text, code };
    });
}

const SOURCES = sources('src');
const TESTS = sources('test');
const CORE = SOURCES.filter(({ path }) => path.startsWith('src/core/'));

const BANNED: readonly (readonly [string, RegExp])[] = [
  ['Date', /\bDate\b/],
  ['Math.random', /Math\.random/],
  ['Math.pow and **', /Math\.pow|[\w)\]]\s*\*\*\s*[-+~!.\w(]/],
  [
    'transcendental Math',
    /Math\.(exp|log|log2|log10|sin|cos|tan|atan|atan2|sinh|cosh|tanh|cbrt|hypot)\b/,
  ],
  ['Intl outside zone.ts', /\bIntl\b/],
  ['timers', /\b(setTimeout|setInterval|setImmediate|queueMicrotask)\b/],
  ['async', /\basync\b|\bawait\b|\bPromise\b/],
  ['locale methods', /localeCompare|toLocale/],
  ['sort without a comparator', /\.(sort|toSorted)\(\s*\)/],
  ['process', /\bprocess\./],
];

/** What V8 puts among old objects, where it keeps a whole run alive (decision 0121). */
const KEEPERS: readonly (readonly [string, RegExp])[] = [
  ['getters in object literals', /^ {4,}(?:get|set) \w+\(/m],
  [
    'functions that are written in an assignment to a field',
    /\.#?\w+ (?:\?\?)?= (?:async )?(?:function\b|\w+ =>|\([^()]*\)(?:: [\w[\]]+)? =>)/,
  ],
];

interface Locked {
  readonly version?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** The packages of the lockfile by their place; not the project itself. */
const LOCKED = Object.entries(
  (
    JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, Locked>;
    }
  ).packages,
).filter(([name]) => name !== '');

describe('tidy', () => {
  it.each(BANNED)('the core is free of %s', (name, pattern) => {
    const exempt = (path: string) => name.startsWith('Intl') && path === 'src/core/time/zone.ts';
    const found = CORE.filter(({ path, code }) => !exempt(path) && pattern.test(code));
    expect(found.map(({ path }) => path)).toEqual([]);
  });

  it.each(KEEPERS)('what each run makes is free of %s', (_, pattern) => {
    // The bytes of an image are made once, when a simulation is written down.
    const exempt = (path: string) => path === 'src/core/base/packing.ts';
    const figures = SOURCES.filter(({ path }) => path.startsWith('src/data/figures/'));
    const found = [...CORE, ...figures].filter(
      ({ path, text }) => !exempt(path) && pattern.test(text),
    );
    expect(found.map(({ path }) => path)).toEqual([]);
  });

  it('the core imports nothing but itself and decimal.js', () => {
    const foreign = CORE.flatMap(({ path, text }) =>
      [...text.matchAll(/from '([^.][^']*)'/g)].map(([, name]) => `${path}: ${name}`),
    );
    expect(foreign).toEqual(['src/core/base/exact/exact-decimal.ts: decimal.js']);
  });

  it('every file opens by saying what it decides, and is small', () => {
    for (const { path, text } of SOURCES) {
      expect(text.replace(/^#!.*\n\s*/, '').startsWith('/**'), path).toBe(true);
      expect(text.split('\n').length, `lines of ${path}`).toBeLessThanOrEqual(400);
    }
  });

  it('every class whose fields change says in the comment before it what it owns', () => {
    const found = SOURCES.flatMap(({ path, text }) =>
      ownersWithoutWord(text).map(name => `${path} ${name}`),
    );
    expect(found).toEqual([]);
  });

  it('every class says in a comment before it what it owns, or what it is', () => {
    const bare = /(?<!\*\/\n)^(?:export )?(?:abstract )?class (\w+)/gm;
    const found = SOURCES.flatMap(({ path, text }) =>
      [...text.matchAll(bare)].map(([, name]) => `${path} ${name}`),
    );
    expect(found).toEqual([]);
  });

  it('no comment of the sources speaks of code as of people', () => {
    const found = SOURCES.flatMap(({ path, text }) =>
      peopleInComments(text).map(line => `${path}:${line}`),
    );
    expect(found).toEqual([]);
  });

  it('the page of the architecture has at most 1,200 words, and no line over 140 characters', () => {
    const text = readFileSync(join(ROOT, 'src', 'ARCHITECTURE.md'), 'utf8');
    expect(text.trim().split(/\s+/).length).toBeLessThanOrEqual(1200);
    expect(text.split('\n').filter(line => line.length > 140)).toEqual([]);
  });

  it('no function of a test is longer than 50 lines, but for the lists of tests', () => {
    const long = TESTS.flatMap(({ path, text }) =>
      longFunctions(text, 50).map(({ line, lines }) => `${path}:${line} has ${lines} lines`),
    );
    expect(long).toEqual([]);
  });

  it('every test that may be skipped says what it needs', () => {
    const silent = TESTS.flatMap(({ path, text }) =>
      silentSkips(text).map(line => `${path}:${line}`),
    );
    expect(silent).toEqual([]);
  });

  it('nothing is left over', () => {
    const everything = [...SOURCES, ...TESTS].filter(({ path }) => path !== 'test/tidy.test.ts');
    const pattern =
      /TODO|FIXME|XXX\b|not implemented|@ts-ignore|biome-ignore|\.only\(|it\.skip\(|it\.todo\(/;
    expect(everything.filter(({ text }) => pattern.test(text)).map(({ path }) => path)).toEqual([]);
  });

  it('name and version are those of package.json, and every dependency is pinned', () => {
    const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      name: string;
      version: string;
      dependencies: Record<string, string>;
      devDependencies: Record<string, string>;
    };
    expect(VERSION).toBe(manifest.version);
    expect(PACKAGE_NAME).toBe(manifest.name);
    for (const version of Object.values({
      ...manifest.dependencies,
      ...manifest.devDependencies,
    })) {
      expect(version).toMatch(/^\d+\.\d+\.\d+(-\d+)?$/);
    }
  });

  it('.editorconfig says of indents, line ends and widths what biome.json says', () => {
    const said = readFileSync(join(ROOT, '.editorconfig'), 'utf8');
    const { formatter } = JSON.parse(readFileSync(join(ROOT, 'biome.json'), 'utf8')) as {
      formatter: {
        indentStyle: string;
        indentWidth: number;
        lineWidth: number;
        lineEnding?: string;
      };
    };
    const [, all = '', typeScript = ''] = said.split(/^\[.*\]$/m);
    expect(all).toContain(`\nindent_style = ${formatter.indentStyle}\n`);
    expect(all).toContain(`\nindent_size = ${formatter.indentWidth}\n`);
    expect(all).toContain(`\nend_of_line = ${formatter.lineEnding ?? 'lf'}\n`);
    expect(typeScript).toContain(`\nmax_line_length = ${formatter.lineWidth}\n`);
  });

  it('the lockfile names no host, and what users get has a checksum', () => {
    for (const [name, entry] of LOCKED) {
      expect(entry.resolved, name).toBeUndefined();
      // Tools for platforms that nobody here has installed stand in it by version.
      const isOtherPlatform = entry.optional === true && entry.dev === true;
      if (!isOtherPlatform) expect(entry.integrity, name).toBeDefined();
    }
  });

  it('the lockfile holds every platform of every package, which npm ci asks for', () => {
    const names = new Set(LOCKED.map(([name]) => name));
    for (const [name, { dependencies, optionalDependencies }] of LOCKED) {
      for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) {
        const above = name.split('/node_modules/').map((_, depth, parts) => {
          return `${parts.slice(0, depth + 1).join('/node_modules/')}/node_modules/${needed}`;
        });
        const places = [`node_modules/${needed}`, ...above];
        const isThere = places.some(place => names.has(place));
        expect(isThere, `${needed} of ${name}`).toBe(true);
      }
    }
    for (const [name, { version }] of LOCKED) expect(version, name).toMatch(/^\d+\.\d+\.\d+/);
  });

  it('decision records are short and complete', () => {
    const names = readdirSync(join(ROOT, 'docs', 'decisions'));
    for (const name of names.filter(each => each !== 'README.md')) {
      const text = readFileSync(join(ROOT, 'docs', 'decisions', name), 'utf8');
      for (const part of ['Status', 'Context', 'Decision', 'Rejected', 'Consequences', 'Check']) {
        expect(text, name).toContain(part);
      }
      expect(text.split('\n').length, name).toBeLessThan(48);
    }
  });
});

describe('the check of long functions', () => {
  const two = '() => {\n\n  a();\n}';
  const found = (text: string) => longFunctions(text, 2).map(({ line }) => line);

  it('counts the lines of a function that are not blank', () => {
    expect(longFunctions(`\nconst f = ${two};`, 2)).toEqual([{ line: 2, lines: 3 }]);
    expect(longFunctions(`const f = ${two};`, 3)).toEqual([]);
  });

  it('finds a test, a helper, a method and a function inside another', () => {
    expect(found(`it('does', ${two});`)).toEqual([1]);
    expect(found(`it.each([1])('does %s', async ${two});`)).toEqual([1]);
    expect(found('function f() {\n  a();\n}')).toEqual([1]);
    expect(found('const o = {\n  f() {\n    a();\n  },\n};')).toEqual([2]);
    expect(found(`function f() {\n  return ${two};\n}`)).toEqual([1, 2]);
  });

  it('leaves out what describe calls, but not what stands in it', () => {
    expect(found(`describe('a list', ${two});`)).toEqual([]);
    expect(found(`describe.each([1])('a list of %s', ${two});`)).toEqual([]);
    expect(found(`describe.each\`x\`('a list of %s', ${two});`)).toEqual([]);
    expect(found(`describe.skipIf(x)('a list', { timeout: 1 }, ${two});`)).toEqual([]);
    expect(found(`describe('a list', () => {\n\n  it('does', ${two});\n});`)).toEqual([3]);
    expect(found(`describe('a list', named(${two}));`)).toEqual([1]);
    expect(found(`describer('no list', ${two});`)).toEqual([1]);
  });
});

describe('the reader of skips', () => {
  it('finds a title without a reason, and no other', () => {
    expect(silentSkips(`it.skipIf(x)('does', f);`)).toEqual([1]);
    expect(silentSkips(`it.runIf(x)('does', f);`)).toEqual([1]);
    expect(silentSkips(`it.skipIf(x).each([1])('does %s', f);`)).toEqual([1]);
    expect(silentSkips(`describe.skipIf(x)('it [needs python3]', f);`)).toEqual([]);
    expect(silentSkips(`it.skipIf(x)(\`does\${why}\`, f);`)).toEqual([]);
    expect(silentSkips(`describe.skipIf(x)(inBrowser('it'), f);`)).toEqual([]);
    expect(silentSkips(`it('does', f);`)).toEqual([]);
  });
});

describe('the reader of comments', () => {
  it('finds words for people in comments, and nowhere else', () => {
    expect(peopleInComments('/** The feed, for who reads. */\n')).toEqual([1]);
    expect(peopleInComments('/**\n * One.\n * Nobody reads it.\n */\n')).toEqual([3]);
    expect(peopleInComments('const a = 1; // Someone reads it.\n')).toEqual([1]);
    expect(peopleInComments('const nobody = 1; /** `nobody`, in code. */\n')).toEqual([]);
    expect(peopleInComments("const a = '// nobody';\n")).toEqual([]);
    expect(peopleInComments('/** @param who - the sender. */\n')).toEqual([]);
    expect(peopleInComments('/** The whole of it. */\n')).toEqual([]);
  });
});

describe('the look for owners of state', () => {
  const owned = (comment: string, field: string) =>
    ownersWithoutWord(`${comment}\nexport class Count {\n  ${field}\n}\n`);

  it('finds a class with a field that is set or filled, whose comment does not say that it owns it', () => {
    expect(owned('/** Counts. */', '#n = 0;')).toEqual(['Count']);
    expect(owned('/** Counts. */', 'readonly #all = new Map<string, number>();')).toEqual([
      'Count',
    ]);
    expect(owned('/** Counts. */', 'readonly #all: Map<string, number>;')).toEqual(['Count']);
  });

  it('leaves out owners that say so, classes without such a field, and errors', () => {
    expect(owned('/** Owns the count. `add` adds one. */', '#n = 0;')).toEqual([]);
    expect(owned('/** A name. */', 'readonly #name: string;')).toEqual([]);
    const error = '/** Too many. */\nclass Many extends Error {\n  count = 0;\n}\n';
    expect(ownersWithoutWord(error)).toEqual([]);
  });
});
