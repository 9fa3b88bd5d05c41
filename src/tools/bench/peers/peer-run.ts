/**
 * One peer's script as a whole process, twice, and its answer in the terms of the table.
 * Twice, since some keep compiled code on disk: the first run pays for it, later ones do not.
 */

import { join } from 'node:path';
import { present } from '../../../core/base/present.js';
import { measured } from './child.js';
import { type Fill, fillAt } from './fills.js';
import type { PeerRuntime } from './install.js';
import type { Peer } from './peers.js';

const SECONDS_MAX = 300;
/** The folder of the scripts, from the root. */
export const SCRIPTS = join('src', 'tools', 'bench', 'peers', 'scripts');

/** What a script prints as its last line. */
interface Answer {
  readonly fills: readonly (readonly [epochMs: number, side: number])[];
  readonly rows: number;
  readonly engineSeconds: number;
  readonly version: string;
}

/** A peer's faster run of the two. */
export interface PeerRun {
  readonly firstSeconds: number;
  readonly version: string;
  readonly fills: readonly Fill[];
  readonly rows: number;
  readonly seconds: number;
  readonly engineSeconds: number;
  readonly peakMegabytes?: number;
}

interface Place {
  readonly root: string;
  readonly folder: string;
  /** The ticks. */
  readonly path: string;
}

type Failure = { readonly error: string };

/** Runs a peer's script on the ticks; an `error` says why it has no figures. */
export async function runPeer(
  peer: Peer,
  installed: PeerRuntime,
  place: Place,
): Promise<PeerRun | Failure> {
  const first = await runOnce(peer, installed, place);
  if ('error' in first) return first;
  const second = await runOnce(peer, installed, place);
  if ('error' in second) return second;
  const faster = second.seconds < first.seconds ? second : first;
  return { ...faster, firstSeconds: first.seconds };
}

async function runOnce(
  peer: Peer,
  installed: PeerRuntime,
  { root, folder, path }: Place,
): Promise<Omit<PeerRun, 'firstSeconds'> | Failure> {
  const script = join(root, SCRIPTS, peer.script);
  const ran = await runScript<Answer>(installed, [script, path], folder);
  if ('error' in ran) return ran;
  const { answer, ...cost } = ran;
  return { ...cost, ...answer, fills: answer.fills.map(([at, side]) => fillAt(at, side)) };
}

/** Runs a script of a peer. @param args - its path, and that of the ticks. @returns its last line. */
export async function runScript<Answered>(
  { command, environment }: PeerRuntime,
  args: readonly string[],
  folder: string,
): Promise<
  { readonly answer: Answered; readonly seconds: number; readonly peakMegabytes?: number } | Failure
> {
  const program = { command, args, folder, secondsMax: SECONDS_MAX, environment };
  const { output, seconds, peakMegabytes, error } = await measured(program);
  if (error !== undefined) return { error };
  try {
    const answer = JSON.parse(output.trim().split('\n').at(-1) ?? '') as Answered;
    return { answer, seconds, ...present({ peakMegabytes }) };
  } catch {
    return { error: 'its script printed no answer' };
  }
}
