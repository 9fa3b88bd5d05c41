/**
 * Seals: a span of time of some instruments whose prices no command shows until the seal is opened, so
 * that a strategy can be tested there at the end. A seal is opened once; that is recorded, and every
 * look after it counts.
 */

import { InputError } from '../../../core/base/input-error.js';
import { type MarketSpan, overlaps, spanOf } from './look.js';

/** A seal as a line of a file has it. */
export interface SealEntry {
  readonly kind: 'seal';
  /** Eight hex digits. */
  readonly id: string;
  readonly instruments: readonly string[];
  /** RFC 3339; `to` is exclusive. */
  readonly from: string;
  readonly to: string;
  readonly made: string;
  /** Number of looks at the span before it was sealed. */
  readonly looksBefore: number;
}

/** The record that a seal was opened. */
export interface OpenedEntry {
  readonly kind: 'opened';
  readonly id: string;
  readonly made: string;
}

/** A seal, and when it was opened. */
export interface Seal extends SealEntry {
  readonly opened?: string;
}

/** The seals of a history, in the order in which they were made. */
export function sealsOf(entries: readonly { readonly kind: string }[]): Seal[] {
  const opened = new Map<string, string>();
  for (const entry of entries) {
    if (!isOpened(entry)) continue;
    const first = opened.get(entry.id);
    if (first === undefined || entry.made < first) opened.set(entry.id, entry.made);
  }
  return entries
    .filter(isSeal)
    .map(seal => {
      const when = opened.get(seal.id);
      return when === undefined ? seal : { ...seal, opened: when };
    })
    .sort((a, b) => (a.made < b.made ? -1 : a.made > b.made ? 1 : 0));
}

/** The closed seal that covers a part of `span`; undefined when none does. */
export function sealOver(seals: readonly Seal[], span: MarketSpan): Seal | undefined {
  return seals.find(seal => seal.opened === undefined && overlaps(spanOf(seal), span));
}

/** The error about a span that reaches into a seal. @param file - what would show its prices. */
export function sealedError(file: string, { id, instruments, from, to }: Seal): InputError {
  return new InputError(
    'scenario',
    { file },
    `reaches into a sealed time of ${instruments.join(', ')}, ${shortTime(from)} to ${shortTime(to)}: ` +
      `end the window before it (--to ${shortTime(from)}), or, when all decisions are made, open it: orrery seal --open ${id}`,
  );
}

/** The last `share` of a span, from whole seconds on. @param share - above 0, below 1. */
export function lastPart({ from, to, instruments }: MarketSpan, share: number): MarketSpan {
  const cut = to - (to - from) * share;
  const second = Math.ceil(cut / MICROS_PER_SECOND) * MICROS_PER_SECOND;
  return { instruments, from: second as MarketSpan['from'], to };
}

const MICROS_PER_SECOND = 1_000_000;

/** A time without a fraction of zeros, as a command takes it. */
function shortTime(time: string): string {
  return time.replace(/\.0+Z$/, 'Z');
}

function isSeal(entry: { readonly kind: string }): entry is SealEntry {
  return entry.kind === 'seal';
}

function isOpened(entry: { readonly kind: string }): entry is OpenedEntry {
  return entry.kind === 'opened';
}
