import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CampaignServer } from '../../src/exec/campaign/in-process/stage.js';
import { CORRECT, PLANTED, type Planted } from './clients/all.js';
import { campaignAgainst, openStage } from './stage.js';

const LONG_RUNS = process.env['ORRERY_RUNS'];
const QUIET_RUNS = Number(LONG_RUNS ?? 40);
/** Four clients of different kinds; the long form has all of them. */
const FEW = ['crashes-on-404', 'resends-lost-order', 'counts-twice', 'forgets-the-stop'];
const names = LONG_RUNS === undefined ? FEW : Object.keys(PLANTED);

describe('a campaign in this process', () => {
  let stage: CampaignServer;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage.close());

  it.each(names)('finds the bug of %s, and leaves two rules at most', async name => {
    const verdict = await campaignAgainst(stage, PLANTED[name] as Planted);
    if (verdict.kind !== 'broken') expect.fail(`the verdict was ${verdict.kind}`);
    const { schedule, breach, searchRuns } = verdict.finding;
    if (LONG_RUNS !== undefined) console.info(name, searchRuns, breach, ...schedule);
    expect(schedule.length).toBeLessThanOrEqual(2);
  });

  it('finds the same again', async () => {
    const planted = PLANTED['resends-lost-order'] as Planted;
    const first = await campaignAgainst(stage, planted);
    expect(await campaignAgainst(stage, planted)).toEqual(first);
  });

  it(`leaves the correct client alone in ${QUIET_RUNS} runs`, async () => {
    const verdict = await campaignAgainst(stage, CORRECT, { runs: QUIET_RUNS, seed: 2 });
    expect(verdict).toEqual({ kind: 'held', runs: QUIET_RUNS });
  });

  it('says at once that a client breaks without any fault', async () => {
    const client = () => Promise.reject(new Error('no settings'));
    const verdict = await campaignAgainst(stage, { ...CORRECT, client });
    expect(verdict).toEqual({
      kind: 'broken-without-faults',
      breach: { property: 'alive', words: 'the client failed: no settings' },
    });
  });

  it('says that a client differs from run to run', async () => {
    let run = 0;
    const client: Planted['client'] = async world => {
      run += 1;
      await world.wait(run);
      await CORRECT.client(world);
    };
    expect(await campaignAgainst(stage, { ...CORRECT, client })).toEqual({ kind: 'differs' });
  });
});
