/** Reads the file of a captured session, line by line. */

import { readFile } from 'node:fs/promises';
import { InputError } from '../../../core/base/input-error.js';
import { CAPTURE_VERSION, type CaptureHead, type CaptureLine } from './capture-line.js';
import { isObject } from './json.js';

/** A session, as it was captured. */
export interface Capture {
  readonly file: string;
  readonly head: CaptureHead;
  /** The lines after the first, in order. */
  readonly lines: readonly CaptureLine[];
  /** Whether the last line was cut off, as a power failure leaves it. */
  readonly isCut: boolean;
}

/** Whether a line of text begins a capture. */
export function beginsCapture(value: unknown): value is CaptureHead {
  return isObject(value) && value['kind'] === 'capture';
}

/** Reads a capture. @throws InputError with file and line when it is none */
export async function readCapture(file: string): Promise<Capture> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new InputError(
      'data',
      { file },
      error.code === 'ENOENT' ? 'no such file' : error.message,
    );
  });
  return captureIn(file, text);
}

/** The capture in a text. @param file - its name, for messages. @throws InputError */
export function captureIn(file: string, text: string): Capture {
  const isCut = text !== '' && !text.endsWith('\n');
  const texts = text.split('\n');
  // The text after the last line end is a line that was not written to its end.
  texts.pop();
  const [head, ...lines] = texts.map((line, index) => lineIn(file, line, index + 1));
  if (!beginsCapture(head)) throw new InputError('data', { file, line: 1 }, NO_CAPTURE);
  if (head.version !== CAPTURE_VERSION) {
    const rule = `must be a capture of version ${CAPTURE_VERSION}, was ${head.version}`;
    throw new InputError('data', { file, line: 1 }, rule);
  }
  return { file, head, lines, isCut };
}

const NO_CAPTURE = 'must begin a captured session: {"kind":"capture",...}';

function lineIn(file: string, text: string, line: number): CaptureLine {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new InputError('data', { file, line }, 'must be a line of JSON');
  }
  if (isLine(value)) return value;
  throw new InputError('data', { file, line }, 'must have kind and at');
}

function isLine(value: unknown): value is CaptureLine {
  return isObject(value) && typeof value['kind'] === 'string' && typeof value['at'] === 'string';
}
