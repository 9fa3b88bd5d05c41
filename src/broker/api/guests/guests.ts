/**
 * The guests of a server: the key of each, and the guest of each simulation.
 */

import { sha256 } from '../../../data/storage/files/sha256.js';
import type { Sandbox, Sandboxes } from '../../runtime/sandboxes.js';
import type { SimulationSource } from '../../runtime/scenario-shelf.js';
import { bearerOf } from '../http/doors/tokens.js';
import { GuestAccount } from './guest-account.js';
import type { Guest } from './quotas.js';

/** A bound for what a simulation without inputs takes: decision 0027 measured 35 kB. */
const SIMULATION_BYTES = 65_536;
/** A bound for an input or a transaction: a fill is about 900 bytes, decision 0037. */
const ITEM_BYTES = 1_024;

/**
 * Owns the accounts of all guests of a server. Simulations that are made, changed and removed change them.
 * Always: a simulation of a guest counts in its account from when it is made until it is removed.
 */
export class Guests {
  readonly #sandboxes: Sandboxes;
  readonly #byName = new Map<string, GuestAccount>();
  readonly #byDigest = new Map<string, GuestAccount>();

  constructor(guests: readonly Guest[], sandboxes: Sandboxes) {
    this.#sandboxes = sandboxes;
    for (const guest of guests) {
      const account = new GuestAccount(guest);
      this.#byName.set(guest.name, account);
      this.#byDigest.set(guest.digest, account);
    }
    for (const sandbox of sandboxes.all()) this.#add(sandbox);
    for (const parked of sandboxes.allParked()) {
      this.named(parked.owner)?.resize(parked.id, bytesOf(parked.items, parked.source));
    }
    sandboxes.onAdd(sandbox => this.#add(sandbox));
    sandboxes.onWake(sandbox => this.#add(sandbox));
    sandboxes.onRemove(({ id, owner }) => this.named(owner)?.forget(id));
  }

  /** All of them, in the order of their file. */
  all(): readonly GuestAccount[] {
    return [...this.#byName.values()];
  }

  /** The guest of a name; undefined for none, and for one that is not in the file any more. */
  named(name: string | undefined): GuestAccount | undefined {
    return name === undefined ? undefined : this.#byName.get(name);
  }

  /** The guest whose key an `Authorization` header has. Found by its digest, as `Tokens` does. */
  guestOf(header: string | undefined): string | undefined {
    const key = bearerOf(header);
    return key === undefined ? undefined : this.withKey(key)?.name;
  }

  /** The guest of a key. */
  withKey(key: string): GuestAccount | undefined {
    return this.#byDigest.size === 0 ? undefined : this.#byDigest.get(sha256(key));
  }

  /** An account, with the present sizes of its simulations. */
  measured(account: GuestAccount): GuestAccount {
    for (const id of account.simulations) this.measure(id);
    return account;
  }

  /** Notes how large a simulation has become; one that is parked stays as it is. */
  measure(id: string): void {
    const sandbox = this.#sandboxes.get(id);
    if (sandbox !== undefined) this.named(sandbox.owner)?.resize(id, bytesIn(sandbox));
  }

  #add(sandbox: Sandbox): void {
    const account = this.named(sandbox.owner);
    if (account === undefined) return;
    sandbox.clock.payer = account;
    account.resize(sandbox.id, bytesIn(sandbox));
  }
}

/** A bound for what a simulation takes in memory and in a store, in bytes. */
function bytesOf(items: number, source: unknown): number {
  return SIMULATION_BYTES + items * ITEM_BYTES + sentBytes(source);
}

function bytesIn({ simulation, source }: Sandbox): number {
  return bytesOf(simulation.inputs.length + simulation.engine.ledger.length, source);
}

/** Bytes of the scenario that a client sent; 0 for a file of the server. */
function sentBytes(source: unknown): number {
  const { scenario } = (source ?? {}) as Partial<SimulationSource>;
  if (typeof scenario !== 'object') return 0;
  const known = SENT.get(scenario);
  if (known !== undefined) return known;
  const bytes = Buffer.byteLength(JSON.stringify(scenario));
  SENT.set(scenario, bytes);
  return bytes;
}

/** The sizes of scenarios, each found once. */
const SENT = new WeakMap<object, number>();
