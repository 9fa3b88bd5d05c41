import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { COMMANDS } from '../../../../src/cli/command-line.js';
import { parseDocument } from '../../../../src/data/storage/document/document.js';
import { checkSchema } from '../../../../src/data/storage/document/validate.js';
import { SCENARIO_SCHEMA } from '../../../../src/data/storage/schema/scenario-schema.js';
import { STUDY_SCHEMA } from '../../../../src/data/storage/schema/study-schema.js';
import { madePages, schemaDocuments } from '../../../../src/tools/site/made-pages.js';
import {
  examplesIn,
  keysOf,
  type SchemaNode,
} from '../../../../src/tools/site/pages/schema-page.js';
import { ROOT } from '../../../support/files/paths.js';

const KINDS = [
  ['scenario', SCENARIO_SCHEMA as SchemaNode],
  ['study', STUDY_SCHEMA as SchemaNode],
] as const;

describe('the pages that are made', () => {
  it('have a chapter for every command, with its flags', async () => {
    const pages = await madePages();
    const commands = pages.find(({ path }) => path.endsWith('commands.md'))?.body ?? '';
    for (const name of Object.keys(COMMANDS)) expect(commands).toContain(`\n## orrery ${name}\n`);
    expect(commands).toContain('### orrery ticks import');
    expect(commands).toContain('| `--port` | a number | `8020` | port; 0 picks a free one |');
    expect(commands).toContain('| `SCENARIO` | text | required | scenario files or globs |');
    expect(commands).toContain(
      '| `--scenario` | text |  | scenario file; default: a week of made-up prices of any instrument |',
    );
    // A page that was made on one machine must not name its folders.
    expect(pages.filter(({ body }) => body.includes(ROOT))).toEqual([]);
  });

  it.each(KINDS)('show an example of every key of a %s', (kind, schema) => {
    const keys = keysOf(schema);
    const examples = examplesIn(schemaDocuments(kind), keys);
    expect(keys.filter(({ path }) => !examples.has(path)).map(({ path }) => path)).toEqual([]);
  });

  it.each(KINDS)('take the examples of a %s from documents that the schema allows', kind => {
    const file = join(ROOT, 'docs', 'keys', `${kind}-keys.yaml`);
    const parts = parseAllDocuments(readFileSync(file, 'utf8')).map(String);
    expect(parts.length).toBeGreaterThan(1);
    for (const part of parts) {
      const text = part.replace(/^---$/m, '');
      expect(() => checkSchema(parseDocument(file, text), kind)).not.toThrow();
    }
  });

  it('name each key once, with its type and its bounds', () => {
    const item: SchemaNode = { type: 'integer', minimum: 1, description: 'number of units' };
    const schema: SchemaNode = {
      properties: { list: { type: 'array', items: { properties: { units: item } } } },
      required: ['list'],
    };
    expect(keysOf(schema).map(({ path }) => path)).toEqual(['list', 'list[].units']);
    expect(examplesIn([{ list: [{ units: 100 }, { units: 7 }] }], keysOf(schema))).toEqual(
      new Map([
        ['list', '[ { units: 100 }, { units: 7 } ]'],
        ['list[].units', '7'],
      ]),
    );
  });
});
