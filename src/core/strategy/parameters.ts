/**
 * Parameters of a strategy: a table by name with type, default, bounds and choices, and the check
 * of a scenario's values against it. The table is data, so that a study can read it too.
 */

interface ParameterText {
  /** The purpose of the parameter, for people. */
  readonly describe: string;
}

/** A parameter with a number; the bounds and the choices are optional. */
export interface NumberParameter extends ParameterText {
  readonly type: 'integer' | 'number';
  readonly default: number;
  /** The least and the greatest value, both included. */
  readonly min?: number;
  readonly max?: number;
  readonly choices?: readonly number[];
}

/** A parameter with a text. */
export interface TextParameter extends ParameterText {
  readonly type: 'string';
  readonly default: string;
  readonly choices?: readonly string[];
}

/** A parameter that is true or false. */
export interface SwitchParameter extends ParameterText {
  readonly type: 'boolean';
  readonly default: boolean;
}

/** Any parameter. */
export type Parameter = NumberParameter | TextParameter | SwitchParameter;

/** The type of `parameters`, which a strategy module exports. */
export type ParameterSchema = Readonly<Record<string, Parameter>>;

/** The values that a strategy receives for its schema: `ParameterValues<typeof parameters>`. */
export type ParameterValues<Schema extends ParameterSchema> = {
  readonly [Name in keyof Schema]: Schema[Name] extends SwitchParameter
    ? boolean
    : Schema[Name] extends TextParameter
      ? string
      : number;
};

/** An error: a parameter, or a table of parameters, breaks a rule. */
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

/** Checks what a module exports as `parameters`. @throws ParameterError when it breaks a rule. */
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
        throw new ParameterError(
          [name, bound],
          `must be a number, and only a parameter of type integer or number may have it`,
        );
      }
    }
    const { choices } = given;
    if (choices !== undefined && !(Array.isArray(choices) && choices.length > 0)) {
      throw new ParameterError([name, 'choices'], 'must be a list of values');
    }
    // All of it has been checked but the default, which is compared with the rest here.
    const rule = brokenRule(given as unknown as Parameter, given['default']);
    if (rule !== undefined) throw new ParameterError([name, 'default'], rule);
  }
  return exported as ParameterSchema;
}

/**
 * The values of all parameters: the given values, and defaults for the others.
 * @throws ParameterError for an unknown name, a value of another type, or a value outside its
 * bounds.
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

/** The rule that `value` breaks; undefined when the parameter accepts it. */
function brokenRule(parameter: Parameter, value: unknown): string | undefined {
  // A text where a number is expected is shown with its quotes.
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

const WORDS = { number: 'a number', string: 'a string', boolean: 'true or false' } as const;

function isOfType(type: Parameter['type'], value: unknown): boolean {
  if (type === 'integer') return Number.isSafeInteger(value);
  return typeof value === type && (type !== 'number' || Number.isFinite(value));
}

function record(value: unknown, path: readonly string[]): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Readonly<Record<string, unknown>>;
  }
  throw new ParameterError(path, 'must be a map');
}
