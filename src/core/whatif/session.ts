/**
 * A recorded session, replayed: the run to which counterfactuals are compared. It keeps snapshots
 * on its way, so that a counterfactual begins near the instant at which it differs.
 */

import { ensureDefined } from '../base/assert.js';
import { Checkpoints } from '../run/checkpoints.js';
import type { Input } from '../run/input/input.js';
import { Run } from '../run/run.js';
import type { Scenario } from '../run/scenario.js';
import type { Instant } from '../time/instant.js';
import { Names } from './names.js';

/** The inputs of a run over its scenario, without the scenario's timeline. */
export interface Session {
  readonly scenario: Scenario;
  /** The inputs in order of acceptance; commands of a timeline or a strategy are among them. */
  readonly inputs: readonly Input[];
  /** The last instant of the session, included. */
  readonly end: Instant;
}

/**
 * Owns a session as it was: its run with snapshots, and where each command stands. `step` takes the
 * next input.
 */
export class SessionRun {
  readonly session: Session;
  readonly run: Run;
  readonly names: Names;
  /** Length of the ledger when each input was taken. */
  readonly #lengths: number[] = [];
  /** The index of each command among the inputs, by ticket - 1. */
  readonly #commands: number[] = [];
  /** The ticket of each command, by its index among the inputs. */
  readonly #tickets: number[] = [];
  readonly #requests = new Map<string, string>();
  readonly #checkpoints: Checkpoints;

  constructor(session: Session) {
    this.session = session;
    this.run = Run.start(session.scenario, false);
    this.run.listen({
      onOutcome: ({ ticket, requestID }) => this.#requests.set(requestID, commandKey(ticket)),
    });
    this.names = new Names(this.run.engine.ledger, id => this.#requests.get(id));
    this.#checkpoints = Checkpoints.of(this.run);
  }

  /** Takes the next input; after the last, goes to the end. @returns whether there is more to do. */
  step(): boolean {
    const { inputs, end } = this.session;
    const index = this.run.inputs.length;
    const input = inputs[index];
    if (input === undefined) {
      this.run.advanceTo(end);
      return false;
    }
    this.run.advanceTo(input.time);
    this.#lengths.push(this.run.engine.ledger.length);
    this.#tickets[index] = this.run.take(input);
    if (input.kind === 'command') this.#commands.push(index);
    this.run.advanceTo(input.time);
    this.#checkpoints.note(this.run);
    return true;
  }

  /** The key of the command that has the requestID; undefined when none has. */
  commandOf(requestID: string): string | undefined {
    return this.#requests.get(requestID);
  }

  /** The index among the inputs of the command with that key. */
  inputOf(key: string): number {
    return ensureDefined(this.#commands[Number(key.slice(1)) - 1], 'command', key);
  }

  /** The key of the command at `index` of the inputs. */
  keyAt(index: number): string {
    return commandKey(this.#tickets[index] ?? 0);
  }

  /** Length of the ledger when the input at `index` was taken. */
  lengthAt(index: number): number {
    return this.#lengths[index] ?? this.run.engine.ledger.length;
  }

  /** A run that is about to take the input at `index`, at an instant not after its. */
  forkBefore(index: number): Run {
    const { inputs, end } = this.session;
    const time = inputs[index]?.time ?? end;
    const fork = this.#checkpoints.forkLast(
      ({ inputs: taken, engine }) => taken.length <= index && engine.now <= time,
    );
    while (fork.inputs.length < index) {
      const input = inputs[fork.inputs.length] as Input;
      fork.advanceTo(input.time);
      fork.take(input);
      fork.advanceTo(input.time);
    }
    return fork;
  }
}

/** The key of the command with that ticket in the session. */
export function commandKey(ticket: number): string {
  return `c${ticket}`;
}

/** Replays a session from its start to its end. */
export function replaySession(session: Session): SessionRun {
  const run = new SessionRun(session);
  while (run.step());
  return run;
}
