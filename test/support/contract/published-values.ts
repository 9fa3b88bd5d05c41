/**
 * The types of transactions and the members of every reason enum, as the definitions that are served
 * name them, and which of them a ledger holds. A value is written `TransactionType CREATE` or
 * `OrderCancelReason CLIENT_REQUEST`.
 */

import type { TSchema } from '@sinclair/typebox';
import { DEFINITIONS } from '../../../src/broker/api/definitions.js';
import { Transaction } from '../../../src/broker/api/v20/schema/transaction.js';
import type { Transaction as OwnTransaction } from '../../../src/core/ledger/transaction.js';

const BY_NAME = new Map(DEFINITIONS.map(schema => [String(schema.$id), schema]));
const MEMBERS = (Transaction['oneOf'] as readonly TSchema[]).map(
  member => [resolved(member).properties.type.enum[0] as string, resolved(member)] as const,
);
const BY_TYPE = new Map(MEMBERS);

/** Every value that the definitions of transactions have. */
export function publishedValues(): ReadonlySet<string> {
  const values = new Set(MEMBERS.map(([type]) => `TransactionType ${type}`));
  const visit = (schema: TSchema): void => {
    for (const each of childrenOf(schema)) {
      const { enum: members } = resolved(each) as { readonly enum?: readonly string[] };
      if (isReason(each))
        for (const member of members ?? []) values.add(`${nameOf(each)} ${member}`);
      else visit(resolved(each));
    }
  };
  for (const [, schema] of MEMBERS) visit(schema);
  return values;
}

/** Every value that the transaction holds, also inside its parts. */
export function valuesIn(transaction: OwnTransaction): readonly string[] {
  const schema = BY_TYPE.get(transaction.type) as TSchema;
  return [`TransactionType ${transaction.type}`, ...reasonsIn(schema, transaction)];
}

function reasonsIn(schema: TSchema, value: unknown): string[] {
  if (isReason(schema)) return [`${nameOf(schema)} ${value}`];
  const { properties = {}, items } = resolved(schema);
  if (Array.isArray(value)) return value.flatMap(each => reasonsIn(items, each));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    key in properties ? reasonsIn(properties[key], part) : [],
  );
}

function childrenOf({ properties, items }: TSchema): readonly TSchema[] {
  return [
    ...Object.values((properties ?? {}) as Record<string, TSchema>),
    ...(items ? [items] : []),
  ];
}

function isReason(schema: TSchema): boolean {
  return nameOf(schema)?.endsWith('Reason') ?? false;
}

/** The name of the definition that the schema refers to. */
function nameOf({ $ref }: TSchema): string | undefined {
  return $ref?.replace('#', '');
}

function resolved(schema: TSchema): TSchema {
  const name = nameOf(schema);
  return name === undefined ? schema : (BY_NAME.get(name) as TSchema);
}
