/**
 * `npm run bench -- peers`: other backtesters on the same ticks and strategy as Orrery, each as a
 * whole process from the CSV to its fills, twice. They are installed into a throw-away folder; a peer that
 * cannot be installed or fails is a row that says so.
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { present } from '../../../core/base/present.js';
import { VERSION } from '../../../data/version.js';
import { type Workload, writeWorkload } from '../loads/workload.js';
import { agreement, type Fill } from './fills.js';
import { install } from './install.js';
import { orreryFills, removeStore, timeOrrery, writeScenario } from './orrery-run.js';
import { runPeer } from './peer-run.js';
import { PEERS, type Peer } from './peers.js';
import { studyRows, studyText } from './study-bench.js';
import { type PeerRow, tableText } from './table.js';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const TICKS = 1_000_000;

/** What the command line says. */
export interface PeersOptions {
  /** One JSON document instead of the table. */
  readonly json?: boolean;
  /** Rows of the workload; default 1,000,000. */
  readonly ticks?: number;
  /** Keeps the folder with the ticks and the installed peers, and prints its path. */
  readonly keep?: boolean;
}

interface Bench {
  readonly folder: string;
  readonly workload: Workload;
  /** Our ticks a second from the CSV; of two runs the faster, as with a peer. */
  readonly rate: number;
  readonly fills: readonly Fill[];
}

/** Runs Orrery and every peer in turn and prints the table. @throws Error if Orrery's run fails. */
export async function peersBench(options: PeersOptions = {}): Promise<void> {
  const { json = false, ticks = TICKS, keep = false } = options;
  const folder = await mkdtemp(join(tmpdir(), 'orrery-peers-'));
  try {
    const workload = await writeWorkload(join(folder, 'EUR_USD.csv'), ticks);
    const { rows, bench } = await ourRows(folder, workload);
    for (const peer of PEERS) {
      say(`${peer.name} ...`);
      rows.push(await peerRow(peer, bench));
    }
    say('studies ...');
    const studies = await studyRows(ROOT, folder);
    process.stdout.write(
      json
        ? `${JSON.stringify({ ticks, sha256: workload.sha256, peers: rows, studies })}\n`
        : `${tableText(rows)}\n${studyText(studies)}`,
    );
  } finally {
    if (keep) say(`kept: ${folder}`);
    else await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Orrery's two rows, of two runs each as the peers': from the CSV alone, and from the store that such
 * a run leaves. The first run after a build also compiles the program and keeps its code.
 */
async function ourRows(
  folder: string,
  workload: Workload,
): Promise<{ rows: PeerRow[]; bench: Bench }> {
  await writeScenario(ROOT, folder);
  const rows: PeerRow[] = [];
  for (const [name, keepsStore] of [
    ['orrery, from the CSV', false],
    ['orrery, from its store', true],
  ] as const) {
    say(`${name} ...`);
    rows.push(await ourRow(name, { folder, ticks: workload.ticks, keepsStore }));
  }
  const fills = await orreryFills(ROOT, folder);
  return {
    rows: rows.map(row => ({ ...row, fills: fills.length })),
    bench: { folder, workload, rate: rows[0]?.ticksPerSecond ?? 0, fills },
  };
}

/** The faster of two runs. @throws Error if one fails. */
async function ourRow(
  name: string,
  { folder, ticks, keepsStore }: { folder: string; ticks: number; keepsStore: boolean },
): Promise<PeerRow> {
  const runs: { seconds: number; peakMegabytes?: number }[] = [];
  for (let run = 0; run < 2; run += 1) {
    if (!keepsStore) await removeStore(folder);
    const { seconds, peakMegabytes, error } = await timeOrrery(ROOT, folder);
    if (error !== undefined) throw new Error(`the run of Orrery failed: ${error}`);
    runs.push({ seconds, ...present({ peakMegabytes }) });
  }
  const [first, second] = runs as [(typeof runs)[0], (typeof runs)[0]];
  const faster = second.seconds < first.seconds ? second : first;
  return {
    name,
    version: VERSION,
    ticks,
    ...faster,
    firstSeconds: first.seconds,
    ticksPerSecond: ticks / faster.seconds,
    remark: 'every bid and ask tick, margin and financing, a full ledger and its hash',
  };
}

async function peerRow(peer: Peer, { folder, workload, rate, fills }: Bench): Promise<PeerRow> {
  const { name } = peer;
  const installed = await install(folder, peer);
  if ('error' in installed) return { name, remark: `not installed: ${installed.error}` };
  const given = Math.round(workload.ticks * peer.share);
  const { path, last } =
    given === workload.ticks
      ? workload
      : await writeWorkload(join(folder, `EUR_USD-${given}.csv`), given);
  const ran = await runPeer(peer, installed, { root: ROOT, folder, path });
  if ('error' in ran) return { name, ticks: given, remark: `failed: ${ran.error}` };
  const { same, all, agrees } = agreement(fills, ran.fills, Math.floor(last / 60_000));
  const ticksPerSecond = ran.rows / ran.seconds;
  return {
    name,
    version: ran.version,
    ticks: ran.rows,
    seconds: ran.seconds,
    firstSeconds: ran.firstSeconds,
    engineSeconds: ran.engineSeconds,
    ticksPerSecond,
    ...present({ peakMegabytes: ran.peakMegabytes }),
    fills: ran.fills.length,
    same: `${same} of ${all}`,
    agrees,
    ratio: rate / ticksPerSecond,
    remark: peer.remark,
  };
}

/** Prints progress on stderr, apart from the figures. */
function say(text: string): void {
  process.stderr.write(`${text}\n`);
}
