/** What a planted client is given, and what it intends. It knows nothing of the simulator. */

export type {
  Body,
  CampaignWorld,
  Client,
  ClientAnswer,
} from '../../src/exec/campaign/in-process/world.js';

/** The position that a client intends at its end: signed units, 0 for flat. */
export interface Intent {
  readonly instrument: string;
  readonly units: number;
}
