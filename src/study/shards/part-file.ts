/**
 * The file of a part: the outcomes of all runs of a shard. The first line says which shard of which study
 * it is; a line for each run follows, in the order of the runs. Each line ends with a check of itself, so
 * that a damaged line is named. The same shard gives the same bytes, whichever machine made it.
 */

import { writeFile } from 'node:fs/promises';
import { InputError } from '../../core/base/input-error.js';
import { fileLines } from '../../data/storage/files/file-lines.js';
import { runningSha256, sha256 } from '../../data/storage/files/sha256.js';
import { writeWhole } from '../../data/storage/files/write-whole.js';
import type { JobOutcome } from '../engines/job.js';
import { parsed } from '../output/run-log.js';
import type { StudyManifest } from '../output/study-manifest.js';
import { type Shard, shardText } from './shard.js';

/** Name of the file in the folder of a part; it is there when the part is complete. */
export const PART_FILE = 'part.ndjson';

/** What identifies a part; the content of its first line. */
export interface PartHead extends StudyManifest, Shard {
  /** Number of runs. */
  readonly runs: number;
}

/** A part that has been checked. */
export interface CheckedPart {
  /** The name that the user gave. */
  readonly name: string;
  readonly path: string;
  readonly head: PartHead;
  /** SHA-256 of the file. */
  readonly digest: string;
}

const CHECK_DIGITS = 16;
/** The end of a line: `,"check":"0123456789abcdef"}`. */
const CHECK = new RegExp(`,"check":"([0-9a-f]{${CHECK_DIGITS}})"\\}$`);
const INDEX = /^\{"index":(\d+),/;

/** Writes a part completely or not at all. @param outcomes - ascending by index. */
export async function writePart(
  path: string,
  head: PartHead,
  outcomes: readonly JobOutcome[],
): Promise<void> {
  await writeWhole(path, temporary => writeFile(temporary, lines(head, outcomes), { flush: true }));
}

function* lines(head: PartHead, outcomes: readonly JobOutcome[]): Generator<string> {
  yield checked(head);
  for (const { index, ...outcome } of outcomes) yield checked({ index, ...outcome });
}

function checked(content: object): string {
  const text = JSON.stringify(content).slice(0, -1);
  return `${text},"check":"${checkOf(text)}"}\n`;
}

function checkOf(text: string): string {
  return sha256(text).slice(0, CHECK_DIGITS);
}

/** The content of a line without its check; undefined when the line is damaged. */
function contentOf(line: string): string | undefined {
  const [end = '', check] = CHECK.exec(line) ?? [];
  const text = line.slice(0, line.length - end.length);
  return check !== undefined && check === checkOf(text) ? `${text}}` : undefined;
}

/** The head of a part; undefined when its first line is damaged, or that of another file. */
export async function partHead(path: string): Promise<PartHead | undefined> {
  for await (const line of fileLines(path)) {
    const content = contentOf(line);
    const head = content === undefined ? undefined : parsed<Partial<PartHead>>(content);
    const isHead = head?.digest !== undefined && head.shard !== undefined && head.of !== undefined;
    return isHead ? (head as PartHead) : undefined;
  }
  return undefined;
}

/** The outcomes of the lines that are whole. */
export async function* partOutcomes(path: string): AsyncGenerator<JobOutcome> {
  let number = 0;
  for await (const line of fileLines(path)) {
    number += 1;
    const content = number === 1 ? undefined : contentOf(line);
    const outcome = content === undefined ? undefined : parsed<JobOutcome>(content);
    if (outcome !== undefined) yield outcome;
  }
}

/**
 * Reads a part from end to end.
 * @param indexes - of its runs, ascending. @param again - how to make it again.
 * @throws InputError with the line that is damaged, missing or of another run.
 */
export async function checkPart(
  { name, path, head }: Omit<CheckedPart, 'digest'>,
  indexes: readonly number[],
  again: string,
): Promise<CheckedPart> {
  const hash = runningSha256();
  const fault = (line: number, what: string) =>
    new InputError('data', { file: path, line }, `${what}: make the part again: ${again}`);
  let number = 0;
  for await (const line of fileLines(path)) {
    number += 1;
    hash.update(line);
    hash.update('\n');
    if (number === 1) continue;
    if (contentOf(line) === undefined) throw fault(number, 'was changed, or is not complete');
    const wanted = indexes[number - 2];
    const [, index] = INDEX.exec(line) ?? [];
    if (wanted === undefined || Number(index) !== wanted) {
      const due = wanted === undefined ? 'the end' : `run ${wanted + 1}`;
      throw fault(number, `must be ${due} of shard ${shardText(head)}`);
    }
  }
  if (number !== indexes.length + 1) {
    throw fault(number, `is the last line, and ${indexes.length + 1 - number} more must follow`);
  }
  return { name, path, head, digest: hash.digest('hex') };
}
