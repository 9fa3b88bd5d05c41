/**
 * Measures the score by itself: recordings with one fact changed are held against the broker like any
 * other, and what they show as unexpected is counted. The checker sees the changed recording alone.
 */

import { Prng } from '../../../core/base/prng.js';
import { ReplayHost } from '../host/replay-host.js';
import { parityOn } from '../parity/parity.js';
import type { Recording } from '../recording/recorded-bodies.js';
import { isDetermined, sharesOf } from './determined.js';
import { factsIn } from './facts.js';
import { MUTATIONS, type Mutation, type MutationKind, mutate } from './mutate.js';

/** What became of the changes of one kind. */
export interface MutationRow {
  readonly kind: MutationKind;
  readonly changed: number;
  /**
   * The changes of facts that another fact of the recording determines, and how many were noticed.
   */
  readonly determined: number;
  readonly noticedOfDetermined: number;
  /** The changes of facts that nothing else determines, and how many were still noticed. */
  readonly free: number;
  readonly noticedOfFree: number;
}

/** A change that was not noticed although another fact determines what was changed. */
export interface MissedChange {
  readonly file: string;
  readonly place: string;
  readonly path: string;
  readonly kind: MutationKind;
}

/** The measure. */
export interface MutationMeasure {
  readonly seed: number;
  readonly rows: readonly MutationRow[];
  readonly missed: readonly MissedChange[];
}

const KINDS = Object.keys(MUTATIONS) as MutationKind[];

/**
 * Changes `count` recordings, as many of each kind, and holds each against the broker.
 * @param seed - decides which recordings and which facts.
 */
export async function measure(
  recordings: readonly Recording[],
  count: number,
  seed: number,
): Promise<MutationMeasure> {
  const host = await ReplayHost.open();
  try {
    const shares = sharesOf(recordings, factsIn);
    const random = new Prng(seed);
    const rows = new Map(
      KINDS.map(kind => [
        kind,
        { changed: 0, determined: 0, noticedOfDetermined: 0, free: 0, noticedOfFree: 0 },
      ]),
    );
    const missed: MissedChange[] = [];
    for (let made = 0; made < count; made++) {
      const kind = KINDS[made % KINDS.length] as MutationKind;
      const found = pick(recordings, kind, random);
      if (found === undefined) continue;
      const { recording, mutation } = found;
      const file = recordings.filter(each => each.file === recording.file);
      const row = rows.get(kind);
      if (row === undefined) continue;
      const known = isDetermined(mutation, { recordings: file, shares });
      const isNoticed = await notices(host, file, recording, mutation);
      row.changed += 1;
      row[known ? 'determined' : 'free'] += 1;
      if (isNoticed) row[known ? 'noticedOfDetermined' : 'noticedOfFree'] += 1;
      else if (known)
        missed.push({
          file: recording.file,
          place: recording.place,
          path: mutation.fact.path,
          kind,
        });
    }
    return { seed, rows: [...rows].map(([kind, row]) => ({ kind, ...row })), missed };
  } finally {
    await host.close();
  }
}

const TRIES = 200;

/** A recording that has a fact of the kind, changed. */
function pick(
  recordings: readonly Recording[],
  kind: MutationKind,
  random: Prng,
): { readonly recording: Recording; readonly mutation: Mutation } | undefined {
  const files = [...new Set(recordings.map(({ file }) => file))];
  for (let tried = 0; tried < TRIES; tried++) {
    const file = files[random.nextInt(0, files.length - 1)];
    const own = recordings.filter(each => each.file === file);
    const recording = own[random.nextInt(0, own.length - 1)] as Recording;
    const mutation = mutate(recording.value, kind, random);
    if (mutation !== undefined) return { recording, mutation };
  }
  return undefined;
}

async function notices(
  host: ReplayHost,
  file: readonly Recording[],
  recording: Recording,
  { value }: Mutation,
): Promise<boolean> {
  const changed = file.map(each => (each === recording ? { ...each, value } : each));
  const { differences, strange } = await parityOn(host, changed);
  return strange.length > 0 || differences.some(({ known }) => known === undefined);
}
