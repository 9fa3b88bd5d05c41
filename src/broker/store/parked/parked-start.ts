/**
 * Which simulations a start leaves parked. A first reading of the log checks that the files are of it,
 * and finds forks and deletions. A fork without a file needs the records of its parent, so that the file
 * of the parent is not used then; a deleted simulation that no other needs is left out.
 * Source: decision 0110.
 */

import type { ParkedSandbox } from '../../runtime/sandboxes.js';
import { type LoggedRecord, readLog } from '../log/log-reader.js';
import type { Storage } from '../log/storage.js';
import type {
  ParkedFolderParts,
  ParkedName,
  ParkedReplay,
  RecordUse,
  WakeParts,
} from '../parked-folder.js';
import { CREATE_START, DELETE_START, FORK_START, type ForkRecord } from '../record.js';
import type { Maker } from '../snapshot.js';
import { parkedNames, readParkedFacts } from './parked-file.js';
import { wakeParked } from './wake-parked.js';

/** Files that are read at one time. */
const AT_ONCE = 64;

/** A file that can be used. */
interface UsableFile extends ParkedName {
  readonly known: ParkedSandbox;
}

/** What a log says of its simulations. */
interface LogFamily {
  /** The parent of each fork, in the order of the log. */
  readonly parents: ReadonlyMap<string, string>;
  readonly deleted: ReadonlySet<string>;
}

/**
 * Owns the simulations that are parked while a log is read. `use` adds each to the sandboxes at its
 * first record, and `wake` takes it from there.
 */
class ParkedStart implements ParkedReplay {
  readonly files: ReadonlyMap<string, UsableFile>;
  readonly #parts: WakeParts;
  readonly #gone: ReadonlySet<string>;

  constructor(parts: WakeParts, files: ReadonlyMap<string, UsableFile>, gone: ReadonlySet<string>) {
    this.#parts = parts;
    this.files = files;
    this.#gone = gone;
  }

  use(logged: LoggedRecord): RecordUse {
    const { sandboxes } = this.#parts;
    const id = logged.about;
    if (id === undefined) return 'replayed';
    if (this.#gone.has(id)) {
      sandboxes.skipID(id);
      return 'left';
    }
    const file = this.files.get(id);
    if (file === undefined) return 'replayed';
    if (logged.number >= file.records) {
      return sandboxes.parked(id) === undefined ? 'replayed' : 'waking';
    }
    if (isFirst(logged)) sandboxes.addParked(file.known);
    return 'left';
  }

  wake(id: string): Promise<unknown> {
    return wakeParked(this.#parts, this.files.get(id) as UsableFile);
  }
}

/**
 * Finds out what can stay parked in a store, and says how many files cannot be used; undefined: it has no
 * files.
 */
export async function parkedStart({
  folder,
  tell,
  ...parts
}: ParkedFolderParts): Promise<ParkedReplay | undefined> {
  const { storage, maker } = parts;
  const names = await parkedNames(storage, folder);
  if (names.length === 0) return undefined;
  const { valid, family } = await readFamily(storage, folder, names);
  const files = await usable(storage, valid, maker);
  const isLeft = ({ id, path }: ParkedName) =>
    family.deleted.has(id) || files.get(id)?.path !== path;
  const left = names.filter(isLeft);
  for (const { path } of left) await storage.remove(path);
  const others = left.filter(({ id }) => !files.has(id) && !family.deleted.has(id)).length;
  if (others > 0) {
    const replayed =
      others === 1
        ? '1 parked simulation is replayed, because its file is'
        : `${others} parked simulations are replayed, because their files are`;
    tell(`${folder}: ${replayed} of another log or version`);
  }
  return new ParkedStart(parts, files, settle(files, family));
}

/** Takes files away that cannot be used. @returns the deleted simulations that no other needs. */
function settle(files: Map<string, UsableFile>, { parents, deleted }: LogFamily): Set<string> {
  const gone = new Set(deleted);
  for (const id of gone) files.delete(id);
  for (const [child, parent] of [...parents].reverse()) {
    if (files.has(child) || gone.has(child)) continue;
    files.delete(parent);
    gone.delete(parent);
  }
  return gone;
}

/** Reads the log: which files are of it, and how its simulations belong together. */
async function readFamily(storage: Storage, folder: string, names: readonly ParkedName[]) {
  const byPlace = new Map<number, ParkedName[]>();
  for (const name of names) {
    byPlace.set(name.records, [...(byPlace.get(name.records) ?? []), name]);
  }
  const valid: ParkedName[] = [];
  const parents = new Map<string, string>();
  const deleted = new Set<string>();
  await readLog(storage, folder, logged => {
    const here = byPlace.get(logged.number + 1) ?? [];
    valid.push(...here.filter(({ checksum }) => checksum === logged.checksum));
    const { about } = logged;
    if (about === undefined) return;
    if (logged.startsWith(FORK_START)) parents.set(about, (logged.record as ForkRecord).parent);
    if (logged.startsWith(DELETE_START)) deleted.add(about);
  });
  return { valid, family: { parents, deleted } };
}

/** The latest file of each simulation that this version can read. */
async function usable(
  storage: Storage,
  valid: readonly ParkedName[],
  maker: Maker,
): Promise<Map<string, UsableFile>> {
  const files = new Map<string, UsableFile>();
  for (let at = 0; at < valid.length; at += AT_ONCE) {
    const some = valid.slice(at, at + AT_ONCE).map(async name => {
      const facts = await readParkedFacts(storage, name.path, maker).catch(() => undefined);
      const before = files.get(name.id)?.records ?? 0;
      if (facts !== undefined && name.records > before) {
        files.set(name.id, { ...name, known: facts.known });
      }
    });
    await Promise.all(some);
  }
  return files;
}

function isFirst(logged: LoggedRecord): boolean {
  return logged.startsWith(CREATE_START) || logged.startsWith(FORK_START);
}
