/**
 * A disk in memory that forgets what was not synced when the power is lost, and that can fail or
 * write less than was asked.
 */

import { basename } from 'node:path';
import type { Storage, StorageFile, StorageNote } from '../../../src/broker/store/log/storage.js';
import type { Prng } from '../../../src/core/base/prng.js';

type Change =
  | { readonly append: Buffer }
  | { readonly truncate: number }
  | { readonly replace: Buffer };

interface File {
  /** What is on disk for sure. */
  synced: Buffer;
  /** What was done since the last sync. */
  changes: Change[];
}

/** What goes wrong. */
export interface Trouble {
  /** Called before each call with its name and its number from 0; may throw. */
  readonly onCall?: (name: string, number: number) => void;
  /** How many bytes of a write are written. */
  readonly lengthOf?: (bytes: number) => number;
}

const contentOf = ({ synced, changes }: File) => changes.reduce(after, synced);

function after(content: Buffer, change: Change): Buffer {
  if ('replace' in change) return change.replace;
  return 'append' in change
    ? Buffer.concat([content, change.append])
    : content.subarray(0, change.truncate);
}

/** An error of the system. */
export function systemError(code: string, syscall: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${code}: ${syscall}`), { code, syscall });
}

export class MemoryDisk implements Storage {
  /** Calls so far. */
  calls = 0;
  #names = new Map<string, File>();
  #safeNames = new Map<string, File>();
  readonly #trouble: Trouble;

  constructor(trouble: Trouble = {}) {
    this.#trouble = trouble;
  }

  /** A disk with these files, all on disk. */
  static holding(files: Readonly<Record<string, Uint8Array>>, trouble: Trouble = {}): MemoryDisk {
    const disk = new MemoryDisk(trouble);
    for (const [name, bytes] of Object.entries(files)) {
      disk.#names.set(name, { synced: Buffer.from(bytes), changes: [] });
    }
    disk.#safeNames = new Map(disk.#names);
    return disk;
  }

  /** The content of the files by name. */
  files(): Record<string, Buffer> {
    return Object.fromEntries([...this.#names].map(([name, file]) => [name, contentOf(file)]));
  }

  /** What a loss of power leaves: changes that were not synced are there, torn, or not. */
  afterPowerLoss(random: Prng): MemoryDisk {
    const names = random.nextInt(0, 1) === 0 ? this.#names : this.#safeNames;
    const left = [...names].map(([name, file]) => [name, survivor(file, random)] as const);
    return MemoryDisk.holding(Object.fromEntries(left));
  }

  async list(): Promise<readonly string[]> {
    this.#call('list');
    return [...this.#names.keys()];
  }

  async open(path: string): Promise<StorageFile> {
    this.#call('open');
    return this.#handle(this.#file(path), basename(path));
  }

  async openNote(path: string): Promise<StorageNote> {
    const file = this.#file(path);
    return {
      write: async text => {
        this.#call('note');
        file.changes.push({ replace: Buffer.from(text) });
      },
      sync: async () => this.#sync(file),
      close: async () => {},
    };
  }

  async *read(path: string, start = 0): AsyncGenerator<Uint8Array> {
    this.#call('read');
    const file = this.#names.get(basename(path));
    if (file === undefined) throw systemError('ENOENT', 'open');
    const content = contentOf(file);
    for (let at = start; at < content.length; at += 4_096) yield content.subarray(at, at + 4_096);
  }

  async rename(from: string, to: string): Promise<void> {
    this.#call('rename');
    this.#names.set(basename(to), this.#names.get(basename(from)) as File);
    this.#names.delete(basename(from));
  }

  async link(from: string, to: string): Promise<void> {
    this.#call('link');
    if (this.#names.has(basename(to))) throw systemError('EEXIST', 'link');
    this.#names.set(basename(to), this.#names.get(basename(from)) as File);
  }

  async remove(path: string): Promise<void> {
    this.#call('remove');
    this.#names.delete(basename(path));
  }

  async syncFolder(): Promise<void> {
    this.#call('syncFolder');
    this.#safeNames = new Map(this.#names);
  }

  #file(path: string): File {
    const name = basename(path);
    const file = this.#names.get(name) ?? { synced: Buffer.alloc(0), changes: [] };
    this.#names.set(name, file);
    return file;
  }

  #sync(file: File): void {
    this.#call('sync');
    file.synced = contentOf(file);
    file.changes = [];
  }

  #handle(file: File, name: string): StorageFile {
    return {
      append: async bytes => {
        this.#call('write');
        const length = this.#trouble.lengthOf?.(bytes.length) ?? bytes.length;
        file.changes.push({ append: Buffer.from(bytes.subarray(0, length)) });
        return length;
      },
      sync: async () => this.#sync(file),
      truncate: async length => {
        this.#call('truncate');
        file.changes.push({ truncate: length });
      },
      check: async length => {
        const named = this.#names.get(name);
        if (named !== file || contentOf(file).length !== length) throw systemError('ESTALE', name);
      },
      close: async () => {},
    };
  }

  #call(name: string): void {
    this.calls += 1;
    this.#trouble.onCall?.(name, this.calls - 1);
  }
}

/** Some of the changes, in their places; a write that is missing before another leaves zeros. */
function survivor({ synced, changes }: File, random: Prng): Buffer {
  let content = synced;
  let hole = 0;
  for (const change of changes) {
    if ('replace' in change) {
      if (random.nextInt(0, 1) === 0) content = after(content, change);
      continue;
    }
    if ('truncate' in change) {
      if (random.nextInt(0, 1) === 0) return content;
      content = after(content, change);
      continue;
    }
    const { append } = change;
    const fate = random.nextInt(0, 2);
    if (fate === 0) hole += append.length;
    else {
      const torn = fate === 1 ? append : append.subarray(0, random.nextInt(0, append.length));
      content = Buffer.concat([content, Buffer.alloc(hole), torn]);
      hole = append.length - torn.length;
    }
  }
  return content;
}
