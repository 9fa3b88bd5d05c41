/**
 * `orrery schema [scenario|study]`: prints the JSON Schema of scenario or study files.
 */

import { SCENARIO_SCHEMA } from '../../data/storage/schema/scenario-schema.js';
import { STUDY_SCHEMA } from '../../data/storage/schema/study-schema.js';
import { commandOf } from '../flags/typed-flags.js';
import { print } from '../output/terminal/print.js';

const SCHEMAS = { scenario: SCENARIO_SCHEMA, study: STUDY_SCHEMA } as const;
const KINDS = Object.keys(SCHEMAS) as readonly SchemaKind[];

type SchemaKind = keyof typeof SCHEMAS;

export const schemaCommand = commandOf({
  command: 'schema [kind]',
  builder: yargs => yargs.positional('kind', { choices: KINDS, default: 'scenario' as const }),
  handler({ kind }) {
    print(`${schemaText(kind)}\n`);
  },
});

/** The text of the schema, equal to the schema file in the repository. */
export function schemaText(kind: SchemaKind = 'scenario'): string {
  return JSON.stringify(SCHEMAS[kind], null, 2);
}
