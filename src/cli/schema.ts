/**
 * `orrery schema`: prints the JSON Schema of scenario files.
 */

import type { CommandModule } from 'yargs';
import { SCENARIO_SCHEMA } from '../storage/scenario/schema.js';

export const schemaCommand: CommandModule = {
  command: 'schema',
  describe: 'Print the JSON Schema of scenario files',
  handler() {
    process.stdout.write(`${schemaText()}\n`);
  },
};

/** The schema as it is committed beside the scenarios. */
export function schemaText(): string {
  return JSON.stringify(SCENARIO_SCHEMA, null, 2);
}
