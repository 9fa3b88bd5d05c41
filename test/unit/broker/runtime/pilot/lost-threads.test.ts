import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Clock } from '../../../../../src/broker/runtime/clock/clock.js';
import { endStrategies } from '../../../../../src/broker/runtime/pilot/led-simulation.js';
import { StoppedError } from '../../../../../src/broker/runtime/simulation/command-lost.js';
import { loadScenario } from '../../../../../src/data/storage/scenario/scenario-file.js';
import { at } from '../../../../support/market/fixtures.js';
import { ledSimulation, withStrategy } from '../../../../support/market/live-strategy.js';
import { patience } from '../../../../support/patience.js';

/** Strategies in a thread that does not answer, or is gone. */

const OWN = '101-001-1000001-001';
const OTHER = '101-001-1000001-002';
const BUY = { type: 'MARKET', instrument: 'EUR_USD', units: '7' };

const HANGING = `export const strategy = () => ({
  candles: [{ instrument: 'EUR_USD', granularity: 'H1' }],
  onCandle(context) {
    context.createOrder({ type: 'MARKET', instrument: 'EUR_USD', units: '1' });
    if (context.time > '2024-03-05T12:30') for (;;);
  },
});`;

describe('a hook that does not return', () => {
  it('holds time and writes, not reads, and is named with its line', async () => {
    const loaded = await withStrategy(HANGING);
    let onLate: (error: Error) => void = () => undefined;
    const late = new Promise<string>(resolve => {
      onLate = ({ message }) => resolve(message);
    });
    const parts = { onLate: (error: Error) => onLate(error), lateMs: patience(300) };
    const { simulation, pilot } = await ledSimulation(loaded, parts);
    const clock = new Clock(simulation, 'manual');
    await clock.advance({ to: at('2024-03-05T12:00:00Z') });
    const version = simulation.engine.ledger.length;
    let isDone = false;
    const advancing = clock.advance({ to: at('2024-03-05T18:00:00Z') })?.finally(() => {
      isDone = true;
    });
    expect(await late).toMatch(
      /strategy\.ts:5:\d+: onCandle at 2024-03-05T13:00:00.0+Z: has not returned for \d+ s; time/,
    );
    const writing = simulation.submit(OWN, { type: 'CreateOrder', order: BUY });
    const refused = expect(writing).rejects.toThrow(StoppedError);
    expect(isDone).toBe(false);
    expect(simulation.now).toBeLessThan(at('2024-03-05T13:00:00Z'));
    expect(simulation.engine.ledger.length).toBe(version);
    await endStrategies(simulation, pilot);
    await refused;
    await advancing;
  });

  it('does not hold a poll for ever, and polls do not pile up', async () => {
    const wait = 'for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);';
    const source = HANGING.replace('for (;;);', wait);
    const { simulation } = await ledSimulation(await withStrategy(source));
    const clock = new Clock(simulation, 'on-poll', { step: '6h' });
    clock.play();
    await clock.polled();
    const { now } = simulation;
    expect(clock.polled()).toBeUndefined();
    expect(simulation.now).toBe(now);
  });
});

describe('a thread that dies', () => {
  it('stops its strategies, names the hook, and the market goes on', async () => {
    const source = HANGING.replace('for (;;);', 'process.exit();');
    const loaded = await withStrategy(source);
    const { simulation } = await ledSimulation(loaded);
    const clock = new Clock(simulation, 'manual');
    await clock.advance({ to: at('2024-03-05T18:00:00Z') });
    expect(simulation.now).toBe(at('2024-03-05T18:00:00Z'));
    const [status] = simulation.strategies?.statuses ?? [];
    expect(status).toMatchObject({ accountID: OWN, state: 'stopped' });
    expect(status?.fault?.message).toMatch(
      /^onCandle at 2024-03-05T13:00:00.0+Z: ended its thread/,
    );
    await simulation.submit(OWN, { type: 'CreateOrder', order: BUY });
    await simulation.rewind({ at: at('2024-03-05T11:30:00Z') });
    expect(simulation.now).toBe(at('2024-03-05T11:30:00Z'));
  });

  it('says so of the strategies beside the one that ended it', async () => {
    const source = HANGING.replace(
      'for (;;);',
      `if (context.accountID === '${OTHER}') process.exit();`,
    );
    const { file } = await withStrategy(source);
    const first = `  - { id: ${OWN}, currency: USD, strategy: { use: ./strategy.ts } }\n`;
    const second = `  - { id: ${OTHER}, currency: USD, strategy: { use: ./strategy.ts } }\n`;
    const text = readFileSync(file, 'utf8').replace(/accounts:[\s\S]*/, '');
    writeFileSync(file, `${text}accounts:\n${first}${second}`);
    const loaded = await loadScenario(file);
    const { simulation } = await ledSimulation(loaded);
    await new Clock(simulation, 'manual').advance({ to: at('2024-03-05T18:00:00Z') });
    const faults = simulation.strategies?.statuses.map(({ fault }) => fault?.message);
    expect(faults?.[0]).toContain(`stopped with the strategy of ${OTHER}`);
    expect(faults?.[1]).toMatch(/^onCandle at/);
  });

  it('refuses a scenario whose strategy cannot be made', async () => {
    const loaded = await withStrategy('export const strategy = () => { throw new Error("no"); };');
    await expect(ledSimulation(loaded)).rejects.toThrow(/refused by strategy\.ts: no/);
  });
});
