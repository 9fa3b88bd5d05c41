import { readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ModuleLoader } from '../../../../src/cli/code-cache/module-loader.js';
import { temporaryFolder } from '../../../support/files/temporary.js';

/** A folder with two modules, of which `one.js` uses the other, and an empty one for their code. */
function place() {
  const folder = temporaryFolder();
  writeFileSync(
    join(folder, 'one.js'),
    "const { two } = require('./two.js'); exports.sum = () => 1 + two(); exports.at = __filename;",
  );
  writeFileSync(join(folder, 'two.js'), 'exports.two = () => 2;');
  return { folder, cache: temporaryFolder() };
}

/** What a new process would do: loads `one.js`, uses it and keeps its code. */
function useOf({ folder, cache }: ReturnType<typeof place>, name = 'one.js') {
  const loader = new ModuleLoader(folder, cache, 'test');
  const loaded = loader.load(name) as { sum(): number; two(): number; at: string };
  const value = name === 'one.js' ? loaded.sum() : loaded.two();
  loader.keep();
  const [file = ''] = readdirSync(cache);
  return { value, loaded, file: join(cache, file) };
}

/** A file that is replaced has another number, or another time. */
function changeOf(file: string): string {
  const { ino, mtimeNs } = statSync(file, { bigint: true });
  return `${ino} ${mtimeNs}`;
}

describe('the loader of modules', () => {
  it('runs a module once, with what it needs from beside it and from Node', () => {
    const { folder, cache } = place();
    writeFileSync(
      join(folder, 'three.js'),
      "module.exports = { one: require('./one.js'), path: require('node:path') };",
    );
    const loader = new ModuleLoader(folder, cache, 'test');
    const { one, path } = loader.load('three.js') as Record<string, unknown>;
    expect(loader.load('one.js')).toBe(one);
    expect(one).toHaveProperty('at', join(folder, 'one.js'));
    expect(path).toHaveProperty('join', join);
  });

  it('keeps code for the next process, and writes it once', () => {
    const there = place();
    const first = useOf(there);
    const written = changeOf(first.file);
    const second = useOf(there);
    expect([first.value, second.value]).toEqual([3, 3]);
    expect(changeOf(second.file)).toBe(written);
  });

  it('writes code once in a process, and again when a module was added', () => {
    const { folder, cache } = place();
    const loader = new ModuleLoader(folder, cache, 'test');
    const written = (name: string) => {
      loader.load(name);
      loader.keep();
      const [file = ''] = readdirSync(cache);
      return changeOf(join(cache, file));
    };
    const first = written('two.js');
    expect(written('two.js')).toBe(first);
    expect(written('one.js')).not.toBe(first);
  });

  it('adds the code of modules that another process needs', () => {
    const there = place();
    useOf(there, 'two.js');
    const { file } = useOf(there);
    useOf(there, 'two.js');
    const names = JSON.stringify(readFileSync(file, 'latin1'));
    expect(names).toContain('one.js');
    expect(names).toContain('two.js');
  });

  it('compiles a module anew that was changed, even to one of the same length', () => {
    const there = place();
    useOf(there);
    writeFileSync(join(there.folder, 'two.js'), 'exports.two = () => 5;');
    expect(useOf(there).value).toBe(6);
    expect(useOf(there).value).toBe(6);
  });

  it.each([
    ['is cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    ['has other bits', (bytes: Buffer) => bytes.fill(0xff, bytes.length - 200, bytes.length - 100)],
    ['has no table', (bytes: Buffer) => bytes.fill(0)],
    ['is empty', () => Buffer.alloc(0)],
  ])('runs without code whose file %s, and writes it again', (_what, damage) => {
    const there = place();
    const { file } = useOf(there);
    writeFileSync(file, damage(readFileSync(file)));
    expect(useOf(there).value).toBe(3);
    const written = changeOf(file);
    expect(useOf(there).value).toBe(3);
    expect(changeOf(file)).toBe(written);
  });

  it('keeps nothing where nothing can be written, and leaves nothing there', () => {
    const { folder } = place();
    const cache = join(folder, 'two.js', 'cache');
    const loader = new ModuleLoader(folder, cache, 'test');
    expect((loader.load('one.js') as { sum(): number }).sum()).toBe(3);
    loader.keep();
    expect(readdirSync(folder).toSorted()).toEqual(['one.js', 'two.js']);
  });

  it('gives the places of errors in the module itself', () => {
    const { folder, cache } = place();
    writeFileSync(join(folder, 'fails.js'), "throw new Error('first');");
    const load = () => new ModuleLoader(folder, cache, 'test').load('fails.js');
    expect(load).toThrow('first');
    try {
      load();
    } catch (error) {
      expect((error as Error).stack).toContain(`${join(folder, 'fails.js')}:1:7`);
    }
  });

  it('gives the places of a folder that was moved with its code', () => {
    const { folder, cache } = place();
    writeFileSync(join(folder, 'one.js'), 'exports.sum = () => { throw new Error(); };');
    const stackIn = (place: string) => {
      const loader = new ModuleLoader(place, cache, 'test');
      const { sum } = loader.load('one.js') as { sum(): number };
      try {
        return sum();
      } catch (error) {
        return (error as Error).stack;
      } finally {
        loader.keep();
      }
    };
    stackIn(folder);
    const moved = join(temporaryFolder(), 'moved');
    renameSync(folder, moved);
    expect(stackIn(moved)).toContain(`${join(moved, 'one.js')}:1:`);
  });
});
