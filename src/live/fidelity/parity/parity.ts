/**
 * The score of fidelity: recorded bodies of a v20 host held against this broker. Their shape is held
 * against the published bodies, and what they imply is replayed: the broker is run, and its answer
 * compared. A difference is either known, with a reason that is shipped, or unexpected.
 */

import { byCodeUnit } from '../../../core/base/by-code-unit.js';
import { present } from '../../../core/base/present.js';
import { ReplayHost } from '../host/replay-host.js';
import type { Recording } from '../recording/recorded-bodies.js';
import { splitPlace } from '../replay/reading.js';
import { replayFile } from '../replay/replay.js';
import { isReplayed } from '../replay/replayed.js';
import { factsOf } from '../rules/facts.js';
import type { ParityFinding, ParityTally } from './finding.js';
import { holdRelations } from './hold-relations.js';
import {
  type FileFacts,
  fileFacts,
  type KnownDifference,
  knownDifference,
} from './known-differences.js';
import { type DimensionCount, ScoreCounter, type ScoreRow } from './score.js';
import { type BodyAndShape, heldAgainst } from './shapes.js';

/** A difference, with the body that it is in. */
export interface BodyDifference extends ParityFinding {
  readonly file: string;
  /** The place of the body in the file. */
  readonly place: string;
  /** The published body that it was held against. */
  readonly shape: string;
  /** Its reason and its cause when it is known; absent when it is unexpected. */
  readonly known?: KnownDifference;
}

/** The result. */
export interface Parity {
  readonly bodies: number;
  /** Bodies that are like nothing that v20 publishes, as `file place`. */
  readonly strange: readonly string[];
  readonly rows: readonly ScoreRow[];
  readonly differences: readonly BodyDifference[];
  /** Why bodies, or batches in them, could not be replayed, and how many. */
  readonly unreplayed: Readonly<Record<string, number>>;
  /** Facts that the replays were built from, as `file place path`. */
  readonly used: readonly string[];
}

/** Holds the recordings against this broker. */
export async function parityOf(recordings: readonly Recording[]): Promise<Parity> {
  const host = await ReplayHost.open();
  try {
    return await parityOn(host, recordings);
  } finally {
    await host.close();
  }
}

/** Holds the recordings against a broker that is open. */
export async function parityOn(
  host: ReplayHost,
  recordings: readonly Recording[],
): Promise<Parity> {
  const holding = new Holding();
  for (const own of bySequence(recordings).values()) await holding.hold(host, own);
  return holding.result();
}

/** A recorded body with what was found in it. */
interface Body {
  readonly recording: Recording;
  readonly held: BodyAndShape;
}

/**
 * Owns the scores of the bodies that were held against the broker so far. `hold` adds one, `result`
 * returns all.
 */
class Holding {
  readonly #rows = new Map<string, ScoreCounter>();
  readonly #strange: string[] = [];
  readonly #differences: BodyDifference[] = [];
  readonly #unreplayed = new Map<string, number>();
  readonly #used: string[] = [];
  #bodies = 0;

  async hold(host: ReplayHost, recordings: readonly Recording[]): Promise<void> {
    const facts = factsOf(recordings.map(({ value }) => value));
    const bodies = new Map<Recording, Body>();
    for (const recording of recordings) {
      const held = heldAgainst(recording);
      if (held === undefined) {
        this.#strange.push(`${recording.file} ${recording.place}`.trim());
        continue;
      }
      holdRelations(recording.value, facts, held.tally);
      bodies.set(recording, { recording, held });
    }
    await this.#replay(host, recordings, bodies);
    const known = fileFacts(recordings);
    for (const body of bodies.values()) this.#count(body, known);
  }

  async #replay(
    host: ReplayHost,
    recordings: readonly Recording[],
    bodies: ReadonlyMap<Recording, Body>,
  ): Promise<void> {
    const seen = new Set<Recording>();
    for (const result of await replayFile(host, recordings)) {
      for (const each of result.recordings) seen.add(each);
      if (!isReplayed(result)) {
        this.#unable(result.why);
        continue;
      }
      const { same, differences, used, apart } = result;
      const at = (place: string) => {
        const [index, path] = splitPlace(place);
        return { body: bodies.get(result.recordings[index] as Recording), path };
      };
      for (const place of same) if (!used.has(place)) at(place).body?.held.tally.agree('replay');
      for (const { path: place, expected, found } of differences) {
        const { body, path } = at(place);
        body?.held.tally.differ({ dimension: 'replay', path, rule: 'replay', expected, found });
      }
      for (const place of used) {
        const { body, path } = at(place);
        if (body === undefined) continue;
        this.#row(body).used += 1;
        this.#used.push(`${body.recording.file} ${body.recording.place} ${path}`);
      }
      for (const _ of apart) this.#unable(FINANCING);
      for (const each of result.recordings) {
        const body = bodies.get(each);
        if (body !== undefined) this.#row(body).replayed += 1;
      }
    }
    for (const recording of bodies.keys()) if (!seen.has(recording)) this.#unable(NOTHING);
  }

  #unable(why: string): void {
    this.#unreplayed.set(why, (this.#unreplayed.get(why) ?? 0) + 1);
  }

  #row({ held }: Body): ScoreCounter {
    const row = this.#rows.get(held.shape.name) ?? new ScoreCounter();
    this.#rows.set(held.shape.name, row);
    return row;
  }

  #count(body: Body, facts: FileFacts): void {
    const { recording, held } = body;
    const { file, place } = recording;
    const { tally, shape } = held;
    const row = this.#row(body);
    this.#bodies += 1;
    row.bodies += 1;
    addSame(row, tally);
    for (const finding of tally.findings) {
      const known = knownDifference(recording, finding, facts);
      row.counts[finding.dimension][kindOf(known)] += 1;
      this.#differences.push({ file, place, shape: shape.name, ...finding, ...present({ known }) });
    }
  }

  result(): Parity {
    const rows = [...this.#rows].map(([shape, { bodies, counts, used, replayed }]) => {
      return { shape, bodies, counts, used, replayed };
    });
    return {
      bodies: this.#bodies,
      strange: this.#strange,
      rows: rows.sort((a, b) => byCodeUnit(a.shape, b.shape)),
      differences: this.#differences,
      unreplayed: Object.fromEntries(this.#unreplayed),
      used: this.#used,
    };
  }
}

/** Financing that a fill settles. */
const FINANCING = 'financing of a fill: its rates are not recorded';
/** A list, a description, a refusal without a transaction. */
const NOTHING = 'the market would be made of every fact in it';

function addSame({ counts }: ScoreCounter, { same }: ParityTally): void {
  for (const [dimension, count] of Object.entries(same)) {
    counts[dimension as keyof typeof same].same += count;
  }
}

function kindOf(known: KnownDifference | undefined): Exclude<keyof DimensionCount, 'same'> {
  if (known === undefined) return 'unexpected';
  return known.by === 'service' ? 'known' : 'changed';
}

/** Recordings of one file and of one account: their ids are of one sequence. */
function bySequence(recordings: readonly Recording[]): Map<string, Recording[]> {
  const sequences = new Map<string, Recording[]>();
  for (const each of recordings) {
    const key = `${each.file} ${ACCOUNT.exec(each.path ?? '')?.[1] ?? ''}`;
    const own = sequences.get(key);
    if (own === undefined) sequences.set(key, [each]);
    else own.push(each);
  }
  return sequences;
}

const ACCOUNT = /^\/v3\/accounts\/([^/]+)/;
