/**
 * The commands of a step as they are read: each stands for a request of v20. Source: decision 0077.
 */

import type { Ajv2020 as Ajv } from 'ajv/dist/2020.js';
import { readOrder } from '../../../../core/engine/request/read-order.js';
import type { Command } from '../../../../core/engine/state/command.js';
import type { Sandbox } from '../../../runtime/sandboxes.js';
import { givenBody, partCheck } from '../../http/read/body.js';
import { wasText } from '../../http/read/given-value.js';
import { invalidParameter, RequestError } from '../../http/request-errors.js';
import { checkForm } from '../../v20/answers/outcome.js';
import type { AccountCall } from '../../v20/operation.js';
import { STEP_OPERATIONS, type StepOperation } from '../schema/step.js';
import { slotAsked } from './instrument-asked.js';

/**
 * A command that was read: its operation, the v20 request that equals it, and the input for the
 * market.
 */
export interface StepCommand {
  readonly operation: StepOperation;
  readonly call: AccountCall;
  readonly command: Command;
}

/**
 * Reads all commands of a step; nothing is carried out.
 * @param ajv - knows every definition.
 * @throws RequestError 400 for the first malformed one: it names its index, the field and the rule.
 */
export function readCommands(
  ajv: Ajv,
  sandbox: Sandbox,
  commands: readonly object[],
): readonly StepCommand[] {
  return commands.map((given, at) => readOne(ajv, sandbox, given, `commands.${at}`));
}

function readOne(ajv: Ajv, sandbox: Sandbox, given: object, path: string): StepCommand {
  const { operation: name } = given as { readonly operation?: unknown };
  const operation = typeof name === 'string' ? STEP_OPERATIONS.get(name) : undefined;
  if (operation === undefined) {
    const names = `one of ${[...STEP_OPERATIONS.keys()].join(', ')}`;
    throw invalidParameter(`${path}.operation`, wasText(name, names));
  }
  const fields = givenBody(operation.form)(given) as Readonly<Record<string, unknown>>;
  partCheck(ajv, operation.form)(fields, path);
  const call = callOf(sandbox, operation, fields, path);
  const { instrument } = call.params;
  if (instrument !== undefined) slotAsked(sandbox.simulation, instrument, `${path}.instrument`);
  try {
    const command = operation.carrying.command(call);
    checkForm(command, call.body);
    checkInstrument(sandbox, command);
    return { operation, call, command };
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const { parameter = '', why = 'It is missing' } = error.details;
    throw invalidParameter(`${path}.${parameter}`, why);
  }
}

/** The request of v20 that a command stands for. @throws RequestError 400 for an unknown account. */
function callOf(
  { simulation, dialect }: Sandbox,
  { parameters }: StepOperation,
  fields: Readonly<Record<string, unknown>>,
  path: string,
): AccountCall {
  const { operation: _, accountID, ...rest } = fields;
  const ids = simulation.engine.state.cells.map(({ state }) => state.config.id);
  const id = String(accountID ?? ids[0]);
  const account = simulation.accountSource(id);
  if (account === undefined) {
    throw invalidParameter(`${path}.accountID`, wasText(accountID, `one of ${ids.join(', ')}`));
  }
  const params: Record<string, string> = {};
  const body: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(rest)) {
    if (parameters.has(name)) params[name] = String(value);
    else body[name] = value;
  }
  const asked = { query: {}, times: 'RFC3339', url: (place: string) => place } as const;
  return { simulation, account, accountIDs: [id], params, body, dialect, ...asked };
}

/** @throws RequestError 400 for an order in an instrument that the market does not have. */
function checkInstrument({ simulation }: Sandbox, command: Command): void {
  if (command.type !== 'CreateOrder' && command.type !== 'ReplaceOrder') return;
  const { instrument } = readOrder(command.order);
  if (instrument !== undefined) slotAsked(simulation, instrument, 'order.instrument');
}
