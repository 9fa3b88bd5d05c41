/**
 * Parks simulations of a server: writes the file of one, and takes it out of memory. The log has every
 * record of it before that. Source: decision 0110.
 */

import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { present } from '../../../core/base/present.js';
import { makeFolder } from '../../../data/storage/files/make-folder.js';
import type { Parker } from '../../runtime/keeper.js';
import { knownOf, type Sandbox } from '../../runtime/sandboxes.js';
import { PACKING } from '../../runtime/simulation/zip-packing.js';
import { madeWith } from '../made-with.js';
import type { ParkedName, ParkerParts } from '../parked-folder.js';
import { PARKED_FOLDER, parkedPath, writeParked } from './parked-file.js';
import { wakeParked } from './wake-parked.js';

/**
 * Owns the files of the simulations of one store. `park` and `save` replace the file of one, its removal
 * removes it. Always: what a file does not cover is in the log after its place.
 */
export class StoreParker implements Parker {
  readonly #parts: ParkerParts;
  readonly #files: Map<string, ParkedName>;
  readonly #waking = new Map<string, Promise<Sandbox>>();
  #hasFolder = false;

  constructor(parts: ParkerParts) {
    this.#parts = parts;
    this.#files = new Map(parts.files);
    parts.sandboxes.onRemove(({ id }) => this.#drop(id));
  }

  async park(sandbox: Sandbox, isFree: () => boolean): Promise<boolean> {
    const { sandboxes, recorder } = this.#parts;
    const { id } = sandbox;
    if (!isFree() || !(await this.save(sandbox, 1))) return false;
    const covered = this.#files.get(id)?.records ?? 0;
    const isSame = sandboxes.get(id) === sandbox && recorder.lastRecordOf(sandbox) <= covered;
    if (!isSame || !isFree()) return false;
    sandboxes.park(sandbox, knownOf(sandbox));
    return true;
  }

  async save(sandbox: Sandbox, records: number): Promise<boolean> {
    const { recorder, log, storage, folder, maker } = this.#parts;
    const { id, simulation } = sandbox;
    recorder.note(sandbox);
    const before = this.#files.get(id);
    const added = recorder.lastRecordOf(sandbox) - (before?.records ?? 0);
    if (before !== undefined && added < records) return true;
    const image = simulation.run.image(PACKING);
    if (image === undefined) return false;
    const { end } = log;
    const path = parkedPath(folder, id, end);
    const { source, root = source } = sandbox;
    const made = { made: madeWith(sandbox), known: knownOf(sandbox), ...present({ root }) };
    const facts = { ...maker, ...made, stand: simulation.place, notes: sandbox.notes.all() };
    await log.settled();
    if (!this.#hasFolder) await makeFolder(join(folder, PARKED_FOLDER));
    this.#hasFolder = true;
    await writeParked(storage, path, facts, image);
    // It may have been removed meanwhile.
    if (this.#parts.sandboxes.get(id) !== sandbox) await storage.remove(path);
    else this.#files.set(id, { id, path, ...end });
    if (before !== undefined) await storage.remove(before.path);
    return true;
  }

  wake(id: string): Promise<Sandbox> {
    const known = this.#waking.get(id);
    if (known !== undefined) return known;
    const waking = this.#wake(id).finally(() => this.#waking.delete(id));
    this.#waking.set(id, waking);
    return waking;
  }

  async #wake(id: string): Promise<Sandbox> {
    const file = this.#files.get(id) as ParkedName;
    try {
      const startMs = performance.now();
      const sandbox = await wakeParked(this.#parts, file);
      sandbox.clock.noteWork(performance.now() - startMs);
      return sandbox;
    } catch (error) {
      const way = 'Delete the file and start the server again: the log has everything';
      this.#parts.tell(`${file.path}: ${(error as Error).message}. ${way}`);
      throw error;
    }
  }

  #drop(id: string): void {
    const file = this.#files.get(id);
    this.#files.delete(id);
    // A start removes what is left.
    if (file !== undefined) this.#parts.storage.remove(file.path).catch(() => undefined);
  }
}
