import { expect, it } from 'vitest';
import { Engine } from '../../../../src/core/engine/engine.js';
import { IDEAL_EXECUTION } from '../../../../src/core/engine/state/execution-model.js';
import type { CalendarEvent } from '../../../../src/core/risk/calendar.js';
import { account, at, pair } from '../../../support/market/fixtures.js';

it('tells each event of the calendar at its instant, from the begin of the window on', () => {
  const from = at('2024-03-05T10:00:00Z');
  const events = ['09:00', '10:00', '10:30', '12:00'].map(
    (hour): CalendarEvent => ({
      at: at(`2024-03-05T${hour}:00Z`),
      currency: 'USD',
      impact: 'high',
      name: hour,
    }),
  );
  const told: [string, boolean][] = [];
  const engine: Engine = Engine.create({
    market: [{ instrument: pair('EUR_USD'), halts: [] }],
    accounts: [account()],
    model: IDEAL_EXECUTION,
    events,
    seed: 1,
    from,
    outputs: { onEvent: event => void told.push([event.name, event.at === engine.now]) },
  });
  engine.advanceTo(at('2024-03-05T11:00:00Z'));
  expect(told).toEqual([
    ['10:00', true],
    ['10:30', true],
  ]);
});
