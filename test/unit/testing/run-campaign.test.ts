import { describe, expect, it } from 'vitest';
import { runCampaign } from '../../../src/testing/run-campaign.js';
import type { CampaignClient, ClientWorld } from '../../../src/testing/types/campaign.js';
import { nodeProgram } from '../../support/process/exec.js';

const MARKET = {
  window: { from: '2024-03-05T10:00:00Z', to: '2024-03-05T11:00:00Z' },
  market: {
    EUR_USD: {
      ticks: Array.from({ length: 60 }, (_, minute) => {
        const time = `2024-03-05T10:${String(minute).padStart(2, '0')}:00Z`;
        return [time, '1.08400', '1.08410'] as const;
      }),
    },
  },
  accounts: [{ id: '101-001-1000001-001', currency: 'USD', balance: '10000' }],
};
const ORDER = { type: 'MARKET', instrument: 'EUR_USD', units: '1000' };

const send = ({ accountID, request }: ClientWorld) =>
  request('POST', `/v3/accounts/${accountID}/orders`, { order: ORDER }).then(
    ({ status }) => status === 201,
    () => false,
  );
/** Sends again until an order is accepted: wrong, for an answer may be lost. */
const sendsAgain: CampaignClient = async world => {
  while (!(await send(world))) await world.wait(1);
};

describe('runCampaign', () => {
  it('finds the fault that breaks a client in this process, in the form that tests take', async () => {
    const result = await runCampaign(sendsAgain, {
      scenario: MARKET,
      properties: ['duplicate'],
      intends: { EUR_USD: 1000 },
    });
    expect(result).toMatchObject({ kind: 'broken', property: 'duplicate' });
    const { faults, words, fired } = result as Extract<typeof result, { kind: 'broken' }>;
    expect(faults).toEqual([expect.objectContaining({ applied: true })]);
    expect(words).toContain('of EUR_USD were held and on order long; intended: 1000 at most');
    expect(fired.length).toBeGreaterThan(0);
  });

  it('leaves a client alone that only looks', async () => {
    const looks: CampaignClient = async ({ accountID, request, wait }) => {
      for (let minute = 0; minute < 5; minute++) {
        await request('GET', `/v3/accounts/${accountID}/summary`).catch(() => undefined);
        await wait(60);
      }
    };
    const result = await runCampaign(looks, { scenario: MARKET, runs: 20 });
    expect(result).toEqual({ kind: 'held', runs: 20 });
  });

  it('says that a client is not as intended without any fault, and when it differs', async () => {
    const intends = { EUR_USD: '-5' };
    const wrong = await runCampaign(sendsAgain, { scenario: MARKET, intends });
    expect(wrong).toMatchObject({ kind: 'broken-without-faults', property: 'position' });
    let runs = 0;
    const differs: CampaignClient = ({ wait }) => wait(++runs);
    expect(await runCampaign(differs, { scenario: MARKET })).toEqual({ kind: 'differs' });
  });

  it('takes a program too', async () => {
    const program = nodeProgram('process.exit(3)');
    const result = await runCampaign(program, { scenario: MARKET, properties: ['alive'] });
    expect(result).toEqual({
      kind: 'broken-without-faults',
      property: 'alive',
      words: 'the client failed: exit code 3',
    });
  });
});
