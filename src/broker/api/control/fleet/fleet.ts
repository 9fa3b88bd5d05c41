/**
 * Makes, forks and removes simulations together with their tokens, up to a limit, and removes those
 * that are not used.
 */

import { assert } from '../../../../core/base/assert.js';
import { accountsOfUser } from '../../../../core/engine/account-index.js';
import { userOf } from '../../../../core/ledger/account-id.js';
import { Clock } from '../../../runtime/clock/clock.js';
import type { ClockMode, ClockSettings } from '../../../runtime/clock/clock-modes.js';
import type { Parker } from '../../../runtime/keeper.js';
import {
  accountIDsIn,
  MAIN,
  type ParkedSandbox,
  type Sandbox,
  type Sandboxes,
  type SandboxParts,
} from '../../../runtime/sandboxes.js';
import type { ScenarioShelf } from '../../../runtime/scenario-shelf.js';
import type { Simulation } from '../../../runtime/simulation/simulation.js';
import type { PastPlace } from '../../../runtime/strategies/place.js';
import type { Guests } from '../../guests/guests.js';
import { IDLE_MS, PARK_MS, SIMULATIONS_MAX } from '../../http/doors/limits.js';
import { type Keys, newToken, type TokenEntry, tokensByUser } from '../../http/doors/tokens.js';
import type { AppOptions } from '../../http/options.js';
import { conflict } from '../../http/request-errors.js';
import type { BusySimulations } from '../../parked/waking.js';
import { type KeptUses, LastUses } from './last-uses.js';

/** The idle ones are looked for this many times in their time, but at least once a minute. */
const LOOKS = 4;
const LOOK_MS_MAX = 60_000;
const MS = 1_000;
/** New records of a simulation after which its market is kept: a start replays them in about 50 ms. */
const SAVED_RECORDS = 500;

/** What a fleet works on. */
export interface FleetParts {
  readonly sandboxes: Sandboxes;
  readonly keys: Keys;
  /** Where scenarios come from; absent: simulations can only be forked. */
  readonly shelf?: ScenarioShelf | undefined;
  /** Refuses a scenario that cannot be served. @throws InputError */
  readonly check?: (simulation: Simulation) => void;
  /** Makes a token. @param use - what it is for; default: a random token. */
  readonly tokenFor?: ((use: string) => string) | undefined;
  /** The guests of the server, whose simulations are counted. */
  readonly guests: Guests;
  /** The simulations that have requests. */
  readonly busy: BusySimulations;
  /** Parks simulations that are not used; absent: they stay in memory. */
  readonly parker?: Parker | undefined;
  /** Keeps when each simulation was last used; absent: a restart counts as a use. */
  readonly lastUses?: KeptUses | undefined;
}

/** A simulation that was just made, with the token of each account. */
export interface NewSimulation {
  readonly sandbox: Sandbox;
  readonly accounts: { readonly id: string; readonly token: string }[];
}

/** What a fork may be given. */
export interface ForkSettings {
  /** Default: the present. */
  readonly place?: PastPlace;
  /** Default: that of the original. */
  readonly name?: string;
  readonly mode?: ClockMode;
  /** Default: those of the original in the same mode. */
  readonly pace?: ClockSettings;
  /** The guest that asks for it; absent: it is the server's own. */
  readonly owner?: string | undefined;
}

/**
 * Owns the tokens of the simulations that were made here, and when each was last used. `add`,
 * `fork`, `use` and `remove` change them. Always: a removed simulation has no token.
 */
export class SimulationPool {
  readonly shelf: ScenarioShelf | undefined;
  /** Refuses a simulation whose scenario cannot be served. @throws InputError */
  readonly check: (simulation: Simulation) => void;
  readonly #sandboxes: Sandboxes;
  readonly #keys: Keys;
  readonly #tokenFor: (use: string) => string;
  readonly #guests: Guests;
  readonly #busy: BusySimulations;
  readonly #parker: Parker | undefined;
  readonly #parkMs: number;
  #isParking = false;
  readonly #max: number;
  readonly #idleMs: number;
  readonly #uses: LastUses;
  /** How many of each owner are retained beside `main`; Infinity: all. */
  readonly #retained: number;
  readonly #onRemoved: (sentence: string) => void;
  /** Tokens that were made for opened accounts, by simulation and place of the user. */
  readonly #made = new Map<string, { readonly token: string; readonly user: number }>();
  readonly #timer: NodeJS.Timeout;

  constructor(
    { sandboxes, keys, shelf, check = () => undefined, tokenFor = newToken, ...rest }: FleetParts,
    options: AppOptions,
  ) {
    const { maxSimulations = SIMULATIONS_MAX, idleMs = IDLE_MS } = options;
    this.#uses = new LastUses(rest.lastUses);
    this.#guests = rest.guests;
    this.#busy = rest.busy;
    this.#parker = rest.parker;
    this.#parkMs = options.parkMs ?? PARK_MS;
    this.#retained = options.retained ?? Number.POSITIVE_INFINITY;
    this.#onRemoved = options.onRemoved ?? (() => undefined);
    this.#sandboxes = sandboxes;
    this.#keys = keys;
    this.shelf = shelf;
    this.check = check;
    this.#tokenFor = tokenFor;
    this.#max = maxSimulations;
    this.#idleMs = idleMs;
    sandboxes.onRemove(({ id }) => {
      keys.tokens.removeTenant(id);
      this.#uses.remove(id);
      for (const key of this.#made.keys()) if (key.startsWith(`${id}/`)) this.#made.delete(key);
    });
    for (const sandbox of sandboxes.all()) if (sandbox.id !== MAIN) this.#letIn(sandbox);
    for (const { id, accountIDs } of sandboxes.allParked()) this.#letInAs(id, accountIDs);
    const lookMs = Math.min(LOOK_MS_MAX, idleMs / LOOKS, this.#parkMs / LOOKS);
    this.#timer = setInterval(() => this.#look(), lookMs).unref();
  }

  /** Refuses to hold one more. @param owner - the guest that asks. @throws RequestError 409 */
  checkRoom(owner?: string): void {
    this.#room(owner);
  }

  /** @returns the simulations that leave for one more. @throws RequestError 409 when there is no room. */
  #room(owner: string | undefined): readonly string[] {
    const leaving = this.#leavingFor(owner);
    this.#guests.named(owner)?.checkSimulations(leaving.length);
    if (this.#sandboxes.size - 1 - leaving.length < this.#max) return leaving;
    throw conflict(`The server holds ${this.#max} simulations, the most it may; delete one first`);
  }

  /**
   * The simulations of an owner beyond those that are retained when it has one more, the longest unused first.
   * Those of one owner never leave for another. @throws RequestError 409 when all are in use.
   */
  #leavingFor(owner: string | undefined): readonly string[] {
    if (this.#retained === Number.POSITIVE_INFINITY) return [];
    const own = this.#uses
      .longestUnusedFirst()
      .filter(id => this.#sandboxes.known(id)?.owner === owner);
    const surplus = own.length + 1 - this.#retained;
    if (surplus <= 0) return [];
    const leaving = own.filter(id => this.#isFree(id)).slice(0, surplus);
    if (leaving.length > 0) return leaving;
    const rule = `The server retains ${this.#retained} simulations${ofGuest(owner)}, and each is in use`;
    throw conflict(`${rule}; delete one first`);
  }

  /** Adds a simulation and makes its tokens. @throws RequestError 409 when there is no room. */
  add(parts: SandboxParts): NewSimulation {
    const leaving = this.#room(parts.owner);
    const sandbox = this.#sandboxes.add(parts);
    const entries = this.#letIn(sandbox);
    // Only now: it may have been forked from one that leaves.
    const why = `${sandbox.id} was made, and --retain is ${this.#retained}`;
    for (const id of leaving) this.#removeUnused(id, why);
    const accounts = entries.flatMap(({ token, accountIDs }) =>
      accountIDs.map(id => ({ id, token })),
    );
    return { sandbox, accounts };
  }

  /** Forks a simulation; the clock of the fork is paused. @throws RequestError 409 as `add`. */
  fork(original: Sandbox, { place, name, mode, pace, owner }: ForkSettings): NewSimulation {
    this.checkRoom(owner);
    const simulation = original.simulation.fork(place);
    const { clock } = original;
    const settings = mode === undefined || mode === clock.mode ? clock.settings : {};
    return this.add({
      simulation,
      clock: new Clock(simulation, mode ?? clock.mode, { ...settings, ...pace }),
      dialect: original.dialect,
      loaded: original.loaded,
      name: name ?? original.name,
      parent: original.id,
      root: original.root ?? original.source,
      owner,
      forkedAt: simulation.now,
    });
  }

  /** Makes a token for an account that was opened, and opens it to its user's other tokens. */
  tokenOf(sandbox: Sandbox, accountID: string): string {
    const { id: tenant } = sandbox;
    const { tokens } = this.#keys;
    tokens.widen(tenant, accountID);
    const user = userOf(accountID);
    const accounts = accountsOfUser(sandbox.simulation.engine.state.cells, user);
    assert(accounts !== undefined, 'Invariant: the account is open', accountID);
    const use = `${tenant}/${accounts.ordinal}`;
    const made = this.#made.get(use);
    // After a rewind another user may have had the place, and with a store the token.
    if (made?.user === user) return made.token;
    const token = this.#tokenFor(use);
    tokens.add({ token, tenant, accountIDs: accounts.ids });
    this.#made.set(use, { token, user });
    return token;
  }

  /** Removes a simulation: its tokens are taken back, its streams end. @throws RequestError 409 for `main`. */
  remove(sandbox: Sandbox): void {
    if (sandbox.id === MAIN) {
      throw conflict('The simulation that the server was started with cannot be deleted');
    }
    this.#sandboxes.remove(sandbox);
  }

  /** Notes a request to a simulation. */
  use(id: string): void {
    this.#uses.use(id);
  }

  /** Removes the simulations that had no request for the idle time; `main` stays. */
  removeIdle(): void {
    for (const id of this.#uses.unusedFor(this.#idleMs)) {
      if (this.#isFree(id)) {
        this.#removeUnused(id, `it was not used for ${this.#idleMs / MS} s (--idle-timeout)`);
      }
    }
  }

  /**
   * Parks the simulations that had no request for the time after which they are parked, and keeps the
   * markets of those that go on.
   */
  async parkIdle(): Promise<void> {
    if (this.#parker === undefined || this.#isParking) return;
    this.#isParking = true;
    try {
      const idle = new Set(this.#uses.unusedFor(this.#parkMs));
      for (const sandbox of this.#sandboxes.all()) {
        const { id } = sandbox;
        if (id === MAIN || this.#sandboxes.get(id) !== sandbox) continue;
        const isFree = () => !this.#busy.has(id) && isAtRest(sandbox);
        if (idle.has(id)) await this.#parker.park(sandbox, isFree);
        else await this.#parker.save(sandbox, SAVED_RECORDS);
      }
    } finally {
      this.#isParking = false;
    }
  }

  /** The simulation of an id, woken if it is parked; undefined when there is none. */
  awake(id: string): Promise<Sandbox | undefined> {
    return this.#busy.awake(id);
  }

  /** Whether a simulation is there, and nothing goes on in it. */
  #isFree(id: string): boolean {
    const sandbox = this.#sandboxes.get(id);
    return sandbox === undefined ? this.#sandboxes.parked(id) !== undefined : !isInUse(sandbox);
  }

  #removeUnused(id: string, why: string): void {
    const sandbox = this.#sandboxes.get(id);
    const parked = this.#sandboxes.parked(id);
    if (sandbox !== undefined) this.#sandboxes.remove(sandbox);
    else if (parked !== undefined) this.#sandboxes.forget(parked);
    const { name, owner } = (sandbox ?? parked) as Sandbox | ParkedSandbox;
    this.#onRemoved(`simulation ${id} (${name})${ofGuest(owner)} was deleted: ${why}`);
  }

  #look(): void {
    this.removeIdle();
    // What cannot be written now is in the log: it stays in memory, and is tried again.
    this.parkIdle().catch(() => undefined);
    // A later look, or the end, keeps them again.
    this.#uses.save().catch(() => undefined);
  }

  /** Makes the tokens of a simulation that has none yet. */
  #letIn(sandbox: Sandbox): readonly TokenEntry[] {
    return this.#letInAs(sandbox.id, accountIDsIn(sandbox));
  }

  /** A token for each user of a simulation. With a store they are the same after a restart. */
  #letInAs(id: string, accountIDs: readonly string[]): readonly TokenEntry[] {
    let users = 0;
    const entries = tokensByUser(id, accountIDs, () => this.#tokenFor(`${id}/${++users}`));
    for (const entry of entries) this.#keys.tokens.add(entry);
    this.#uses.add(id);
    return entries;
  }

  /** Stops looking for idle ones, and keeps when each was used. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#uses.save().catch(() => undefined);
  }
}

/** Whose a simulation is, for people; nothing for the server's own. */
function ofGuest(owner: string | undefined): string {
  return owner === undefined ? '' : ` of the guest ${owner}`;
}

/** Whether a simulation is neither in use nor plays, so that nothing moves it. */
function isAtRest(sandbox: Sandbox): boolean {
  return !isInUse(sandbox) && sandbox.clock.state.state !== 'playing';
}

/** Whether something goes on in a simulation without a new request. */
function isInUse({ simulation, clock }: Sandbox): boolean {
  return simulation.isWatched || simulation.waiting > 0 || clock.isTurning;
}
