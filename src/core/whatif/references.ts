/**
 * The references of a command, carried from a session into a run in which ids differ.
 */

import { type Command, withReferences } from '../engine/state/command.js';
import type { NamedKind, Names, OrderOrTrade } from './names.js';

/** Where a command stands in both runs. */
export interface CommandPlaces {
  readonly session: Names;
  /** Length of the session's ledger when the command was accepted. */
  readonly place: number;
  /** The names of the run into which the command is sent. */
  readonly now: Names;
}

/** The command with the ids of the other run, or why it cannot be sent. */
export type CommandTranslation = { readonly command: Command } | { readonly reason: string };

/** An id that no order or trade has. */
const NOBODY = '999999999999999';

/** The target of a reference was never made in the other run. */
class MissingReference extends Error {}

/** Carries every reference of `command` into the other run. */
export function followed(
  command: Command,
  accountID: string,
  standing: CommandPlaces,
): CommandTranslation {
  const follow = (kind: NamedKind, specifier: string) =>
    followOne({ kind, accountID, specifier }, standing);
  try {
    if (command.type === 'ClosePosition') checkPosition(command.instrument, accountID, standing);
    return {
      command: withReferences(command, {
        order: specifier => follow('order', specifier),
        trade: specifier => follow('trade', specifier),
        request: order => followOrder(order, follow),
      }),
    };
  } catch (error) {
    if (!(error instanceof MissingReference)) throw error;
    return { reason: error.message };
  }
}

/** The trade that a dependent order names, by id first, otherwise by client id. */
function followOrder(
  order: unknown,
  follow: (kind: NamedKind, specifier: string) => string,
): unknown {
  if (typeof order !== 'object' || order === null) return order;
  const { tradeID, clientTradeID } = order as Readonly<Record<string, unknown>>;
  if (typeof tradeID === 'string') return { ...order, tradeID: follow('trade', tradeID) };
  if (typeof clientTradeID !== 'string') return order;
  const now = follow('trade', `@${clientTradeID}`);
  if (now.startsWith('@')) return order;
  const { clientTradeID: _old, ...rest } = order as Readonly<Record<string, unknown>>;
  return { ...rest, tradeID: now };
}

interface Reference {
  readonly kind: NamedKind;
  readonly accountID: string;
  /** An id in digits, or `@` and a client id. */
  readonly specifier: string;
}

function followOne(reference: Reference, { session, place, now }: CommandPlaces): string {
  const { kind, specifier } = reference;
  const made = find(session, reference, place);
  if (made === undefined || made.place >= place) return guessed(reference, { session, place, now });
  const id = now.idOf(made.name);
  if (id === undefined) throw new MissingReference(`${kind} ${specifier} was never made`);
  const isSame = find(now, reference, Number.POSITIVE_INFINITY)?.name === made.name;
  return isSame ? specifier : id;
}

function find(names: Names, { kind, accountID, specifier }: Reference, place: number) {
  return specifier.startsWith('@')
    ? names.holder(kind, accountID, specifier.slice(1), place)
    : names.made(kind, accountID, specifier);
}

/**
 * A reference that had no target when the session accepted it. A client that counts on from the
 * last transaction id names what will exist; its id is as far from the last one in both runs. Any
 * other id must not hit what has it in the other run.
 */
function guessed(reference: Reference, { session, place, now }: CommandPlaces): string {
  const { accountID, specifier } = reference;
  if (specifier.startsWith('@')) return specifier;
  const ahead = Number(specifier) - session.lastID(accountID, place);
  if (ahead > 0) return String(now.lastID(accountID, Number.POSITIVE_INFINITY) + ahead);
  const hit: OrderOrTrade | undefined = find(now, reference, Number.POSITIVE_INFINITY);
  return hit === undefined ? specifier : NOBODY;
}

/** @throws MissingReference when the session had traded the instrument, and the other run has not. */
function checkPosition(
  instrument: string,
  accountID: string,
  { session, place, now }: CommandPlaces,
) {
  const was = session.firstFill(accountID, instrument) < place;
  const is = now.firstFill(accountID, instrument) < Number.POSITIVE_INFINITY;
  if (was && !is) throw new MissingReference(`a position in ${instrument} was never opened`);
}
