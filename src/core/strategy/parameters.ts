/**
 * Parameters of a strategy: a table by name that says type, default, bounds and choices, and what a
 * scenario gives held against it. The table is data, so that a study can read it too.
 */

interface Described {
  /** What it is for, for people. */
  readonly describe: string;
}

export interface NumberParameter extends Described {
  readonly type: 'integer' | 'number';
  readonly default: number;
  /** Both included. */
  readonly min?: number;
  readonly max?: number;
  readonly choices?: readonly number[];
}

export interface TextParameter extends Described {
  readonly type: 'string';
  readonly default: string;
  readonly choices?: readonly string[];
}

export interface SwitchParameter extends Described {
  readonly type: 'boolean';
  readonly default: boolean;
}

export type Parameter = NumberParameter | TextParameter | SwitchParameter;

/** What a strategy module exports under the name `parameters`. */
export type ParameterSchema = Readonly<Record<string, Parameter>>;

/** The values that a strategy gets for its schema: `ParameterValues<typeof parameters>`. */
export type ParameterValues<Schema extends ParameterSchema> = {
  readonly [Name in keyof Schema]: Schema[Name] extends SwitchParameter
    ? boolean
    : Schema[Name] extends TextParameter
      ? string
      : number;
};

/** A parameter, or a table of them, that breaks a rule. */
export class ParameterError extends Error {
  override readonly name = 'ParameterError';
  /** The name of the parameter, then the field of its description. */
  readonly path: readonly string[];

  constructor(path: readonly string[], rule: string) {
    super(rule);
    this.path = path;
  }
}

const FIELDS = new Set(['type', 'default', 'min', 'max', 'choices', 'describe']);
const TYPES = ['integer', 'number', 'string', 'boolean'] as const;

/** Holds what a module exports as `parameters` against the rules. @throws ParameterError */
export function readSchema(exported: unknown): ParameterSchema {
  for (const [name, parameter] of Object.entries(record(exported, []))) {
    const given = record(parameter, [name]);
    const { type, describe } = given;
    for (const field of Object.keys(given)) {
      if (!FIELDS.has(field)) throw new ParameterError([name, field], 'unknown field');
    }
    if (!(TYPES as readonly unknown[]).includes(type)) {
      throw new ParameterError([name, 'type'], `must be one of ${TYPES.join(', ')}`);
    }
    if (typeof describe !== 'string' || describe === '') {
      throw new ParameterError([name, 'describe'], 'must say what the parameter is for');
    }
    for (const bound of ['min', 'max'] as const) {
      const isBound =
        type === 'integer' || type === 'number' ? Number.isFinite(given[bound]) : false;
      if (given[bound] !== undefined && !isBound) {
        throw new ParameterError([name, bound], `must be a number, and belongs to numbers only`);
      }
    }
    const { choices } = given;
    if (choices !== undefined && !(Array.isArray(choices) && choices.length > 0)) {
      throw new ParameterError([name, 'choices'], 'must be a list of values');
    }
    const rule = brokenRule(given as unknown as Parameter, given['default']);
    if (rule !== undefined) throw new ParameterError([name, 'default'], rule);
  }
  return exported as ParameterSchema;
}

/**
 * The values of every parameter: those given, and defaults for the rest.
 * @throws ParameterError for an unknown name, or a value of another type or out of its bounds.
 */
export function resolveParameters(
  schema: ParameterSchema,
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  for (const [name, value] of Object.entries(given)) {
    const parameter = Object.hasOwn(schema, name) ? schema[name] : undefined;
    if (parameter === undefined) throw new ParameterError([name], 'unknown parameter');
    const rule = brokenRule(parameter, value);
    if (rule !== undefined) throw new ParameterError([name], rule);
  }
  return Object.fromEntries(
    Object.entries(schema).map(([name, parameter]) => [
      name,
      Object.hasOwn(given, name) ? given[name] : parameter.default,
    ]),
  );
}

/** The rule that `value` breaks; undefined when it is a value of the parameter. */
function brokenRule(parameter: Parameter, value: unknown): string | undefined {
  // A text where a number belongs shows its quotes.
  const isOther =
    typeof value === 'object' || (typeof value === 'string' && parameter.type !== 'string');
  const was = `was ${isOther ? JSON.stringify(value) : String(value)}`;
  if (!isOfType(parameter.type, value)) {
    const what = parameter.type === 'integer' ? 'a whole number' : WORDS[parameter.type];
    return `must be ${what}, ${was}`;
  }
  if (parameter.type === 'boolean') return undefined;
  const choices: readonly unknown[] | undefined = parameter.choices;
  if (choices !== undefined && !choices.includes(value)) {
    return `must be one of ${choices.join(', ')}, ${was}`;
  }
  if (parameter.type === 'string') return undefined;
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = parameter;
  if ((value as number) < min) return `must be at least ${min}, ${was}`;
  if ((value as number) > max) return `must be at most ${max}, ${was}`;
  return undefined;
}

const WORDS = { number: 'a number', string: 'a text', boolean: 'true or false' } as const;

function isOfType(type: Parameter['type'], value: unknown): boolean {
  if (type === 'integer') return Number.isSafeInteger(value);
  return typeof value === type && (type !== 'number' || Number.isFinite(value));
}

function record(value: unknown, path: readonly string[]): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Readonly<Record<string, unknown>>;
  }
  throw new ParameterError(path, 'must be a table');
}
