import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readRule } from '../../src/core/fault/read-rule.js';
import type { FaultRule } from '../../src/core/fault/rule.js';
import { ROOT } from '../support/files/paths.js';

const TEXT = readFileSync(join(ROOT, 'docs', 'reference', 'faults.md'), 'utf8');
const RULES = [...TEXT.matchAll(/```json\n(.*?)```/gs)].map(([, json = '']) => JSON.parse(json));

describe('docs/reference/faults.md', () => {
  it('shows rules that are valid', () => {
    expect(RULES.length).toBeGreaterThan(20);
    for (const rule of RULES)
      expect(() => readRule(rule, 'f1'), JSON.stringify(rule)).not.toThrow();
  });

  it('shows every effect, and every field of streams and of the market', () => {
    const read = RULES.map(rule => readRule(rule, 'f1'));
    const shown = (part: (rule: FaultRule) => object | undefined) =>
      new Set(read.flatMap(rule => Object.keys(part(rule) ?? {})));
    for (const name of [
      'error',
      'reset',
      'applied',
      'latency',
      'lag',
      'candleDelay',
      'reject',
      'stream',
      'market',
    ]) {
      expect(
        RULES.some(rule => name in rule),
        name,
      ).toBe(true);
    }
    const streams = [
      'latency',
      'jitter',
      'bandwidth',
      'slicing',
      'limitData',
      'slowClose',
      'afterLines',
    ];
    const lines = [
      'silent',
      'timeout',
      'reset',
      'noHeartbeats',
      'lose',
      'duplicate',
      'reorder',
      'chance',
    ];
    expect([...shown(rule => rule.stream)].sort()).toEqual([...streams, ...lines].sort());
    expect([...shown(rule => rule.market)]).toEqual(
      expect.arrayContaining(['instrument', 'halt', 'spread', 'gap', 'liquidity']),
    );
  });
});
