/**
 * `serve --store DIR`: what is served goes on where the last server on that folder stopped.
 */

import type { ServerKeeping } from '../../broker/api/server.js';
import { Clock } from '../../broker/runtime/clock/clock.js';
import type { ClockMode } from '../../broker/runtime/clock/clock-modes.js';
import type { Sandboxes } from '../../broker/runtime/sandboxes.js';
import type { ScenarioShelf, SimulationSource } from '../../broker/runtime/scenario-shelf.js';
import { Simulation } from '../../broker/runtime/simulation/simulation.js';
import { endedSessionsIn } from '../../broker/store/beside/ended-sessions.js';
import { lastUsesIn } from '../../broker/store/beside/last-uses.js';
import { storeTokens } from '../../broker/store/beside/store-tokens.js';
import { PARKED } from '../../broker/store/parked/parked-folder-of-store.js';
import { SharedScenarios } from '../../broker/store/parked/shared-scenarios.js';
import { type HeaderRecord, type MadeWith, STORE_FORMAT } from '../../broker/store/record.js';
import type { Makers } from '../../broker/store/replay.js';
import { openStore } from '../../broker/store/store.js';
import { present } from '../../core/base/present.js';
import { instant } from '../../core/time/instant.js';
import { journalHeader } from '../../data/record/write-record.js';
import type { LoadedScenario } from '../../data/storage/scenario/given/loaded-scenario.js';
import { VERSION } from '../../data/version.js';

/** The keeping of a server. */
export interface ServerStore {
  readonly keep: (sandboxes: Sandboxes) => Promise<ServerKeeping>;
  /** Resolves when the store cannot be written any more: a sentence for people. */
  readonly failed: Promise<string>;
}

/** What is served from a folder, and how its further simulations are made. */
export interface KeptScenario {
  readonly loaded: LoadedScenario;
  /** Whether its timeline runs. */
  readonly timeline: boolean;
  readonly shelf: ScenarioShelf;
  /** The version whose records are taken although their replay is another ledger. */
  readonly accept?: string | undefined;
  /** Bytes from which on a file of the log is closed; default: 64 MiB. */
  readonly rotateAt?: number | undefined;
}

/** Keeps what happens in a server in `folder`. */
export function keepingIn(
  folder: string,
  { loaded, timeline, shelf, accept, rotateAt }: KeptScenario,
): ServerStore {
  let onFailure: (error: Error) => void = () => undefined;
  const failed = new Promise<string>(resolve => {
    onFailure = ({ message }) =>
      resolve(`${folder}: nothing more can be kept, so the server stops: ${message}\n`);
  });
  const keep = async (sandboxes: Sandboxes): Promise<ServerKeeping> => {
    const header = await headerOf(folder, loaded, timeline);
    const tell = (sentence: string) => process.stderr.write(`${sentence}\n`);
    const keeper = await openStore(folder, sandboxes, {
      header,
      makers: makersFrom(shelf),
      accept,
      parked: PARKED,
      rotateAt,
      onFailure,
      tell,
    });
    const endedSessions = await endedSessionsIn(folder);
    const lastUses = lastUsesIn(folder);
    return { keeper, tokenFor: await storeTokens(folder, tell), endedSessions, lastUses };
  };
  return { keep, failed };
}

/** The header of a store of `loaded` in `folder`. */
export async function headerOf(
  folder: string,
  loaded: LoadedScenario,
  timeline: boolean,
): Promise<HeaderRecord> {
  const { journal: _, ...made } = await journalHeader(folder, loaded, VERSION);
  return { kind: 'header', store: STORE_FORMAT, name: loaded.scenario.name, ...made, timeline };
}

/** Makes the further simulations of a store again. @param shelf - where their scenarios come from. */
export function makersFrom(shelf: ScenarioShelf): Makers {
  const scenarios = new SharedScenarios(shelf);
  return {
    async create(record) {
      const { loaded, source } = await scenarios.load(record.source as SimulationSource);
      return { ...madeWith(record, new Simulation(loaded.scenario)), source, loaded };
    },
    fork(record, simulation) {
      const { parent, forkedAt } = record;
      const at = forkedAt === undefined ? undefined : instant(forkedAt);
      return { ...madeWith(record, simulation), parent, ...present({ forkedAt: at }) };
    },
  };
}

function madeWith({ name, dialect, owner, ...made }: MadeWith, simulation: Simulation) {
  const { clock: mode, step, settle } = made;
  const speed = made.speed === 'max' ? Number.POSITIVE_INFINITY : made.speed;
  const pace = { speed, ...present({ step, settle }) };
  const clock = new Clock(simulation, mode as ClockMode, pace);
  return { simulation, clock, dialect, name, owner };
}
