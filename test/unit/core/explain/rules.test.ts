import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ACCOUNT_TYPE_RULES } from '../../../../src/core/explain/rules/account.js';
import { CANCEL_RULES } from '../../../../src/core/explain/rules/cancel.js';
import { FILL_RULES } from '../../../../src/core/explain/rules/fill.js';
import { REJECT_RULES } from '../../../../src/core/explain/rules/reject.js';
import type { Rule } from '../../../../src/core/explain/rules/rule.js';
import { SECTIONS, sectionPlace } from '../../../../src/core/explain/rules/sections.js';
import type { Transaction } from '../../../../src/core/ledger/transaction.js';
import { ORDER_TYPE_NAMES, ORDER_TYPES } from '../../../../src/core/order/order-types.js';
import { ROOT } from '../../../support/files/paths.js';

const read = (name: string) => readFileSync(join(ROOT, 'docs', 'reference', name), 'utf8');

/** The reasons that docs/reference/reasons.md lists under a heading. */
function reasonsUnder(heading: string): string[] {
  const [, section = ''] = read('reasons.md').split(`\n## ${heading} (`);
  const [listed = ''] = section.split('\n## ');
  return [...listed.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name);
}

const ALL: readonly (readonly [string, Rule])[] = [
  ...Object.entries(REJECT_RULES),
  ...Object.entries(CANCEL_RULES),
  ...Object.entries(FILL_RULES),
  ...Object.entries(ACCOUNT_TYPE_RULES),
];

describe('the rules that explanations cite', () => {
  it.each([
    ['Reject reasons given', REJECT_RULES, 132],
    ['Cancel reasons given', CANCEL_RULES, 47],
  ])('are there for all %s', (heading, rules, count) => {
    const reasons = reasonsUnder(heading);
    expect(reasons).toHaveLength(count);
    expect(reasons.filter(reason => !Object.hasOwn(rules, reason))).toEqual([]);
  });

  it('are there for every type of order', () => {
    for (const type of ORDER_TYPE_NAMES) {
      expect(FILL_RULES[ORDER_TYPES[type].fillReason].rule, type).not.toBe('');
    }
  });

  it('are there for every other type of transaction', () => {
    type Ended = `${string}_REJECT` | 'ORDER_FILL' | 'ORDER_CANCEL';
    type Others = Exclude<
      Transaction['type'],
      Ended | `${(typeof ORDER_TYPE_NAMES)[number]}_ORDER`
    >;
    const types: Readonly<Record<Others, Rule>> = ACCOUNT_TYPE_RULES;
    expect(Object.keys(types).length).toBeGreaterThan(12);
  });

  it('stand in sections of docs/reference/semantics.md that have these headings', () => {
    const headings = [...read('semantics.md').matchAll(/^### (\d+\.\d+) (.*)$/gm)];
    const titles = new Map(headings.map(([, number = '', title = '']) => [number, title]));
    for (const [number, title] of Object.entries(SECTIONS)) expect(titles.get(number)).toBe(title);
    const cited = new Set(ALL.map(([, { section }]) => section));
    expect(Object.keys(SECTIONS).filter(number => !(cited as Set<string>).has(number))).toEqual([]);
    expect(sectionPlace('4.1')).toBe('docs/reference/semantics.md#41-which-price-triggers');
    expect(sectionPlace('5.5')).toBe(
      'docs/reference/semantics.md#55-margin-check-and-unitsavailable',
    );
  });

  it('say something whole: sentences that end in a full stop', () => {
    for (const [name, { rule, sentence, needed = '.' }] of ALL) {
      for (const text of [rule, sentence, needed]) expect(text, name).toMatch(/\.$/);
    }
  });
});
