import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ACCOUNT_TYPE_RULES } from '../../../../src/core/explain/account-types.js';
import type { Transaction } from '../../../../src/core/ledger/transaction.js';
import { ORDER_TYPE_NAMES, ORDER_TYPES } from '../../../../src/core/order/order-types.js';
import { CANCEL_REASONS } from '../../../../src/core/reason/cancel-reasons.js';
import { FILL_REASONS } from '../../../../src/core/reason/fill-reasons.js';
import { REJECT_REASONS } from '../../../../src/core/reason/reject-reasons.js';
import type { Rule } from '../../../../src/core/reason/rule.js';
import { SECTIONS, sectionPlace } from '../../../../src/core/reason/sections.js';
import { reasonDocs } from '../../../support/contract/reason-docs.js';
import { ROOT } from '../../../support/files/paths.js';

const read = (name: string) => readFileSync(join(ROOT, 'docs', 'reference', name), 'utf8');

const ALL: readonly (readonly [string, Rule])[] = [
  ...Object.entries(REJECT_REASONS),
  ...Object.entries(CANCEL_REASONS),
  ...Object.entries(FILL_REASONS),
  ...Object.entries(ACCOUNT_TYPE_RULES),
];

describe('the rules that explanations cite', () => {
  it('are listed with their reasons in docs/reference/reasons.md (ORRERY_UPDATE=1 rewrites it)', () => {
    const path = join(ROOT, 'docs', 'reference', 'reasons.md');
    const text = readFileSync(path, 'utf8');
    const made = reasonDocs(text);
    if (process.env['ORRERY_UPDATE'] === '1') writeFileSync(path, made);
    else expect(text).toBe(made);
  });

  it('are there for every type of order', () => {
    for (const type of ORDER_TYPE_NAMES) {
      expect(FILL_REASONS[ORDER_TYPES[type].fillReason].rule, type).not.toBe('');
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
