import { describe, expect, it } from 'vitest';
import { auditWarmUp } from '../../../../src/broker/runtime/audit-warm-up.js';
import { loadScenario } from '../../../../src/data/storage/scenario/scenario-file.js';
import { strategyScenario } from '../../../support/files/strategy-scenario.js';
import { at } from '../../../support/market/fixtures.js';

/** The audit of the length of history: ticks begin at 10:00 of the fifth of March. */

const WINDOW = { from: at('2024-03-06T12:07:00Z'), to: at('2024-03-06T18:00:00Z') };

/** A strategy that trades on the candles that `reading` gives as `closes`. */
function source(
  reading: string,
  more = "candles: [{ instrument: 'EUR_USD', granularity: 'M15' }]",
) {
  return `
let runs = 0;
export function strategy() {
  return {
    ${more},
    onCandle(context) {
      ${reading}
      const mean = closes.reduce((sum, each) => sum + each, 0) / closes.length;
      const units = closes.at(-1) > mean ? '10' : '-10';
      context.createOrder({ type: 'MARKET', instrument: 'EUR_USD', units });
    },
  };
}`;
}

async function audit(text: string, window = WINDOW) {
  const file = await strategyScenario(text);
  return auditWarmUp(await loadScenario(file, { window }));
}

const WARM = "candles: [{ instrument: 'EUR_USD', granularity: 'M15' }], warmUp: { M15: 20 }";

describe('the audit of the length of history', () => {
  it('passes a strategy that asks for as many candles as it waits for', async () => {
    const reading = "const closes = context.candles('EUR_USD', 'M15', 20).close;";
    const { lengths, commands, finding } = await audit(source(reading, WARM));
    expect(finding).toBeUndefined();
    expect(commands).toBe(23);
    // Twenty candles before 12:00, seven minutes, and then about twice as much each time.
    expect(lengths.slice(0, 2)).toEqual([18_420, 36_840]);
    expect(lengths.at(-1)).toBe(26 * 3_600 + 7 * 60);
  });

  it('passes one that keeps what it was told, though it begins inside a candle', async () => {
    const kept =
      'this.closes ??= []; this.closes.push(Number(arguments[1].mid.c)); const closes = this.closes;';
    const { lengths, finding } = await audit(source(kept));
    expect(finding).toBeUndefined();
    expect(lengths[0]).toBe(7 * 60);
  });

  it('finds one that takes all candles that there are, and names the first order', async () => {
    const reading = "const closes = context.candles('EUR_USD', 'M15', 80).close;";
    const { finding } = await audit(source(reading, WARM));
    expect(finding).toMatchObject({ length: 36_840, settled: 73_680 });
    expect(finding?.was).not.toBe(finding?.now);
    const [was, now] = [finding?.was, finding?.now].map(each => JSON.parse(each ?? ''));
    expect([was.type, was.time]).toEqual(['CreateOrder', finding?.time]);
    expect(now.time).toBe(was.time);
    expect(was.order.units).toBe(String(-now.order.units));
  });

  it('says when no shorter history will do', async () => {
    const reading =
      "const closes = context.candles('EUR_USD', 'M15', 5000).close; closes[closes.length - 1] -= closes.length / 1e6;";
    const { finding } = await audit(source(reading, WARM));
    expect(finding).toHaveProperty('length');
    expect(finding).not.toHaveProperty('settled');
  });

  it('says that two runs with the same history differ', async () => {
    const reading =
      'const closes = [0, (globalThis.auditRuns = (globalThis.auditRuns ?? 0) + 1) % 2 - 0.5];';
    const { finding } = await audit(source(reading));
    expect(finding).toBeDefined();
    expect(finding).not.toHaveProperty('length');
  });

  it('says that it needs a window', async () => {
    const file = await strategyScenario(source('const closes = [1];'));
    await expect(auditWarmUp(await loadScenario(file))).rejects.toThrow(
      'window: must have a `from` (or --from) after the first tick: --warm-up shortens',
    );
  });

  it.each<[string, string, typeof WINDOW]>([
    [
      'must leave ticks before it, or the market must name history',
      source('const closes = [1];'),
      { ...WINDOW, from: at('2024-03-05T10:00:00Z') },
    ],
    [
      'did not begin at its start: it waits for 900 EUR_USD M15 candles, of which there are',
      source('const closes = [1];', WARM.replace('20', '900')),
      WINDOW,
    ],
    [
      'did not begin at its start',
      source('const closes = [1];', WARM.replace('20', '110')),
      WINDOW,
    ],
  ])('asks for more history: %s', async (words, text, window) => {
    await expect(audit(text, window)).rejects.toThrow(words);
  });
});
