/** Parts that several schemas of scenario files share. */

/** A decimal that keeps its digits. */
export const decimal = {
  type: ['string', 'number'],
  description: 'decimal, kept as written',
} as const;

/** An instant. */
export const instant = { type: 'string', description: 'RFC 3339 with a zone' } as const;

/** Any text. */
export const text = { type: 'string' } as const;

/** Marks a text that names a file, relative to the document. */
export interface FileMark {
  readonly 'x-file'?: boolean;
  /** Values with a meaning of their own, which name no file. */
  readonly 'x-words'?: readonly string[];
}

/** The name of a file, relative to the document. */
export const file = { ...text, 'x-file': true } as const satisfies FileMark & object;

/** The commission of an instrument or an account. */
export const commission = {
  type: 'object',
  additionalProperties: false,
  required: ['commission', 'unitsTraded', 'minimumCommission'],
  properties: { commission: decimal, unitsTraded: decimal, minimumCommission: decimal },
} as const;

/** Expected fields of an account. */
export const fields = {
  type: 'object',
  description: 'fields of the account summary with their expected values',
  additionalProperties: { type: ['string', 'number', 'boolean'] },
} as const;

/** Whether guaranteed stops are allowed. */
export const guaranteedMode = { enum: ['DISABLED', 'ALLOWED', 'REQUIRED'] } as const;

/** A number of points. */
export const points = { type: 'integer', minimum: 0, maximum: 1_000_000 } as const;

/** A range of values, both ends included. */
export const range = (value: object) => ({
  type: 'object',
  additionalProperties: false,
  required: ['min', 'max'],
  properties: { min: value, max: value },
});
