/**
 * The simulations that one server holds, each with its clock. The one that the server was started
 * with is `main`; others are made, forked and removed while it runs. They share no state: a command
 * in one leaves every other as it was (invariant I22).
 */

import { present } from '../../core/base/present.js';
import type { Instant } from '../../core/time/instant.js';
import type { LoadedScenario } from '../../data/storage/scenario/given/loaded-scenario.js';
import { barGranularities } from '../../data/storage/scenario/market/bar-granularities.js';
import type { Clock } from './clock/clock.js';
import { type Note, NoteBook } from './look/note-book.js';
import { PlotBook } from './look/plot-book.js';
import type { Simulation } from './simulation/simulation.js';

/** The id of the simulation that a server is started with. */
export const MAIN = 'main';

/** The program that has a sandbox for itself: no other client changes its market. */
export interface Holder {
  /** A program that runs in it, or the record of a run that is shown again. */
  readonly kind: 'program' | 'record';
  /** The command or the folder, for people. */
  readonly name: string;
}

/** What a sandbox is made of. */
export interface SandboxParts {
  readonly simulation: Simulation;
  readonly clock: Clock;
  /** The spelling of enums in orders. */
  readonly dialect: 'current' | '2016';
  /** A name for people; default: that of its scenario. */
  readonly name?: string;
  /** The id of the simulation that this one was forked from, and the instant. */
  readonly parent?: string;
  readonly forkedAt?: Instant;
  /** What it was made from, as JSON, so that it can be made again; absent for `main` and forks. */
  readonly source?: unknown;
  /** The source of the simulation that a fork goes back to; absent for `main` and its forks. */
  readonly root?: unknown;
  /** The guest of the server that made it. Absent: it is the server's own. */
  readonly owner?: string | undefined;
  /** The program that has it for itself. Absent: there is none. */
  readonly holder?: Holder | undefined;
  /** Its scenario as it was loaded; absent when it was made of an object of this process. */
  readonly loaded?: LoadedScenario | undefined;
}

/** A simulation with its clock, as a server holds it. */
export interface Sandbox extends SandboxParts {
  /** Unique in the server. */
  readonly id: string;
  readonly name: string;
  /** What people wrote during the session, and what strategies drew. */
  readonly notes: NoteBook;
  readonly plots: PlotBook;
}

/** What is known of a sandbox whose market is not in memory. */
export interface ParkedSandbox
  extends Pick<Sandbox, 'id' | 'name' | 'parent' | 'forkedAt' | 'owner' | 'source'> {
  /** The name of its scenario, and its instruments with made-up prices. */
  readonly scenario: string;
  readonly generated: readonly string[];
  /** The granularity of bars by instrument whose prices were made of bars; absent: there is none, or it is not known. */
  readonly bars?: Readonly<Record<string, string>>;
  readonly now: Instant;
  readonly hasEnded: boolean;
  /** Ids of its accounts, in the order of their opening. */
  readonly accountIDs: readonly string[];
  /** How many inputs and transactions it has. */
  readonly items: number;
}

/** What is known of a sandbox wherever its market is. */
export type KnownSandbox = Pick<Sandbox, 'id' | 'owner'>;

/**
 * Writes the folder of a sandbox's run. It gives the path of the folder; undefined when the sandbox
 * was made of no file.
 */
export type RunFolderWriter = (sandbox: Sandbox) => Promise<string | undefined>;

/** Makes the report of a sandbox's session so far, a page of HTML. */
export type SessionPage = (sandbox: Sandbox, loaded: LoadedScenario) => Promise<string>;

/**
 * Owns all sandboxes of a server, by id. `add` and `remove` change them; `main` stays. `park` keeps of
 * one only what is known of it, and `wake` gives it its market back. Always: no id is given twice, and
 * one is either parked or not.
 */
export class Sandboxes {
  readonly #byID = new Map<string, Sandbox>();
  readonly #parked = new Map<string, ParkedSandbox>();
  readonly #onAdd = new Set<(sandbox: Sandbox) => void>();
  readonly #onLeave = new Set<(sandbox: Sandbox) => void>();
  readonly #onWake = new Set<(sandbox: Sandbox) => void>();
  readonly #onRemove = new Set<(sandbox: KnownSandbox) => void>();
  /** How many were added, and of how many of these nothing is known but their number. */
  #made = 0;
  #skipped = 0;

  /** @param main - the sandbox that the server is started with; it cannot be removed. */
  constructor(main: SandboxParts) {
    this.#put(MAIN, main);
  }

  get main(): Sandbox {
    return this.#byID.get(MAIN) as Sandbox;
  }

  get size(): number {
    return this.#byID.size + this.#parked.size;
  }

  /** How many are parked. */
  get parkedCount(): number {
    return this.#parked.size;
  }

  /** How many were ever added. */
  get made(): number {
    return this.#made;
  }

  /** Whether no other than `main` was ever added to this object. */
  get hasOnlyMain(): boolean {
    return this.#made === this.#skipped;
  }

  /** Counts sandboxes up to `made` as added and removed: their ids are not given again. */
  skipTo(made: number): void {
    this.#skipped += Math.max(0, made - this.#made);
    this.#made = Math.max(made, this.#made);
  }

  /** The sandbox of `id`; undefined when there is none, and while it is parked. */
  get(id: string): Sandbox | undefined {
    return this.#byID.get(id);
  }

  /** What is known of the parked sandbox of `id`; undefined when there is none. */
  parked(id: string): ParkedSandbox | undefined {
    return this.#parked.get(id);
  }

  /** All that are parked, oldest first. */
  allParked(): readonly ParkedSandbox[] {
    return [...this.#parked.values()].sort(inOrder);
  }

  /** What is known of the sandbox of `id`, parked or not; undefined when there is none. */
  known(id: string): KnownSandbox | undefined {
    return this.#byID.get(id) ?? this.#parked.get(id);
  }

  /** Ids of the accounts of a sandbox, parked or not; undefined when there is none. */
  accountIDsOf(id: string): readonly string[] | undefined {
    const sandbox = this.#byID.get(id);
    return sandbox === undefined ? this.#parked.get(id)?.accountIDs : accountIDsIn(sandbox);
  }

  /** All sandboxes that are not parked, oldest first. */
  all(): readonly Sandbox[] {
    return [...this.#byID.values()].sort(inOrder);
  }

  /** Adds a sandbox under an id that no other had. */
  add(parts: SandboxParts): Sandbox {
    this.#made += 1;
    const sandbox = this.#put(`s${this.#made}`, parts);
    for (const listener of this.#onAdd) listener(sandbox);
    return sandbox;
  }

  /** Stops the clock of a sandbox and removes it. Commands that wait in it are rejected. */
  remove(sandbox: Sandbox): void {
    sandbox.clock.stop();
    sandbox.simulation.close();
    this.#leave(sandbox);
    for (const listener of this.#onRemove) listener(sandbox);
  }

  /** Takes a sandbox out of memory; nothing may go on in it. */
  park(sandbox: Sandbox, known: ParkedSandbox): void {
    sandbox.clock.stop();
    this.#parked.set(sandbox.id, known);
    this.#leave(sandbox);
  }

  /** Adds one that is parked, under its id, which no other had. */
  addParked(known: ParkedSandbox): void {
    this.#made = Math.max(this.#made, numberOf(known));
    this.#parked.set(known.id, known);
  }

  /** Counts a sandbox of this id as added and removed. */
  skipID(id: string): void {
    this.#made = Math.max(this.#made, numberOf({ id }));
  }

  /** Gives a parked sandbox its market back, and its notes. */
  wake(id: string, parts: SandboxParts, notes: readonly Note[]): Sandbox {
    this.#parked.delete(id);
    const sandbox = this.#put(id, parts);
    for (const note of notes) sandbox.notes.put(note);
    for (const listener of this.#onWake) listener(sandbox);
    return sandbox;
  }

  /** Removes a sandbox that is parked. */
  forget(known: ParkedSandbox): void {
    this.#parked.delete(known.id);
    for (const listener of this.#onRemove) listener(known);
  }

  /** Calls `listener` for each sandbox that leaves the memory from now on, parked or removed. */
  onLeave(listener: (sandbox: Sandbox) => void): void {
    this.#onLeave.add(listener);
  }

  /** Calls `listener` for each sandbox that gets its market back from now on. */
  onWake(listener: (sandbox: Sandbox) => void): void {
    this.#onWake.add(listener);
  }

  /** Calls `listener` for each sandbox that is added from now on. */
  onAdd(listener: (sandbox: Sandbox) => void): void {
    this.#onAdd.add(listener);
  }

  /** Calls `listener` for each sandbox that is removed, also for a parked one, after the listeners of `onLeave`. */
  onRemove(listener: (sandbox: KnownSandbox) => void): void {
    this.#onRemove.add(listener);
  }

  #leave(sandbox: Sandbox): void {
    this.#byID.delete(sandbox.id);
    for (const listener of this.#onLeave) listener(sandbox);
  }

  #put(id: string, parts: SandboxParts): Sandbox {
    const { simulation } = parts;
    const books = { notes: new NoteBook(), plots: new PlotBook() };
    const sandbox = { name: simulation.scenario.name, ...parts, ...books, id };
    simulation.onRewind(() => sandbox.plots.cutAfter(simulation.now));
    this.#byID.set(id, sandbox);
    return sandbox;
  }
}

/** Sorts sandboxes by the order in which they were made. */
export function inOrder(one: KnownSandbox, other: KnownSandbox): number {
  return numberOf(one) - numberOf(other);
}

/** The place of a sandbox in the order in which they were made; `main` is the first. */
function numberOf({ id }: KnownSandbox): number {
  return id === MAIN ? 0 : Number(id.slice(1));
}

/** What is known of a sandbox without its market. */
export function knownOf(sandbox: Sandbox): ParkedSandbox {
  const { id, name, parent, forkedAt, owner, source, simulation, loaded } = sandbox;
  const { scenario, now, hasEnded, inputs, engine } = simulation;
  const generated = scenario.market.filter(({ isGenerated }) => isGenerated === true);
  return {
    id,
    name,
    ...present({ parent, forkedAt, owner, source }),
    scenario: scenario.name,
    generated: generated.map(({ instrument }) => instrument.name),
    ...present({ bars: loaded && barGranularities(loaded) }),
    now,
    hasEnded,
    accountIDs: accountIDsIn(sandbox),
    items: inputs.length + engine.ledger.length,
  };
}

/** Ids of the accounts of a sandbox, in the order of their opening. */
export function accountIDsIn({ simulation }: Sandbox): readonly string[] {
  return simulation.engine.state.cells.map(({ state }) => state.config.id);
}

/**
 * Owns something that a server keeps for each sandbox, for example its streams. It is made when it
 * is first read, and dropped when the sandbox is removed, parked or rewound.
 */
export class PerSandbox<T> {
  readonly #make: (sandbox: Sandbox) => T;
  readonly #drop: (thing: T) => void;
  readonly #things = new Map<Sandbox, { readonly thing: T; readonly forget: () => void }>();

  /** @param drop - called with a thing that is dropped. */
  constructor(
    sandboxes: Sandboxes,
    make: (sandbox: Sandbox) => T,
    drop: (thing: T) => void = () => undefined,
  ) {
    this.#make = make;
    this.#drop = drop;
    sandboxes.onLeave(sandbox => this.#remove(sandbox));
  }

  /** The thing of `sandbox`. */
  of(sandbox: Sandbox): T {
    const known = this.#things.get(sandbox);
    if (known !== undefined) return known.thing;
    const thing = this.#make(sandbox);
    const forget = sandbox.simulation.onRewind(() => this.#remove(sandbox));
    this.#things.set(sandbox, { thing, forget });
    return thing;
  }

  /** The things that have been made, with their sandboxes. */
  *made(): Generator<readonly [Sandbox, T]> {
    for (const [sandbox, { thing }] of this.#things) yield [sandbox, thing];
  }

  #remove(sandbox: Sandbox): void {
    const known = this.#things.get(sandbox);
    if (known === undefined) return;
    this.#things.delete(sandbox);
    known.forget();
    this.#drop(known.thing);
  }
}
