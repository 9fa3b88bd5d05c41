/** Pages of the documentation that are made from the code when the site is built. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { packageFile } from '../../data/package-root.js';
import { SCENARIO_SCHEMA } from '../../data/storage/schema/scenario-schema.js';
import { STUDY_SCHEMA } from '../../data/storage/schema/study-schema.js';
import { commandsPage } from './pages/commands.js';
import { type SchemaNode, schemaPage } from './pages/schema-page.js';

/** A page that is made. */
interface MadePage {
  /** The path that the page would have in the repository, from its root. */
  readonly path: string;
  readonly title: string;
  readonly order: number;
  readonly body: string;
}

/** Where the pages of the library's types would stand. */
export const LIBRARY_FOLDER = 'docs/reference/api/';

const COMMANDS_PATH = 'docs/reference/commands.md';
const SCENARIO_PATH = 'docs/reference/scenario-file.md';
const STUDY_PATH = 'docs/reference/study-file.md';

/** Documents may link to these paths, although no file is there. */
export const MADE_PATHS: ReadonlySet<string> = new Set([COMMANDS_PATH, SCENARIO_PATH, STUDY_PATH]);

const SCENARIO_WORDS = `# Scenario files

Every key of a scenario file, from the JSON Schema that \`orrery schema\` prints. \`NAME\` stands for a name of yours, such as an
instrument; \`[]\` for an item of a list. The examples are from files that the tests run or hold against the schema.`;

const STUDY_WORDS = `# Study files

Every key of a study file, from the JSON Schema that \`orrery schema study\` prints. [Studies](../guides/studies.md) says how a study
is used.`;

/** Values of keys, by kind of file: those of the repository and those that stand for no other use. */
export function schemaDocuments(kind: 'scenario' | 'study'): readonly unknown[] {
  const folder = packageFile(kind === 'scenario' ? 'scenarios' : 'scenarios/studies');
  const files = readdirSync(folder)
    .filter(name => name.endsWith('.yaml'))
    .sort()
    .map(name => join(folder, name));
  return [...files, packageFile(`docs/keys/${kind}-keys.yaml`)].flatMap(file =>
    parseAllDocuments(readFileSync(file, 'utf8')).map(document => document.toJS() as unknown),
  );
}

/** All of them. */
export async function madePages(): Promise<readonly MadePage[]> {
  const scenario = schemaPage(SCENARIO_SCHEMA as SchemaNode, schemaDocuments('scenario'));
  const study = schemaPage(STUDY_SCHEMA as SchemaNode, schemaDocuments('study'));
  return [
    { path: COMMANDS_PATH, title: 'Commands and flags', order: 10, body: await commandsPage() },
    {
      path: SCENARIO_PATH,
      title: 'Scenario files',
      order: 40,
      body: `${SCENARIO_WORDS}\n\n${scenario}`,
    },
    { path: STUDY_PATH, title: 'Study files', order: 50, body: `${STUDY_WORDS}\n\n${study}` },
  ];
}
