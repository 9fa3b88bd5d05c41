import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FAULT_CATALOGUE } from '../../../../../../src/core/fault/catalogue.js';
import { testApi } from '../../../../../support/api/api.js';
import { control } from '../../../../../support/api/control.js';
import { sandboxScenario } from '../../../../../support/api/sandbox-scenario.js';
import { ROOT } from '../../../../../support/files/paths.js';

/**
 * A rule that docs/reference/faults.md shows, without its times, and the words of its chapter on
 * one line.
 */
interface Shown {
  readonly rule: Readonly<Record<string, unknown>>;
  readonly words: string;
}

function shownRules(): Shown[] {
  const text = readFileSync(join(ROOT, 'docs/reference/faults.md'), 'utf8');
  return text.split(/^### /m).flatMap(chapter => {
    const words = chapter.replace(/\s+/g, ' ');
    return [...chapter.matchAll(/```json\n([\s\S]*?)```/g)].map(([, json = '']) => {
      const { from: _, to: __, ...rule } = JSON.parse(json);
      return { rule, words };
    });
  });
}

describe('the catalogue of faults', () => {
  it('has the rules of docs/reference/faults.md, in order, and its words', () => {
    const shown = shownRules();
    expect(FAULT_CATALOGUE.map(({ rule }) => rule)).toEqual(shown.map(({ rule }) => rule));
    for (const [place, { name, sentence }] of FAULT_CATALOGUE.entries()) {
      expect(shown[place]?.words, name).toContain(sentence);
    }
  });

  it('names each fault once', () => {
    const names = FAULT_CATALOGUE.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it('is given by the server, and each rule is taken as it is', async () => {
    const api = await testApi(sandboxScenario());
    const { body } = await control(api, 'GET', '/catalogue');
    const { faults } = body as unknown as { faults: { rule: object }[] };
    expect(faults).toEqual(FAULT_CATALOGUE);
    for (const { rule } of faults) {
      expect(await control(api, 'POST', '/faults', rule)).toMatchObject({ status: 201 });
    }
  });
});
