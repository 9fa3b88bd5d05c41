/**
 * The parts of a study, held against it before anything is merged: each is whole and of this state of the
 * study, all are of one number of shards, none is missing, and no two differ.
 */

import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { InputError } from '../../core/base/input-error.js';
import { changes } from '../output/study-manifest.js';
import type { StudyPlan } from '../plan-study.js';
import type { PreparedStudy } from '../prepare-study.js';
import { type CheckedPart, checkPart, PART_FILE, partHead } from './part-file.js';
import { unfinishedShard } from './part-folder.js';
import { runsOfShard, type Shard, shardText } from './shard.js';

/** The arguments of a merge. */
export interface MergeOptions {
  /** Folders of parts, or their files, in any order. */
  readonly parts: readonly string[];
  /** The command that makes a shard, for messages. */
  readonly command: (shard: Shard, out: string) => string;
  /** Called before each part is read. */
  readonly onParts?: (done: number, total: number) => void;
  /** Gets the parts that are there twice, and the same. */
  readonly onNote: (line: string) => void;
}

/** A part whose head has been read. */
type FoundPart = Omit<CheckedPart, 'digest'>;

/** Missing shards of which a message has the command. */
const MOST_COMMANDS = 10;

/** The parts, one of each shard, ascending. @throws InputError that names each fault. */
export async function gatherParts(
  prepared: PreparedStudy,
  plan: StudyPlan,
  options: MergeOptions,
): Promise<CheckedPart[]> {
  const faults = new Faults();
  const found: FoundPart[] = [];
  const begun = new Set<number>();
  for (const name of options.parts) {
    const shard = await unfinishedShard(name);
    if (shard === undefined) {
      await faults.noting(async () => {
        found.push(await findPart(name, prepared));
      });
    } else {
      begun.add(shard.shard);
      const rule = `shard ${shardText(shard)} has not ended; go on with it: ${options.command(shard, name)}`;
      faults.add(fault(name, rule));
    }
  }
  const [first] = found;
  for (const { name, head } of found) {
    if (first === undefined || head.of === first.head.of) continue;
    const rule = `is shard ${shardText(head)}, and ${first.name} is ${shardText(first.head)}: merge parts of one number of shards`;
    faults.add(fault(name, rule));
  }
  const own = found.filter(({ head }) => head.of === first?.head.of);
  const parts = await checkedParts(own, { prepared, plan, options, faults });
  if (first !== undefined) faults.add(...missingParts(own, begun, options));
  faults.raise();
  return [...parts.values()].sort((a, b) => a.head.shard - b.head.shard);
}

/** What the content of parts is held against. */
interface PartBasis {
  readonly prepared: PreparedStudy;
  readonly plan: StudyPlan;
  readonly options: MergeOptions;
  /** Gets what is wrong with parts. */
  readonly faults: Faults;
}

/** The parts by shard, after each has been read from end to end. */
async function checkedParts(
  found: readonly FoundPart[],
  { prepared, plan, options, faults }: PartBasis,
): Promise<ReadonlyMap<number, CheckedPart>> {
  const runs = plan.count * plan.windows.length;
  const parts = new Map<number, CheckedPart>();
  for (const [at, part] of found.entries()) {
    options.onParts?.(at, found.length);
    const { head, name } = part;
    await faults.noting(async () => {
      const indexes = runsOfShard(runs, head, prepared.study.seed);
      const again = options.command(head, placeOf(part));
      const checked = await checkPart(part, indexes, again);
      const known = parts.get(head.shard);
      if (known === undefined) parts.set(head.shard, checked);
      else if (known.digest === checked.digest) {
        const both = `${known.name} and ${name}`;
        options.onNote(`${both} are the same part of shard ${shardText(head)}: one is taken`);
      } else {
        const rule = `differs from ${known.name}, and both are shard ${shardText(head)}: leave out one of them`;
        throw fault(name, rule);
      }
    });
  }
  options.onParts?.(found.length, found.length);
  return parts;
}

/**
 * Owns errors about input that were collected, so that all of them can be corrected at once. `add`
 * adds one, `raise` throws them.
 */
class Faults {
  readonly #errors: InputError[] = [];

  /** @throws any other error of `work`. */
  async noting(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      this.#errors.push(error);
    }
  }

  add(...errors: readonly InputError[]): void {
    this.#errors.push(...errors);
  }

  /** @throws InputError when there was one: the first, with the messages of the others. */
  raise(): void {
    const [first, ...others] = this.#errors;
    if (first === undefined) return;
    const lines = [first.rule, ...others.map(({ message }) => message)];
    throw new InputError(first.kind, first.place, lines.join('\n'));
  }
}

/** @throws InputError when `name` is no complete part of this state of the study. */
async function findPart(name: string, { manifest }: PreparedStudy): Promise<FoundPart> {
  const info = statSync(name, { throwIfNoEntry: false });
  if (info === undefined) throw fault(name, 'no such folder or file');
  const path = info.isDirectory() ? join(name, PART_FILE) : name;
  if (!existsSync(path)) throw fault(name, `is not the folder of a part: it has no ${PART_FILE}`);
  const head = await partHead(path);
  if (head === undefined) {
    const rule = 'was changed, or is no part of a study: remove it, and make the part again';
    throw new InputError('data', { file: path, line: 1 }, rule);
  }
  if (head.study !== manifest.study) {
    throw fault(name, `is a part of the study ${head.study}, not of ${manifest.study}`);
  }
  const changed = changes(head, manifest);
  if (changed.length === 0) return { name, path, head };
  const rule = `is a part of another state of the study, made before ${changed.join(', ')} changed: make it again in another folder`;
  throw fault(name, rule);
}

/** An error about the shards of which there is no part, finished or not; none when there is no such shard. */
function missingParts(
  found: readonly FoundPart[],
  begun: ReadonlySet<number>,
  { command }: MergeOptions,
): InputError[] {
  const [first] = found as [FoundPart];
  const { of } = first.head;
  const there = new Set([...begun, ...found.map(({ head }) => head.shard)]);
  const missing = Array.from({ length: of }, (_, at) => at + 1).filter(each => !there.has(each));
  if (missing.length === 0) return [];
  const commands = missing
    .slice(0, MOST_COMMANDS)
    .map(shard => `\n  ${command({ shard, of }, newPlace(first, shard))}`);
  const left = missing.length - commands.length;
  const more = left === 0 ? '' : `\n  and ${left} more`;
  const rule = `lacks ${missing.length} of ${of} shards, ${ranges(missing)}; make them:${commands.join('')}${more}`;
  return [new InputError('scenario', { file: 'command line', field: '--merge' }, rule)];
}

/** `3, 7-9`: ascending numbers. */
function ranges(numbers: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const each of numbers) {
    const last = runs.at(-1);
    if (last !== undefined && last[1] === each - 1) last[1] = each;
    else runs.push([each, each]);
  }
  return runs.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`)).join(', ');
}

/** Where a part is made again: in its folder, or beside a file that lies alone. */
function placeOf(part: FoundPart): string {
  return isAlone(part) ? newPlace(part, part.head.shard) : part.name;
}

/** A folder beside `part` whose name no index of a scheduler gives to another shard. */
function newPlace(part: FoundPart, shard: number): string {
  const folder = dirname(isAlone(part) ? part.path : dirname(part.path));
  return join(folder, `part-${shard}-of-${part.head.of}`);
}

/** Whether a file was named, not a folder. */
function isAlone({ name, path }: FoundPart): boolean {
  return name === path;
}

function fault(file: string, rule: string): InputError {
  return new InputError('scenario', { file }, rule);
}
