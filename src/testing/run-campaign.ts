/** A search for faults that break a client: a function in this process, or a program. */

import { present } from '../core/base/present.js';
import type { LoadedScenario } from '../data/storage/scenario/given/loaded-scenario.js';
import type { CampaignVerdict } from '../exec/campaign/campaign.js';
import type { Subject } from '../exec/campaign/subject.js';
import { loadChoice } from './sandbox/scenarios.js';
import type {
  CampaignClient,
  CampaignOptions,
  CampaignResult,
  ClientWorld,
} from './types/campaign.js';

/** A client that can be run again and again. */
interface ReusableClient {
  readonly subject: Subject;
  /** Ends what its runs need. */
  readonly close: () => Promise<void>;
}

const RUNS = 200;

/**
 * Runs a client under drawn faults until one breaks a property, and leaves out what is not needed for
 * that. In the process of the test a run takes some milliseconds, and faults of all kinds reach it.
 * @param client - a function, or a program and its words, which runs under virtual time.
 * @throws InputError for a bad scenario, or a command that cannot be started.
 */
export async function runCampaign(
  client: CampaignClient | readonly string[],
  options: CampaignOptions = {},
): Promise<CampaignResult> {
  const { scenario, folder, runs = RUNS, seed = 1, intends = {} } = options;
  const { loaded } = await loadChoice(present({ scenario, folder }));
  // A suite without campaigns need not load what runs them.
  const { runCampaign: run } = await import('../exec/campaign/campaign.js');
  const { DRAWN_PROPERTIES } = await import('../exec/campaign/properties.js');
  const { subject, close } = await held(client, loaded);
  try {
    const stated = Object.entries(intends).map(([name, units]) => [name, String(units)] as const);
    const { properties = DRAWN_PROPERTIES } = options;
    return resultOf(await run(subject, { runs, seed, properties, intends: new Map(stated) }));
  } finally {
    await close();
  }
}

async function held(
  client: CampaignClient | readonly string[],
  loaded: LoadedScenario,
): Promise<ReusableClient> {
  if (typeof client === 'function') {
    const { CampaignServer } = await import('../exec/campaign/in-process/stage.js');
    const stage = await CampaignServer.open(loaded.scenario, loaded.dialect);
    const subject = stage.subject(world => client(parted(world)));
    return { subject, close: () => stage.close() };
  }
  const { programSubject } = await import('../exec/campaign/program.js');
  const subject = programSubject({ loaded, command: client, tell: () => undefined });
  return { subject, close: () => Promise.resolve() };
}

/** The world with functions that a client may take out of it. */
function parted(world: ClientWorld): ClientWorld {
  return {
    accountID: world.accountID,
    request: (method, path, body) => world.request(method, path, body),
    stream: () => world.stream(),
    wait: seconds => world.wait(seconds),
    now: () => world.now(),
  };
}

function resultOf(verdict: CampaignVerdict): CampaignResult {
  if (verdict.kind === 'broken-without-faults') return { kind: verdict.kind, ...verdict.breach };
  if (verdict.kind === 'stopped') throw new Error('a campaign of a test has nothing that stops it');
  if (verdict.kind !== 'broken') return verdict;
  const { breach, schedule, fired, searchRuns: run } = verdict.finding;
  return { kind: verdict.kind, ...breach, faults: schedule, fired, run };
}
