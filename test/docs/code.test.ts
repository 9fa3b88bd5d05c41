import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { parseDocument } from '../../src/data/storage/document/document.js';
import { checkSchema } from '../../src/data/storage/document/validate.js';
import { type Snippet, snippetsOf } from '../support/docs/fences.js';
import { userPages } from '../support/docs/pages.js';
import { ROOT } from '../support/files/paths.js';
import { patience } from '../support/patience.js';

/** Every TypeScript, YAML and JSON snippet of the documents: compiled, or held against its schema. */

/** In `dist`, so that `orrery-fx` is this package, as it is for a user. */
const FOLDER = join(ROOT, 'dist', 'snippets');
const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ESNext,
  lib: ['lib.esnext.d.ts', 'lib.dom.d.ts'],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  strict: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: true,
  noEmit: true,
  types: ['node'],
};
const SHOWN = new Set(['text', 'csv', 'diff', 'http', 'toml', 'ini', 'dockerfile', 'powershell']);
const TESTED = new Set(['sh', 'console', 'ts', 'yaml', 'json', 'js', 'python', 'java', 'go']);

const ALL = userPages().map(({ path, text }) => ({ path, snippets: snippetsOf(path, text) }));
const of = (language: string): { place: string; path: string; snippet: Snippet }[] =>
  ALL.flatMap(({ path, snippets }) =>
    snippets
      .filter(snippet => snippet.language === language)
      .map(snippet => ({ place: `${path}:${snippet.line}`, path, snippet })),
  );

/** The text of a snippet inside the file that a fragment stands in. */
function surrounded({ surroundings, text }: Snippet): string {
  if (surroundings === undefined) return text;
  const outer = readFileSync(join(ROOT, 'test/docs/surroundings', `${surroundings}.ts`), 'utf8');
  return outer.replace('// snippet', () => text);
}

/** Writes the TypeScript snippets, each page in a folder of its own. @returns the files. */
function writtenSnippets(): string[] {
  rmSync(FOLDER, { recursive: true, force: true });
  return of('ts').map(({ path, snippet }) => {
    const file = join(FOLDER, path.replace(/\W/g, '-'), snippet.file ?? `line-${snippet.line}.ts`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${surrounded(snippet)}\nexport {};\n`);
    return file;
  });
}

function messageOf({ file, start, messageText }: ts.Diagnostic): string {
  const line = file?.getLineAndCharacterOfPosition(start ?? 0).line ?? 0;
  return `${file?.fileName.slice(FOLDER.length)}:${line + 1}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
}

/** A small scenario, over which a fragment is laid. */
const SCENARIO = {
  version: 1,
  name: 'page',
  market: { EUR_USD: { ticks: './t.csv' } },
  accounts: [{}],
};
const STUDY = { version: 1, name: 'page', scenario: './s.yaml', axes: { fast: [1, 2] } };

/** The document that a YAML snippet is, or is a part of; undefined when it is another kind of file. */
function documentOf({
  surroundings,
  text,
}: Snippet): [kind: 'scenario' | 'study', text: string] | undefined {
  const value: unknown = parse(text);
  if (surroundings === 'timeline')
    return ['scenario', JSON.stringify({ ...SCENARIO, timeline: value })];
  if (surroundings === 'scenario')
    return ['scenario', JSON.stringify({ ...SCENARIO, ...(value as object) })];
  if (surroundings === 'study')
    return ['study', JSON.stringify({ ...STUDY, ...(value as object) })];
  if (Object.hasOwn(value as object, 'axes')) return ['study', text];
  return Object.hasOwn(value as object, 'market') ? ['scenario', text] : undefined;
}

describe('the snippets of the documents', () => {
  it('in TypeScript compile', { timeout: patience(300_000) }, () => {
    const files = writtenSnippets();
    expect(files.length).toBeGreaterThan(8);
    const program = ts.createProgram(files, OPTIONS);
    const found = files.flatMap(file =>
      ts.getPreEmitDiagnostics(program, program.getSourceFile(file)),
    );
    expect([...new Set(found.map(messageOf))]).toEqual([]);
  });

  it.each(of('yaml'))('in YAML are what the schema allows: $place', ({ place, snippet }) => {
    const [kind, text] = documentOf(snippet) ?? [];
    if (kind !== undefined) checkSchema(parseDocument(place, text as string), kind);
  });

  it('in JSON can be read', () => {
    for (const { place, snippet } of of('json')) {
      expect(() => JSON.parse(snippet.text), place).not.toThrow();
    }
  });

  it('name a language that a test handles, or one that is only shown', () => {
    const all = ALL.flatMap(({ path, snippets }) =>
      snippets.map(({ line, language }) => ({ place: `${path}:${line}`, language })),
    );
    expect(all.filter(({ language }) => !SHOWN.has(language) && !TESTED.has(language))).toEqual([]);
    const counts = [...TESTED].map(language => `${of(language).length} ${language}`);
    console.log(`documents: ${all.length} snippets: ${counts.join(', ')}`);
    expect(all.length).toBeGreaterThan(100);
  });
});
