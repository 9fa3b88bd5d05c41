/**
 * Turns bytes into rows: decoding, complete lines, the first line, and cells. Blocks of plain lines
 * are cut at delimiters; all others go through fast-csv, which takes several times as long. It stops input
 * that would hang the CSV parser or fill the memory before the parser sees it: endless lines,
 * quotes that never close, bytes that are no text. Such a line becomes a row that states what is
 * wrong with it, so that line numbers stay correct and the skip policy works. Invariant: row number
 * = line number of the file.
 */

import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StringDecoder } from 'node:string_decoder';
import { InputError } from '../../../../core/base/input-error.js';
import { UNREADABLE } from '../columns/tick-builder.js';
import { withPoint } from '../text/delimiter.js';

/** Receives the rows of a file, one by one. */
export interface RowSink {
  readonly delimiter: string;
  accept(row: readonly string[], line: number): void;
}

const LONGEST_LINE = 65_536;
const BYTE_ORDER_MARK = '\ufeff';
const MARK = String.fromCharCode(UNREADABLE);
/**
 * NUL, quote, our own mark, byte order marks, and the character that decoders write for bytes that
 * are not UTF-8.
 */
const SUSPECT = new RegExp(`[\\0"${MARK}${BYTE_ORDER_MARK}\\ufffd]`);
/**
 * What makes a block more than cells between delimiters: a quote, a carriage return that ends a line
 * alone, and a line that is empty or begins with white space.
 */
const NOT_PLAIN = /"|\r(?!\n)|^\s/m;

/**
 * Reads `source` to its end.
 * @param choose - receives the first line and returns the sink for the rows.
 * @throws InputError naming file and line; any error of `choose` and `accept`.
 */
export async function readRows(
  file: string,
  source: AsyncIterable<Buffer>,
  choose: (firstLine: string) => RowSink,
): Promise<void> {
  const lines = wholeLines(file, source);
  const first = await lines.next();
  if (first.done === true) throw new InputError('data', { file }, 'is empty');
  const sink = choose(firstLineOf(first.value));
  let line = 0;
  // Cells between commas have decimal points, since a comma would end them.
  const hasPoints = sink.delimiter === ',';
  const take = (row: readonly string[]) => {
    line += 1;
    sink.accept(hasPoints ? row : row.map(withPoint), line);
  };
  for await (const block of cleaned(first.value, lines, sink.delimiter)) {
    if (NOT_PLAIN.test(block)) await parseBlock(block, sink.delimiter, take);
    else for (const row of plainLines(block)) take(row.split(sink.delimiter));
  }
}

/** The lines of a plain block, without their ends. */
function plainLines(block: string): string[] {
  const lines = block.split(/\r?\n/);
  // What ends with a line has nothing after it.
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** Parses whole lines with fast-csv. @throws what `take` throws. */
async function parseBlock(
  block: string,
  delimiter: string,
  take: (row: readonly string[]) => void,
): Promise<void> {
  // Most files never need this module.
  const { parse } = await import('fast-csv');
  await pipeline(
    Readable.from([block], { objectMode: true }),
    parse({ delimiter, headers: false, ignoreEmpty: false, trim: false }),
    new Writable({
      objectMode: true,
      highWaterMark: 256,
      write(row: string[], _encoding, done) {
        try {
          take(row);
          done();
        } catch (error) {
          done(error as Error);
        }
      },
    }),
  );
}

/** Blocks of text that end at line ends; the first one without a byte order mark. */
async function* wholeLines(file: string, source: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let line = 1;
  let atStart = true;
  for await (const bytes of source) {
    let text = rest + decoder.write(bytes);
    if (atStart && text.length > 0) {
      if (text.startsWith(BYTE_ORDER_MARK)) text = text.slice(1);
      atStart = false;
    }
    let from = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      if (end - from > LONGEST_LINE) throw tooLong(file, line);
      line += 1;
      from = end + 1;
    }
    if (text.length - from > LONGEST_LINE) throw tooLong(file, line);
    if (from > 0) yield text.slice(0, from);
    rest = text.slice(from);
  }
  rest += decoder.end();
  if (rest !== '') yield rest;
}

function tooLong(file: string, line: number): InputError {
  return new InputError('data', { file, line }, `a line is longer than ${LONGEST_LINE} bytes`);
}

function firstLineOf(block: string): string {
  const end = block.indexOf('\n');
  return (end < 0 ? block : block.slice(0, end)).replace(/\r$/, '');
}

async function* cleaned(
  first: string,
  rest: AsyncIterable<string>,
  delimiter: string,
): AsyncGenerator<string> {
  yield cleanBlock(first, delimiter);
  for await (const block of rest) yield cleanBlock(block, delimiter);
}

/** Replaces each line that cannot be read with the reason. */
function cleanBlock(block: string, delimiter: string): string {
  if (!SUSPECT.test(block)) return block;
  const lines = block.split('\n').map(line => {
    const rule = SUSPECT.test(line) ? ruleBroken(line, delimiter) : undefined;
    return rule === undefined ? line : MARK + rule;
  });
  return lines.join('\n');
}

function ruleBroken(line: string, delimiter: string): string | undefined {
  if (line.includes('\0')) return 'holds a NUL byte';
  if (/[\ufffd\ufeff\ue000]/.test(line)) return 'is not UTF-8';
  return isQuotedWell(line.replace(/\r$/, ''), delimiter)
    ? undefined
    : 'has a quote that is not closed';
}

/** Whether each quoted cell opens at its start and closes at its end, within this line. */
function isQuotedWell(line: string, delimiter: string): boolean {
  let index = 0;
  while (index < line.length) {
    if (line[index] === '"') {
      index = afterQuote(line, index + 1);
      if (index < 0 || (index < line.length && line[index] !== delimiter)) return false;
    } else {
      const end = line.indexOf(delimiter, index);
      if (line.slice(index, end < 0 ? undefined : end).includes('"')) return false;
      index = end < 0 ? line.length : end;
    }
    index += 1;
  }
  return true;
}

/** Index after the quote that closes the cell, or -1; a doubled quote does not close it. */
function afterQuote(line: string, from: number): number {
  for (let end = line.indexOf('"', from); end >= 0; end = line.indexOf('"', end + 2)) {
    if (line[end + 1] !== '"') return end + 1;
  }
  return -1;
}
