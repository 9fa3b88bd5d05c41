/** The disk of the machine, for a process that is killed at one of its calls. */

import { DISK, type Storage, type StorageFile } from '../../src/broker/store/log/storage.js';

/** What the process does instead of a call. @param half - does the first half of a write. */
type Before = (half?: () => Promise<unknown>) => Promise<void>;

/** A disk on which the process dies, and how many calls it has had. */
export interface DeadlyDisk {
  readonly storage: Storage;
  readonly calls: () => number;
}

/**
 * @param last - number of the call, from 0, instead of which the process is killed; every second
 * write is killed in its middle. Undefined: it lives.
 */
export function deadlyDisk(last: number | undefined): DeadlyDisk {
  let calls = 0;
  const before: Before = async half => {
    calls += 1;
    if (calls - 1 !== last) return;
    if (calls % 2 === 0) await half?.();
    process.kill(process.pid, 'SIGKILL');
    await new Promise(() => undefined);
  };
  const storage: Storage = {
    list: path => DISK.list(path),
    async open(path) {
      await before();
      return deadlyFile(await DISK.open(path), before);
    },
    async openNote(path) {
      const note = await DISK.openNote(path);
      return {
        ...note,
        async write(text) {
          await before();
          await note.write(text);
        },
      };
    },
    read: (path, start) => DISK.read(path, start),
    async rename(from, to) {
      await before();
      await DISK.rename(from, to);
    },
    async link(from, to) {
      await before();
      await DISK.link(from, to);
    },
    async remove(path) {
      await before();
      await DISK.remove(path);
    },
    async syncFolder(path) {
      await before();
      await DISK.syncFolder(path);
    },
  };
  return { storage, calls: () => calls };
}

function deadlyFile(file: StorageFile, before: Before): StorageFile {
  return {
    async append(bytes) {
      await before(() => file.append(bytes.subarray(0, bytes.length >> 1)));
      return file.append(bytes);
    },
    async sync() {
      await before();
      await file.sync();
    },
    async truncate(length) {
      await before();
      await file.truncate(length);
    },
    check: length => file.check(length),
    close: () => file.close(),
  };
}
