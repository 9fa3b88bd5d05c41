import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { auditStrategy } from '../../../../src/broker/runtime/audit-strategy.js';
import { loadScenario } from '../../../../src/data/storage/scenario/scenario-file.js';
import { ROOT } from '../../../support/files/paths.js';
import { strategyScenario } from '../../../support/files/strategy-scenario.js';
import { IS_NIGHTLY } from '../../../support/random/nightly.js';

const EXAMPLES = ['sma-cross', 'breakout', 'mean-reversion', 'grid', 'carry'];

/** Buys when the file says that the price will be higher in an hour, sells when lower. */
const planted = (read: string) => `import * as fs from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const FILE = new URL('./ticks.csv', import.meta.url);

export function strategy() {
  const rows = ${read}.trim().split('\\n').slice(1).map(line => line.split(','));
  let at = 0;
  return {
    candles: [{ instrument: 'EUR_USD', granularity: 'M15' }],
    onCandle(context, candle) {
      const later = new Date(Date.parse(context.time) + 3_600_000).toISOString();
      const { time } = context;
      while (at < rows.length && !(rows[at][0] >= later)) at += 1;
      const row = rows[at];
      if (row === undefined) return;
      const units = Number(row[1]) > Number(candle.bid.c) ? '100' : '-100';
      context.createOrder({ type: 'MARKET', instrument: 'EUR_USD', units });
    },
  };
}
`;

describe('an audit', () => {
  it.each(IS_NIGHTLY ? EXAMPLES : EXAMPLES.slice(1, 3))('passes %s', async name => {
    const loaded = await loadScenario(join(ROOT, 'scenarios', `${name}.yaml`));
    const report = await auditStrategy(loaded, { instants: 2, seed: 1 });
    expect(report.finding).toBeUndefined();
    expect(report.opened).toEqual([]);
    expect(report.commands).toBeGreaterThan(0);
  });

  it.each([
    ['by its URL', "fs.readFileSync(FILE, 'utf8')"],
    ['by its path', "fs.readFileSync(fileURLToPath(FILE), 'utf8')"],
    ['by a handle', "fs.readFileSync(fs.openSync(fileURLToPath(FILE), 'r'), 'utf8')"],
  ])('finds a strategy that reads the tick file %s', async (_how, read) => {
    const loaded = await loadScenario(await strategyScenario(planted(read)));
    const report = await auditStrategy(loaded, { instants: 5, seed: 1 });
    expect(report.opened.map(name => basename(name))).toEqual(['ticks.csv']);
    const { finding } = report;
    expect(finding?.was).toContain('CreateOrder');
    expect((finding?.time ?? '') <= (finding?.instant ?? '')).toBe(true);
    expect(finding?.now).not.toBe(finding?.was);
  });

  it('finds a strategy that looks a single tick ahead', async () => {
    const source = planted("fs.readFileSync(FILE, 'utf8')").replace(
      'rows[at][0] >= later',
      'rows[at][0] > time',
    );
    const loaded = await loadScenario(await strategyScenario(source));
    const { finding } = await auditStrategy(loaded, { instants: 10, seed: 1 });
    expect(finding?.was).toContain('CreateOrder');
  });

  it.each([
    ['draws by itself', 'Math.random() < 0.5'],
    ['keeps its state elsewhere', '(globalThis.heard = (globalThis.heard ?? 0) + 1) > 40'],
    ['is another every second time', 'context.time.includes("T12:") && globalThis.odd'],
  ])('does not call it looking ahead when a strategy %s', async (_what, up) => {
    const loaded = await loadScenario(
      await strategyScenario(`globalThis.odd = !globalThis.odd;
export const strategy = () => ({
  candles: [{ instrument: 'EUR_USD', granularity: 'M15' }],
  onCandle(context) {
    if (!(${up})) return;
    context.createOrder({ type: 'MARKET', instrument: 'EUR_USD', units: '1' });
  },
});`),
    );
    const { finding } = await auditStrategy(loaded, { instants: 4, seed: 1 });
    expect(finding).toBeDefined();
    expect(finding?.instant).toBeUndefined();
    // The same order at another time is another order, and is seen to be.
    expect(finding?.was).not.toBe(finding?.now);
    expect([finding?.was, finding?.now].join()).toContain(finding?.time);
  });

  it('is the same for the same seed', async () => {
    const loaded = await loadScenario(
      await strategyScenario(planted("fs.readFileSync(FILE, 'utf8')")),
    );
    const once = await auditStrategy(loaded, { instants: 3, seed: 2 });
    expect(await auditStrategy(loaded, { instants: 3, seed: 2 })).toEqual(once);
  });

  it('names what a strategy asks for that the market does not have', async () => {
    const loaded = await loadScenario(
      await strategyScenario(`export const strategy = () => ({
  candles: [{ instrument: 'GBP_USD', granularity: 'M15' }],
  onCandle() {},
});`),
    );
    await expect(auditStrategy(loaded, { instants: 1, seed: 1 })).rejects.toThrow(
      "scenario.yaml:8:3: strategy: candles of GBP_USD: the scenario's market does not have it",
    );
  });

  it('refuses a scenario without a strategy', async () => {
    const loaded = await loadScenario(join(ROOT, 'scenarios', 'limit-order.yaml'));
    await expect(auditStrategy(loaded, { instants: 1, seed: 1 })).rejects.toThrow(
      'has no strategy to audit',
    );
  });
});
