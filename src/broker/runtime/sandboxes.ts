/**
 * The simulations that one server holds, each with its clock. The one that the server was started
 * with is `main`; others are made, forked and removed while it runs. They share no state: a command
 * in one leaves every other as it was (invariant I22).
 */

import type { Instant } from '../../core/time/instant.js';
import type { LoadedScenario } from '../../data/storage/scenario/given/loaded-scenario.js';
import type { Clock } from './clock/clock.js';
import { NoteBook } from './look/note-book.js';
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

/**
 * Writes the folder of a sandbox's run. It gives the path of the folder; undefined when the sandbox
 * was made of no file.
 */
export type RunFolderWriter = (sandbox: Sandbox) => Promise<string | undefined>;

/** Makes the report of a sandbox's session so far, a page of HTML. */
export type SessionPage = (sandbox: Sandbox, loaded: LoadedScenario) => Promise<string>;

/**
 * Owns all sandboxes of a server, by id. `add` and `remove` change them; `main` stays. Always: no
 * id is given twice.
 */
export class Sandboxes {
  readonly #byID = new Map<string, Sandbox>();
  readonly #onAdd = new Set<(sandbox: Sandbox) => void>();
  readonly #onRemove = new Set<(sandbox: Sandbox) => void>();
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
    return this.#byID.size;
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

  /** The sandbox of `id`; undefined when there is none. */
  get(id: string): Sandbox | undefined {
    return this.#byID.get(id);
  }

  /** All sandboxes, oldest first. */
  all(): readonly Sandbox[] {
    return [...this.#byID.values()];
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
    this.#byID.delete(sandbox.id);
    for (const listener of this.#onRemove) listener(sandbox);
  }

  /** Calls `listener` for each sandbox that is added from now on. */
  onAdd(listener: (sandbox: Sandbox) => void): void {
    this.#onAdd.add(listener);
  }

  /** Calls `listener` for each sandbox that is removed. */
  onRemove(listener: (sandbox: Sandbox) => void): void {
    this.#onRemove.add(listener);
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

/**
 * Owns something that a server keeps for each sandbox, for example its streams. It is made when it
 * is first read, and dropped when the sandbox is removed or rewound.
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
    sandboxes.onRemove(sandbox => this.#remove(sandbox));
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
