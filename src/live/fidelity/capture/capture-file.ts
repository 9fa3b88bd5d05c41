/** The file of a captured session: one line of JSON after another, each written when it happens. */

import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import type { CaptureLine } from '../recording/capture-line.js';
import type { Redaction } from './redact.js';

/** A line as it is noted; the file adds the time. */
export type UntimedLine<Line = CaptureLine> = Line extends CaptureLine ? Omit<Line, 'at'> : never;

/** Owns a file that grows by lines until `close`. `note` adds one; lines are never changed. */
export class CaptureFile {
  readonly #descriptor: number;
  readonly #redaction: Redaction;
  readonly #now: () => Date;
  #isOpen = true;
  /** Lines so far. */
  lines = 0;

  /**
   * @param file - its path; there must be no such file yet.
   * @param now - the wall clock.
   * @throws Error of the system when the file exists or cannot be written
   */
  constructor(file: string, redaction: Redaction, now: () => Date = () => new Date()) {
    this.#descriptor = openSync(file, 'wx', 0o600);
    this.#redaction = redaction;
    this.#now = now;
  }

  /** Writes a line. A line that comes after the end is lost. */
  note({ kind, ...rest }: UntimedLine): void {
    if (!this.#isOpen) return;
    const text = JSON.stringify({ kind, at: this.#now().toISOString(), ...rest });
    // Each line is in the file before the next one is made: a killed process loses none.
    writeSync(this.#descriptor, `${this.#redaction.clean(text)}\n`);
    this.lines += 1;
  }

  /** Makes the file safe from a loss of power, and ends it. */
  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    fsyncSync(this.#descriptor);
    closeSync(this.#descriptor);
  }
}
