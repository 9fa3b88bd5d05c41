/**
 * Which records of a log still matter: those without which a simulation that is there, or one that it
 * was forked from, would come to another place. Source: decision 0107.
 */

import { MAIN } from '../../runtime/sandboxes.js';
import type { RecordFact } from './log-facts.js';

/** What becomes of a record: it goes, it stays, or a record of the clock takes its place. */
export type Fate = 'drop' | 'keep' | 'clock';

/** The fate of each record, by its number. @param facts - of all records, the header first. */
export function planOf(facts: readonly RecordFact[]): readonly Fate[] {
  const fates = facts.map<Fate>(({ kind }) => (ALWAYS_DROPPED.has(kind) ? 'drop' : 'keep'));
  dropDead(facts, fates);
  dropUndone(facts, fates);
  dropClocks(facts, fates);
  dropNotes(facts, fates);
  return fates;
}

/** The writer of a new log says these anew. */
const ALWAYS_DROPPED: ReadonlySet<RecordFact['kind']> = new Set(['go-on', 'version', 'made']);

/** Drops what was deleted, and of what others were forked from all that came after. */
function dropDead(facts: readonly RecordFact[], fates: Fate[]): void {
  const parents = new Map<string, string | undefined>([[MAIN, undefined]]);
  const living = new Set<string>([MAIN]);
  for (const { kind, simulation = MAIN, parent } of facts) {
    if (kind === 'delete') living.delete(simulation);
    if (kind !== 'create' && kind !== 'fork') continue;
    parents.set(simulation, parent);
    living.add(simulation);
  }
  const needed = new Set<string>();
  for (const id of living) {
    for (let at: string | undefined = id; at !== undefined; at = parents.get(at)) needed.add(at);
  }
  const lastForks = new Map<string, number>();
  for (const [number, { simulation = MAIN, parent }] of facts.entries()) {
    if (parent !== undefined && needed.has(simulation)) lastForks.set(parent, number);
  }
  for (const [number, { kind, simulation }] of facts.entries()) {
    if (simulation === undefined || living.has(simulation)) continue;
    const isOver = number > (lastForks.get(simulation) ?? -1) && kind !== 'delete';
    const isNote = kind === 'note' || kind === 'note-removed';
    if (!needed.has(simulation) || isOver || isNote) fates[number] = 'drop';
  }
}

/** The inputs of a simulation that count, since some moment. */
interface Branch {
  /** Inputs at that moment. */
  base: number;
  /** Numbers of the records of its inputs since. */
  inputs: number[];
  /** Numbers of all its records since. */
  records: number[];
  /** Number of the last record since in which it was forked; -1 when it was not. */
  lastFork: number;
}

/**
 * Drops what rewinds undid. A rewind stays when a fork was made of what it undid, when it went back
 * behind the moment since which the inputs are known, or when it ended within the instant of an input. Facts
 * without a replay say nothing of inputs: then every rewind stays.
 */
function dropUndone(facts: readonly RecordFact[], fates: Fate[]): void {
  const branches = new Map<string, Branch>();
  const begin = (id: string, base = 0) =>
    branches.set(id, { base, inputs: [], records: [], lastFork: -1 });
  for (const [number, { kind, simulation, parent, inputs, isReached }] of facts.entries()) {
    if (fates[number] === 'drop' || simulation === undefined || inputs === undefined) continue;
    const branch = branches.get(simulation);
    const original = parent === undefined ? undefined : branches.get(parent);
    if (original !== undefined) original.lastFork = number;
    if (branch === undefined || kind === 'create' || kind === 'fork') begin(simulation, inputs);
    else if (kind === 'input' || kind === 'clock') {
      branch.records.push(number);
      if (kind === 'input') branch.inputs.push(number);
      // A strategy of the server has added inputs that are in no record.
      if (branch.base + branch.inputs.length !== inputs) begin(simulation, inputs);
    } else if (kind === 'rewind') {
      const from = branch.inputs[inputs - branch.base - 1] ?? -1;
      const isKnown = inputs >= branch.base && isReached === true;
      if (!isKnown || branch.lastFork > from) begin(simulation, inputs);
      else {
        undo(branch, from, fates);
        branch.inputs.length = inputs - branch.base;
        branch.records.push(number);
        fates[number] = 'clock';
      }
    }
  }
}

/** Drops the records of a branch after the record `from`. */
function undo(branch: Branch, from: number, fates: Fate[]): void {
  for (let last = branch.records.at(-1); last !== undefined && last > from; ) {
    fates[last] = 'drop';
    branch.records.pop();
    last = branch.records.at(-1);
  }
}

/** Drops each record of a clock after which the next says where the simulation stands. */
function dropClocks(facts: readonly RecordFact[], fates: Fate[]): void {
  const clocks = new Map<string, number>();
  for (const [number, { kind, simulation, parent }] of facts.entries()) {
    const fate = fates[number];
    if (fate === 'drop' || simulation === undefined) continue;
    // A fork at the present begins where its parent stands.
    if (parent !== undefined) clocks.delete(parent);
    const isClock = kind === 'clock' || fate === 'clock';
    const before = clocks.get(simulation);
    if (before !== undefined && (isClock || kind === 'input')) fates[before] = 'drop';
    if (isClock) clocks.set(simulation, number);
    else if (kind !== 'note' && kind !== 'note-removed') clocks.delete(simulation);
  }
}

/** Drops notes that were removed, but for the last of a simulation: the next has a higher id. */
function dropNotes(facts: readonly RecordFact[], fates: Fate[]): void {
  const removed = new Set<string>();
  const last = new Map<string, number>();
  const keyOf = ({ simulation, note }: RecordFact) => `${simulation}/${note}`;
  for (const [number, fact] of facts.entries()) {
    if (fates[number] === 'drop' || fact.note === undefined) continue;
    if (fact.kind === 'note-removed') removed.add(keyOf(fact));
    const { simulation = MAIN } = fact;
    last.set(simulation, Math.max(last.get(simulation) ?? 0, Number(fact.note)));
  }
  for (const [number, fact] of facts.entries()) {
    const isLast = Number(fact.note) === last.get(fact.simulation ?? MAIN);
    if (fact.note !== undefined && removed.has(keyOf(fact)) && !isLast) fates[number] = 'drop';
  }
}
