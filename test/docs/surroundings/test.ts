import {
  type ClientWorld,
  type OrreryMatchers,
  orreryMatchers,
  runBot,
  runCampaign,
  startServer,
} from 'orrery-fx/testing';
import { expect, it, vi } from 'vitest';

declare module 'vitest' {
  interface Matchers<T> extends OrreryMatchers<T> {}
}
expect.extend(orreryMatchers);

/** What the test's own bot has heard. */
declare const bot: { readonly lastPrice: string };

it('runs a snippet', async () => {
  const server = await startServer({ scenario: 'scenarios/quickstart.yaml' });
  await using simulation = await server.simulation();
  void [runBot, runCampaign, vi, bot, simulation, {} as ClientWorld];
  {
    // snippet
  }
});
