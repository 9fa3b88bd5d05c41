/**
 * What comes into a market from outside while it runs, with the instant of its acceptance. The
 * inputs in their order cause everything that the scenario does not: replaying them over the same
 * scenario gives the same ledger, byte for byte (decision 0006). A journal of a served market is a
 * list of inputs.
 */

import { present } from '../../base/present.js';
import type { AcceptedCommand } from '../../engine/state/command.js';
import type { Halt } from '../../engine/state/market-entry.js';
import type { GivenRule } from '../../fault/rule.js';
import type { TickChange } from '../../feed/disturbed-ticks.js';
import type { AccountConfig } from '../../ledger/account-config.js';
import { type Instant, instant } from '../../time/instant.js';

/** A command of a client. */
export interface CommandInput extends AcceptedCommand {
  readonly kind: 'command';
  readonly time: Instant;
  /** Whether its latency and refusal are drawn apart from those of other commands; default: no. */
  readonly isBeside?: true;
}

/** An account that is made while the market runs. */
export interface AccountInput {
  readonly kind: 'account';
  readonly time: Instant;
  readonly config: AccountConfig;
}

/** A tick that is added after the last tick of its instrument. */
export interface TickInput {
  readonly kind: 'tick';
  /** When it was accepted. */
  readonly time: Instant;
  readonly instrument: string;
  /** When the market quotes it; not before `time`. */
  readonly at: Instant;
  /** Prices in points; 0 < bid <= ask. */
  readonly bid: number;
  readonly ask: number;
}

/** A disturbance of one instrument by a fault of the market. */
export interface Disturbance extends TickChange {
  /** Stops trading, or increasing a position, on one side or both. */
  readonly halt?: Pick<Halt, 'side' | 'mode'>;
}

/** What disturbs an instrument from now on, instead of what disturbed it before. */
export interface MarketInput {
  readonly kind: 'market';
  readonly time: Instant;
  readonly instrument: string;
  readonly disturbances: readonly Disturbance[];
}

/** The rules of faults from now on, as they were given, each with its id. They change no ledger. */
export interface RulesInput {
  readonly kind: 'rules';
  readonly time: Instant;
  readonly rules: readonly GivenRule[];
}

/** A fault that has fired. It changes no ledger; what it prevented was never an input. */
export interface FaultInput {
  readonly kind: 'fault';
  readonly time: Instant;
  /** The id of the rule. */
  readonly rule: string;
  readonly operation: string;
  /** The id of the request, as in the header of its answer. */
  readonly requestID: string;
  /** What it did, in a few words. */
  readonly did: string;
  /** Requests that the rule had seen then; its next draw follows from it. */
  readonly seen: number;
}

/** One input. */
export type Input = CommandInput | AccountInput | TickInput | MarketInput | RulesInput | FaultInput;

/** An input as journals keep it: a command has no `kind`. */
export type JournalInput = AcceptedCommand | Exclude<Input, CommandInput>;

/** The form in which a journal keeps an input. */
export function journalInput(input: JournalInput | Input): JournalInput {
  if ('kind' in input && input.kind !== 'command') return input;
  const { time, accountID, command, refuse } = input;
  return { time, accountID, command, ...present({ refuse }) };
}

/** The input that a journal keeps. */
export function readInput(input: JournalInput): Input {
  if ('kind' in input) return input;
  return { ...input, kind: 'command', time: instant(input.time) };
}

/** Whether the input changes the ticks of an instrument: it adds one, or disturbs those to come. */
export function changesTicks(input: JournalInput): input is TickInput | MarketInput {
  return 'kind' in input && (input.kind === 'tick' || input.kind === 'market');
}
