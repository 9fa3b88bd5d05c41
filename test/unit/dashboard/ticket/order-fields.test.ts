import { describe, expect, it } from 'vitest';
import { TYPE_REQUESTS } from '../../../../src/broker/api/v20/schema/order-request.js';
import { fieldsOf, TICKET_TYPES } from '../../../../src/dashboard/ticket/order-fields.js';

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, ObjectSchema>>;
  readonly enum?: readonly string[];
}

/** Fields that the ticket has by other means, or that only the 2016 dialect has. */
const ELSEWHERE = /^(type|instrument|(stopLossOnFill\.)?guaranteed)$/;

/** The paths of all leaves of a schema. */
function paths({ properties = {} }: ObjectSchema, prefix = ''): string[] {
  return Object.entries(properties).flatMap(([name, schema]) =>
    schema.properties === undefined ? [prefix + name] : paths(schema, `${prefix}${name}.`),
  );
}

const published = TYPE_REQUESTS.map(schema => schema as unknown as ObjectSchema);

describe('the fields of the ticket', () => {
  it('are those of every published request of an order', () => {
    const byType = published.map(schema => {
      const [type] = schema.properties?.['type']?.enum ?? [];
      return [
        type,
        paths(schema)
          .filter(path => !ELSEWHERE.test(path))
          .sort(),
      ] as const;
    });
    const shown = TICKET_TYPES.map(row => {
      return [
        row.type,
        fieldsOf(row)
          .map(({ path }) => path)
          .sort(),
      ] as const;
    });
    expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(byType));
  });
});
