import { afterEach, describe, expect, it, vi } from 'vitest';
import { instant } from '../../../../src/core/time/instant.js';
import { firstQuotes } from '../../../../src/exec/virtual/first-quotes.js';
import { sandboxScenario } from '../../../support/api/sandbox-scenario.js';
import { HandChild } from '../../../support/exec/hand-child.js';
import { openVirtual } from '../../../support/exec/plain-front.js';

const SECOND = 1_000_000;
const { from } = sandboxScenario();
const opened: Awaited<ReturnType<typeof openVirtual>>[] = [];

/** A child before a market of some seconds. */
async function child(seconds = 60, ...rules: readonly object[]) {
  const scenario = sandboxScenario({ to: instant(from + seconds * SECOND) });
  const virtual = await openVirtual(scenario, rules);
  opened.push(virtual);
  return { virtual, hand: new HandChild(virtual) };
}

afterEach(async () => {
  await Promise.all(opened.splice(0).map(each => each.close()));
});

const turns = async (count: number) => {
  for (let at = 0; at < count; at++) await new Promise(setImmediate);
};

/** Says that it waits once for each time that it is told, until the account has been answered. */
async function waitOnce(hand: HandChild, line: { text(): string }) {
  let told = 0;
  for (let turn = 0; turn < 5_000 && !line.text().includes('NAV'); turn++) {
    await turns(1);
    if (hand.nows.length === told) continue;
    told = hand.nows.length;
    hand.wait();
  }
  expect(line.text()).toContain('NAV');
}

describe('virtual time', () => {
  it('gives nothing before every process waits', async () => {
    const { virtual, hand } = await child();
    const line = await hand.open();
    hand.get(line, '/summary');
    await turns(50);
    expect([line.text(), virtual.time.given.served]).toEqual(['', 0]);
    await hand.waitUntil(() => line.text().includes('NAV'));
    expect(virtual.time.given).toMatchObject({ served: 1, told: 0 });
  });

  it('answers two requests of one instant in the order in which they were sent (T1)', async () => {
    const { virtual, hand } = await child();
    const [first, second] = [await hand.open(), await hand.open()];
    // Sent last, on the connection that was opened first.
    hand.get(second, '/summary');
    hand.get(first, '/summary');
    await turns(50);
    hand.wait();
    while (virtual.time.given.served === 0) await turns(1);
    await turns(50);
    expect([first.text() === '', second.text() === '']).toEqual([true, false]);
    await hand.waitUntil(() => first.text() !== '');
  });

  it('moves time to a deadline, and sends it', async () => {
    const { virtual, hand } = await child();
    hand.wait(from + 1_500_000);
    while (hand.nows.length === 0) await turns(1);
    expect(hand.nows).toEqual([from + 1_500_000]);
    expect(virtual.simulation.now).toBe(from + 1_500_000);
  });

  it('says with an answer until when its child may go on by itself, and follows it (T1)', async () => {
    const { virtual, hand } = await child(7_200);
    const line = await hand.open();
    hand.get(line, '/summary');
    await hand.waitUntil(() => line.text().includes('NAV'));
    const { localPort: port, bytesWritten, bytesRead } = line.socket;
    const hour = 3_600 * SECOND;
    expect(hand.frees).toEqual([{ free: from + hour, at: [[port, bytesWritten, bytesRead]] }]);
    hand.nows.push(from + 60 * SECOND);
    hand.get(line, '/summary');
    await hand.waitUntil(() => hand.frees.length === 2);
    expect(virtual.simulation.now).toBe(from + 60 * SECOND);
    expect(virtual.time.given).toMatchObject({ served: 2, told: 0 });
  });

  it('says nothing with an answer while a stream is open', async () => {
    const { hand } = await child();
    const [stream, line] = [await hand.open(), await hand.open()];
    hand.get(stream, '/pricing/stream?instruments=EUR_USD');
    await hand.waitUntil(() => stream.objects().length > 0);
    hand.get(line, '/summary');
    await hand.waitUntil(() => line.text().includes('NAV'));
    expect(hand.frees).toEqual([]);
  });

  it('lets lines of streams go one at a time, after the present (T2)', async () => {
    const { virtual, hand } = await child();
    const stream = await hand.open();
    hand.get(stream, '/pricing/stream?instruments=EUR_USD,USD_JPY,GBP_USD');
    await hand.waitUntil(() => hand.nows.length > 0);
    const { length } = stream.objects();
    expect(length).toBe(3);
    await turns(50);
    expect(stream.objects()).toHaveLength(length);
    hand.wait();
    while (virtual.time.given.released === length) await turns(1);
    while (stream.objects().length === length) await turns(1);
    expect(stream.objects()).toHaveLength(length + 1);
  });

  it('beats every five seconds of simulated time (T7)', async () => {
    const { hand } = await child(21);
    const stream = await hand.open();
    hand.get(stream, '/transactions/stream');
    const beats = () => stream.objects().filter(({ type }) => type === 'HEARTBEAT');
    await hand.waitUntil(() => beats().length === 4);
    expect(beats().map(({ time }) => time)).toEqual(
      ['05', '10', '15', '20'].map(second => `2024-03-05T10:00:${second}.000000000Z`),
    );
  });

  it('gives the same lines to a child with many timers as to one without', async () => {
    const lines: unknown[] = [];
    for (const period of [undefined, 70_000]) {
      const { virtual, hand } = await child(5);
      const stream = await hand.open();
      hand.get(stream, '/pricing/stream?instruments=EUR_USD,USD_JPY,GBP_USD');
      while (!virtual.simulation.hasEnded) {
        hand.wait(period === undefined ? null : (hand.nows.at(-1) ?? from) + period);
        await turns(1);
      }
      expect(hand.nows.length > 5_000_000 / 70_000).toBe(period !== undefined);
      lines.push(stream.objects());
    }
    expect(lines[0]).toEqual(lines[1]);
    expect(lines[0]).not.toHaveLength(3);
  });

  it.each([false, true])(
    'lets a late answer wait in simulated time (applied: %s)',
    async applied => {
      const { virtual, hand } = await child(60, { latency: '20s', applied });
      const line = await hand.open();
      hand.get(line, '/summary');
      await hand.waitUntil(() => line.text().includes('NAV'));
      expect(virtual.simulation.now).toBe(from + 20 * SECOND);
    },
  );

  it.each([false, true])(
    'lets a late answer come to a child that speaks once after each thing it is given (applied: %s)',
    async applied => {
      const { virtual, hand } = await child(60, { latency: '20s', applied });
      const line = await hand.open();
      hand.get(line, '/summary');
      await turns(50);
      hand.wait();
      await waitOnce(hand, line);
      // It is told the time before the answer comes, which it does not read first.
      expect(hand.nows.at(-1)).toBe(from + 20 * SECOND - 1);
      await turns(50);
      expect(virtual.simulation.now).toBe(from + 20 * SECOND);
    },
  );

  it('moves no time while another request is answered beside a late one', async () => {
    const { virtual, hand } = await child(60, { operation: 'getAccountSummary', latency: '20s' });
    const [late, other] = [await hand.open(), await hand.open()];
    hand.get(late, '/summary');
    hand.get(other, '/openTrades');
    await hand.waitUntil(() => other.text().includes('trades'));
    expect([late.text(), virtual.simulation.now]).toEqual(['', from]);
  });

  it('lets late lines of a stream wait in simulated time', async () => {
    const { hand, virtual } = await child(30, { stream: { latency: '7s' } });
    const stream = await hand.open();
    hand.get(stream, '/transactions/stream');
    await hand.waitUntil(() => stream.objects().length === 1);
    expect(stream.objects()[0]).toMatchObject({ time: '2024-03-05T10:00:05.000000000Z' });
    expect(virtual.simulation.now).toBe(from + 12 * SECOND);
  });

  it('gives the last instant, and then the window is over', async () => {
    const { virtual, hand } = await child(3);
    await hand.waitUntil(() => virtual.simulation.hasEnded);
    expect(hand.nows).toEqual([from + 3 * SECOND - 1]);
  });
});

describe('time that stands still', () => {
  const looks = () => vi.advanceTimersByTime(30_000);

  afterEach(() => {
    vi.useRealTimers();
  });

  it('is reported with the name of the process that does not report that it waits', async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] });
    const { virtual, hand } = await child();
    hand.wait(from + SECOND);
    while (hand.nows.length === 0) await turns(1);
    await turns(5);
    looks();
    expect(new Set(virtual.told)).toEqual(
      new Set(['time stands still: no report that it waits from hand (test, process 1)']),
    );
  });

  it('is not told of a process that has not waited yet, which may import', async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] });
    const { virtual } = await child();
    await turns(5);
    looks();
    expect(virtual.told).toEqual([]);
  });
});

describe('the start of a child', () => {
  const market = (...firsts: number[]) =>
    sandboxScenario().market.map((entry, slot) => {
      const [window] = entry.ticks?.windows ?? [];
      const windows = [{ ...window, firstTime: from + (firsts[slot] ?? 0) * SECOND }];
      return { ...entry, ticks: { ...entry.ticks, windows } };
    }) as ReturnType<typeof sandboxScenario>['market'];

  it.each([
    ['the start of the window, when all is quoted', [0, 0, 0], 0],
    ['the last of the first ticks (T8)', [60, 90, 70], 90],
    ['the first ticks of an hour, not those of the next day', [60, 90, 86_400], 90],
    ['what comes within an hour of the start', [0, 600, 7_200], 600],
  ])('is %s', (_what, firsts, seconds) => {
    const scenario = sandboxScenario({ market: market(...firsts) });
    expect(firstQuotes(scenario)).toBe(from + seconds * SECOND);
  });

  it('is the start of a window without ticks', () => {
    const market = sandboxScenario().market.map(({ ticks: _, ...entry }) => entry);
    expect(firstQuotes(sandboxScenario({ market }))).toBe(from);
  });
});
