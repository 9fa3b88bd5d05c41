/**
 * Carries the commands of a step out, one after another, as their requests over v20 would be. What such a
 * request would be answered is its result. Source: decision 0077.
 */

import type { Outcome } from '../../../../core/engine/state/outputs.js';
import { LostError, RewoundError } from '../../../runtime/simulation/command-lost.js';
import { ApiError, RequestError } from '../../http/request-errors.js';
import { lostAs, settledAnswer } from '../../v20/answers/outcome.js';
import { errorBody } from '../../v20/errors.js';
import type { AccountCall } from '../../v20/operation.js';
import type { StepResult } from '../schema/step.js';
import type { StepCommand } from './step-commands.js';

/** The result of a command that has not taken effect yet. */
const ACCEPTED: StepResult = { status: 202, body: {} };

/** Owns the results of the commands of one step; a command changes its own when it takes effect or is lost. */
export class StepResults {
  readonly #commands: readonly StepCommand[];
  /** What the request is answered; an error stands for a refusal. */
  readonly #found: unknown[];

  constructor(commands: readonly StepCommand[]) {
    this.#commands = commands;
    this.#found = commands.map(() => ACCEPTED);
  }

  /** The results so far, in the order of the commands. */
  read(): readonly StepResult[] {
    return this.#found.map(each => (each instanceof Error ? refusalOf(each) : each) as StepResult);
  }

  /** Sends the commands. @returns a promise where each waits for strategies that run elsewhere. */
  carryOut(): void | Promise<void> {
    if (this.#commands[0]?.call.simulation.isLed === true) return this.#inTurn();
    for (const at of this.#commands.keys()) this.#send(at);
  }

  async #inTurn(): Promise<void> {
    for (const at of this.#commands.keys()) await this.#send(at);
  }

  /** Sends one command. @returns a promise when it has to wait until it is accepted. */
  #send(at: number): void | Promise<void> {
    const { operation, call, command } = this.#commands[at] as StepCommand;
    const { check, answer } = operation.carrying;
    const { simulation } = call;
    const { id } = call.account.state.config;
    const tell = (found: unknown) => {
      this.#found[at] = found;
    };
    const resolve = (outcome: Outcome) => tell(resultOf(call, answer, outcome));
    try {
      // A rewind since the step was asked for gives the simulation other accounts.
      const account = simulation.accountSource(id);
      if (account === undefined) throw new RewoundError();
      check?.({ ...call, account });
      return simulation.send(id, command, { resolve, reject: tell })?.catch(tell);
    } catch (error) {
      tell(error);
    }
  }
}

/** The result of a command that took effect. It is made inside the engine, so an error is given, not thrown. */
function resultOf(
  call: AccountCall,
  answer: Parameters<typeof settledAnswer>[1],
  outcome: Outcome,
): unknown {
  try {
    const { status, body } = settledAnswer(call, answer, outcome);
    return { status, body };
  } catch (error) {
    return error;
  }
}

/** The result of a command that is refused without a transaction. @throws any other error. */
function refusalOf(error: Error): StepResult {
  const refusal = error instanceof LostError ? lostAs(error) : error;
  if (refusal instanceof ApiError) return { status: refusal.status, body: refusal.body };
  if (!(refusal instanceof RequestError)) throw refusal;
  return { status: refusal.status, body: errorBody(refusal) };
}
