import { expect, it } from 'vitest';
import { SimulationFeed } from '../../../src/broker/api/feed/state/simulation-feed.js';
import { AllNews } from '../../../src/broker/api/traffic/session-news.js';
import type { AccountSource } from '../../../src/core/view/account-source.js';
import { type TestApi, testApi } from '../../support/api/api.js';
import { control } from '../../support/api/control.js';
import { OWN, sandboxScenario } from '../../support/api/sandbox-scenario.js';

function deskOf({ sandbox }: TestApi): SimulationFeed {
  return new SimulationFeed({ sandbox, news: new AllNews().of(sandbox), onNews: () => undefined });
}

it('looks at the market after a rewind without an event', async () => {
  const api = await testApi(sandboxScenario(), { timeline: true });
  const desk = deskOf(api);
  desk.join();
  const { body: begin } = await control(api, 'GET', '/clock');
  await api.advance({ by: '2h' });
  desk.leave();
  desk.close();
  const back = await control(api, 'POST', '/simulations/main/rewind', { to: begin['now'] });
  expect([back.status, back.text]).toEqual([200, expect.anything()]);
  await api.advance({ by: '1h' });
  desk.join();
  const fresh = deskOf(api);
  fresh.join();
  expect(desk.quotes.quote(0)).toEqual(fresh.quotes.quote(0));
  const account = (each: SimulationFeed) => each.accountText(each.account(OWN) as AccountSource);
  expect(account(desk)).toBe(account(fresh));
  desk.close();
  fresh.close();
  await api.app.close();
});
