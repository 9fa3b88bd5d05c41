import { describe, expect, it } from 'vitest';
import { testApi } from '../../../support/api/api.js';
import { control } from '../../../support/api/control.js';
import { sandboxScenario } from '../../../support/api/sandbox-scenario.js';

describe('playing up to a chosen event', () => {
  it('is shown by the clock until time stops', async () => {
    const api = await testApi(sandboxScenario(), { mode: 'paced' });
    const asked = { speed: 0.001, pauseAt: ['stop', 'fill'] };
    const played = await control(api, 'POST', '/clock/play', asked);
    expect(played.body).toMatchObject({ state: 'playing', pauseAt: ['stop', 'fill'] });
    const paused = await control(api, 'POST', '/clock/pause');
    expect(paused.body).not.toHaveProperty('pauseAt');
  });

  it.each([
    ['lockstep', { pauseAt: ['fill'] }],
    ['paced', { pauseAt: ['lunch'] }],
    ['paced', { pauseAt: 'fill' }],
  ] as const)('is refused by a %s clock for %j', async (mode, asked) => {
    const api = await testApi(sandboxScenario(), { mode });
    const { status, body } = await control(api, 'POST', '/clock/play', asked);
    expect([status, String(body['errorMessage'])]).toEqual([
      400,
      expect.stringContaining('pauseAt'),
    ]);
    api.sandbox.clock.stop();
  });
});
