/**
 * The files that a scenario document names, as they are named from another folder. Which keys name
 * files is written once, in the schema (`file`). Nothing is read or written here.
 */

import { SCENARIO_SCHEMA } from '../schema/scenario-schema.js';
import type { FileMark } from '../schema/schema-parts.js';

/** What is read of a schema to find the keys of files. */
interface Schema extends FileMark {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
}

/**
 * A copy of a scenario document in which each name of a file is replaced; rows in place of a file stay.
 * @param document - plain data. @param moved - the new name of a file.
 */
export function movedFiles<Document extends object>(
  document: Document,
  moved: (name: string) => string,
): Document {
  return movedIn(document, SCENARIO_SCHEMA as Schema, moved) as Document;
}

function movedIn(value: unknown, schema: Schema, moved: (name: string) => string): unknown {
  if (typeof value === 'string') {
    const { 'x-file': isFile = false, 'x-words': words = [] } = schema;
    return isFile && !words.includes(value) ? moved(value) : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const { items } = schema;
    return items === undefined ? value : value.map(each => movedIn(each, items, moved));
  }
  const { properties = {}, additionalProperties: others } = schema;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => {
      const own = Object.hasOwn(properties, key) ? properties[key] : others;
      return [key, typeof own === 'object' ? movedIn(each, own, moved) : each];
    }),
  );
}
