/**
 * A step of the build after the compiler: writes the validators of scenario documents as plain code
 * into dist, so that no run has to load ajv.
 */

import { writeFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import standalone from 'ajv/dist/standalone/index.js';
import {
  AJV_OPTIONS,
  COMPILED_PATH,
  SCHEMAS,
  SCHEMAS_TEXT,
} from '../../data/storage/document/validators.js';

const ajv = new Ajv({ ...AJV_OPTIONS, schemas: SCHEMAS, code: { source: true } });
const names = Object.keys(SCHEMAS);
const code = standalone.default(ajv, Object.fromEntries(names.map(name => [name, name])));
writeFileSync(COMPILED_PATH, `${code}\nexports.schemasText=${JSON.stringify(SCHEMAS_TEXT)};\n`);
