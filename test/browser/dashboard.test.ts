import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, inBrowser } from '../support/browser/browser.js';
import { Desk } from '../support/browser/desk.js';
import { ACCESS } from './parts/access.js';
import { CHART } from './parts/chart.js';
import { CHARTS } from './parts/charts.js';
import { CLOCK } from './parts/clock.js';
import { DRAWER } from './parts/drawer.js';
import { KEYS } from './parts/keys.js';
import { KEYS_ALONE } from './parts/keys-alone.js';
import { LOOKS } from './parts/looks.js';
import { MESSAGES } from './parts/messages.js';
import { NUMBERS } from './parts/numbers.js';
import { ORDERS_AS_SAID } from './parts/orders.js';
import { PRACTICE } from './parts/practice.js';
import { PRACTICE_SESSIONS } from './parts/practice-sessions.js';
import { SESSION } from './parts/session.js';
import { TICKET } from './parts/ticket.js';
import { TIME } from './parts/time.js';

/** The dashboard in a browser. One page serves all parts, because a page costs more than its tests. */

const PARTS = {
  'a session by hand': SESSION,
  'the ticket': TICKET,
  'the orders': ORDERS_AS_SAID,
  practice: PRACTICE,
  'sessions of practice': PRACTICE_SESSIONS,
  'practice by keys alone': KEYS_ALONE,
  'the keys': KEYS,
  'the numbers': NUMBERS,
  'moving time': TIME,
  'the messages': MESSAGES,
  'the clock': CLOCK,
  'the drawer': DRAWER,
  'the chart': CHART,
  'several charts': CHARTS,
  'the page for everybody': LOOKS,
  // The last one restarts the server.
  'who gets in': ACCESS,
};

describe.skipIf(CHROMIUM === undefined)(inBrowser('the dashboard'), () => {
  let desk: Desk;

  beforeAll(async () => {
    desk = await Desk.open();
  });

  afterAll(async () => desk?.close());

  describe.each(Object.entries(PARTS))('%s', (_, { begin, tests }) => {
    beforeAll(() => begin(desk));
    it.each(Object.entries(tests))('%s', (_, run) => run(desk));
    it('has done nothing that the policy of the page forbids', () => {
      expect(desk.tab.complaints).toEqual([]);
    });
  });
});
