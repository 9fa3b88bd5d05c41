/** The stage of the planted clients, and a campaign against one of them. */

import {
  type CampaignOrder,
  type CampaignVerdict,
  runCampaign,
} from '../../src/exec/campaign/campaign.js';
import { CampaignServer } from '../../src/exec/campaign/in-process/stage.js';
import { DRAWN_PROPERTIES } from '../../src/exec/campaign/properties.js';
import { sandboxScenario } from '../support/api/sandbox-scenario.js';
import { at } from '../support/market/fixtures.js';
import type { Planted } from './clients/all.js';

/** Schedules within which each planted bug is found. */
export const RUNS_MAX = 1_000;

/** A stage with two hours of a quiet market. */
export function openStage(): Promise<CampaignServer> {
  return CampaignServer.open(sandboxScenario({ to: at('2024-03-05T12:00:00Z') }));
}

/** A campaign against a client, which is held to all properties. */
export function campaignAgainst(
  stage: CampaignServer,
  { client, intends: { instrument, units } }: Planted,
  order: Partial<CampaignOrder> = {},
): Promise<CampaignVerdict> {
  return runCampaign(stage.subject(client), {
    runs: RUNS_MAX,
    seed: 1,
    properties: DRAWN_PROPERTIES,
    intends: new Map([[instrument, String(units)]]),
    ...order,
  });
}
