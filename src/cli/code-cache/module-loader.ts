/**
 * Loads the modules of the bundle with their compiled code, which a process keeps for the next one:
 * to compile the program takes longer than to run a small scenario. Node's own cache
 * (`module.enableCompileCache`) is not in Node 20.
 * Source: decision 0048.
 */

import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { cachedDataVersionTag } from 'node:v8';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';
import { type KeptCode, type KeptCodes, readKeptCodes, writeKeptCodes } from './kept-code.js';

interface LoadedModule {
  exports: unknown;
}

type ModuleFunction = (
  exports: unknown,
  require: (name: string) => unknown,
  module: LoadedModule,
  filename: string,
) => void;

/** The words before a module, as Node has them; they are no part of the first line's columns. */
const HEAD = '(function (exports, require, module, __filename) { ';
const BESIDE = './';

/**
 * Owns the CommonJS modules of one folder that were loaded; what they need from elsewhere, Node
 * loads. `load` adds a module, once; `keep` writes the compiled code.
 */
export class ModuleLoader {
  readonly #folder: string;
  readonly #file: string;
  readonly #require: NodeJS.Require;
  readonly #kept: KeptCodes;
  readonly #modules = new Map<string, LoadedModule>();
  readonly #scripts = new Map<string, { readonly source: number; readonly script: Script }>();
  #isNew = false;

  /**
   * @param folder - absolute, of the modules.
   * @param cache - folder of compiled code.
   * @param use - what the modules are loaded for; each use keeps its code in a file of its own.
   */
  constructor(folder: string, cache: string, use: string) {
    this.#folder = folder;
    // Code fits one version of V8 with its flags, of which the tag is made.
    this.#file = join(cache, `code-${use}-${cachedDataVersionTag()}`);
    this.#require = createRequire(join(folder, 'main.js'));
    this.#kept = readKeptCodes(this.#file);
  }

  /** What the module exports. @param name - file in the folder. */
  load(name: string): unknown {
    const known = this.#modules.get(name);
    if (known !== undefined) return known.exports;
    const module: LoadedModule = { exports: {} };
    this.#modules.set(name, module);
    const path = join(this.#folder, name);
    const run = this.#scriptOf(name, path).runInThisContext() as ModuleFunction;
    run(module.exports, wanted => this.#find(wanted), module, path);
    return module.exports;
  }

  /**
   * Writes the compiled code of all modules to the file, if one was loaded since the last call that the
   * file lacks: to write takes longer than some runs of a study.
   */
  keep(): void {
    if (!this.#isNew) return;
    this.#isNew = false;
    const codes = new Map<string, KeptCode>();
    for (const [name, { source, script }] of this.#scripts) {
      const code = script.createCachedData();
      codes.set(name, { source, code, checksum: crc32(code) });
    }
    // Another process may have kept other modules meanwhile; those of an older build are gone.
    for (const [name, kept] of readKeptCodes(this.#file)) {
      if (!codes.has(name) && existsSync(join(this.#folder, name))) codes.set(name, kept);
    }
    writeKeptCodes(this.#file, codes);
  }

  #find(wanted: string): unknown {
    if (!wanted.startsWith(BESIDE)) return this.#require(wanted);
    return this.load(wanted.slice(BESIDE.length));
  }

  #scriptOf(name: string, path: string): Script {
    const text = readFileSync(path);
    // V8 keeps the path of a script with its code: a package that was moved has other code.
    const source = crc32(text, crc32(path));
    const kept = this.#kept.get(name);
    const isSound = kept?.source === source && kept.checksum === crc32(kept.code);
    const cachedData = isSound ? kept.code : undefined;
    const script = new Script(`${HEAD}${text.toString('utf8')}\n})`, {
      filename: path,
      columnOffset: -HEAD.length,
      cachedData,
    });
    this.#isNew ||= cachedData === undefined || script.cachedDataRejected === true;
    this.#scripts.set(name, { source, script });
    return script;
  }
}
