/**
 * The row of studies in the bench of peers: the same hundred parameter sets of the SMA cross on M1 in
 * Orrery with one worker and with two, and in the peers that have such a search of their own. Each is
 * a whole process. Orrery and vectorbt also make two passes in one process, the second with everything
 * compiled.
 */

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Table from 'cli-table3';
import { VERSION } from '../../../data/version.js';
import { type SetFills, STUDY_FILE, sweep, writeStudy } from '../loads/sma-study.js';
import { runNode } from '../measuring/child.js';
import { install } from './install.js';
import { runScript, SCRIPTS } from './peer-run.js';
import { PEERS, type Peer } from './peers.js';

const PASSES = fileURLToPath(new URL('./study-passes.js', import.meta.url));

/** The axes; the scripts of the peers have the same in `study.py`. */
const STUDY = {
  granularity: 'M1',
  fast: '{ from: 2, to: 26, step: 1 }',
  slow: '{ from: 30, to: 60, step: 10 }',
  alwaysOpen: true,
};

/** One study; unknown values are absent. */
export interface StudyBenchRow {
  readonly name: string;
  readonly version?: string;
  /** Wall time of the whole process, with all its passes. */
  readonly seconds?: number;
  /** Seconds of each pass over all sets, without loading. */
  readonly passSeconds?: readonly number[];
  readonly peakMegabytes?: number;
  /** Sets with as many fills as in Orrery: `100 of 100`. */
  readonly same?: string;
  readonly remark: string;
}

/** What a script prints as its last line. */
interface Answer {
  readonly passSeconds: readonly number[];
  readonly sets: readonly (readonly [fast: number, slow: number, fills: number])[];
  readonly version: string;
}

/** Runs the studies on the workload in `folder`. @throws Error if Orrery's fails. */
export async function studyRows(root: string, folder: string): Promise<StudyBenchRow[]> {
  await writeStudy(folder, STUDY);
  const ours = [1, 2].map(workers => ({
    workers,
    swept: sweep(folder, workers),
    passSeconds: passesOf(folder, workers),
  }));
  const [{ swept }] = ours as [(typeof ours)[0]];
  const rows: StudyBenchRow[] = ours.map(each => ({
    name: `orrery, ${each.workers} ${each.workers === 1 ? 'worker' : 'workers'}`,
    version: VERSION,
    seconds: each.swept.wall,
    passSeconds: each.passSeconds,
    peakMegabytes: each.swept.peak,
    same: agreement(swept.runs, each.swept.runs),
    remark:
      `every tick, a full ledger for each set; ${each.swept.cpu.toFixed(2)} s of processor time; ` +
      'passes are those of a process of its own',
  }));
  for (const peer of PEERS) {
    if (peer.study !== undefined) rows.push(await peerStudy(peer, { root, folder }, swept.runs));
  }
  return rows;
}

/** Seconds of two passes in one process, without loading. */
function passesOf(folder: string, workers: number): readonly number[] {
  const { stdout } = runNode([PASSES, STUDY_FILE, String(workers), '2'], folder);
  return (JSON.parse(stdout) as Pick<Answer, 'passSeconds'>).passSeconds;
}

async function peerStudy(
  peer: Peer,
  { root, folder }: Readonly<Record<'root' | 'folder', string>>,
  ours: readonly SetFills[],
): Promise<StudyBenchRow> {
  const { name, study = '' } = peer;
  const installed = await install(folder, peer);
  if ('error' in installed) return { name, remark: `not installed: ${installed.error}` };
  const args = [join(root, SCRIPTS, study), join(folder, 'EUR_USD.csv')];
  const ran = await runScript<Answer>(installed, args, folder);
  if ('error' in ran) return { name, remark: `failed: ${ran.error}` };
  const { answer, ...cost } = ran;
  const { passSeconds, sets, version } = answer;
  const theirs = sets.map(([fast, slow, fills]) => ({ fast, slow, fills }));
  return {
    name,
    version,
    ...cost,
    passSeconds,
    same: agreement(ours, theirs),
    remark: 'bars of the bid and no broker; the wall time is that of all passes',
  };
}

/** How many sets have equal numbers of fills. */
function agreement(ours: readonly SetFills[], theirs: readonly SetFills[]): string {
  const key = ({ fast, slow, fills }: SetFills) => `${fast} ${slow} ${fills}`;
  const known = new Set(ours.map(key));
  return `${theirs.filter(each => known.has(key(each))).length} of ${ours.length}`;
}

const HEAD = [
  'study of 100 sets',
  'version',
  'wall s',
  'first pass s',
  'second pass s',
  'peak MB',
  'same',
];

/** Rows as a table, remarks as lines under it. */
export function studyText(rows: readonly StudyBenchRow[]): string {
  const table = new Table({
    head: HEAD,
    style: { head: [], border: [], compact: true },
    colAligns: HEAD.map((_, column) => (column < 2 ? 'left' : 'right')),
  });
  for (const { name, version = '', seconds, passSeconds = [], peakMegabytes, same = '-' } of rows) {
    const times = [seconds, passSeconds[0], passSeconds[1]].map(time => time?.toFixed(2) ?? '-');
    table.push([name, version, ...times, peakMegabytes?.toFixed(0) ?? '-', same]);
  }
  const remarks = rows.map(({ name, remark }) => `${name}: ${remark}`);
  return `${table.toString()}\n${remarks.join('\n')}\n`;
}
