/**
 * Validators of scenario and study documents, and one for the `with:` of each verb. The build
 * compiles them once (build/compile-validators.ts), because loading ajv and compiling takes longer
 * than a small scenario takes to run. If no build of exactly these schemas exists, ajv compiles
 * them now. This file makes no messages.
 */

import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Options, ValidateFunction } from 'ajv';
import { packageFile } from '../../package-root.js';
import { SCENARIO_SCHEMA } from '../schema/scenario-schema.js';
import { STUDY_SCHEMA } from '../schema/study-schema.js';
import { WITH_SCHEMAS } from '../schema/timeline-schema.js';

/** Every schema by name; no verb is named scenario or study. */
export const SCHEMAS = { scenario: SCENARIO_SCHEMA, study: STUDY_SCHEMA, ...WITH_SCHEMAS };

export const AJV_OPTIONS: Options = {
  allErrors: false,
  strict: false,
  allowUnionTypes: true,
  verbose: true,
};

/** Path of the validators that the build wrote to dist; the same from the sources and from dist. */
export const COMPILED_PATH = packageFile('dist/scenario-validators.cjs');

/** The schemas as text; compiled validators contain the text of the schemas that they came from. */
export const SCHEMAS_TEXT = JSON.stringify(SCHEMAS);

type Validators = Readonly<Record<string, ValidateFunction>>;

/** The validators by schema name. */
export const VALIDATORS: Validators = compiled() ?? (await compileNow());

function compiled(): Validators | undefined {
  if (!existsSync(COMPILED_PATH)) return undefined;
  const module = createRequire(import.meta.url)(COMPILED_PATH);
  return module.schemasText === SCHEMAS_TEXT ? module : undefined;
}

async function compileNow(): Promise<Validators> {
  const { Ajv } = await import('ajv');
  const ajv = new Ajv(AJV_OPTIONS);
  return Object.fromEntries(
    Object.entries(SCHEMAS).map(([name, schema]) => [name, ajv.compile(schema)]),
  );
}
