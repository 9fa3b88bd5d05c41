/** Runs a replica: sends the recorded commands again, at the instants at which they were sent. */

import type { Driver } from '../../../core/engine/driver.js';
import { Engine } from '../../../core/engine/engine.js';
import { type Command, withReferences } from '../../../core/engine/state/command.js';
import type { Outcome } from '../../../core/engine/state/outputs.js';
import { runEngine } from '../../../core/run/run-loop.js';
import type { Instant } from '../../../core/time/instant.js';
import { isObject, type Json, objectsIn } from '../recording/json.js';
import type { HostClock } from './host-clock.js';
import { IDMap } from './id-map.js';
import type { CapturedSession } from './recorded-session.js';
import { type ReplicaSetup, replicaSetup } from './replica-scenario.js';

/** A replica that has run. */
export interface Replica {
  /** What it wrote after its opening trades and resting orders stood, in order. */
  readonly transactions: readonly Json[];
  readonly ids: IDMap;
}

/** Something to send. */
interface ReplicaRequest {
  readonly at: Instant;
  readonly command: Command;
  /** Ids of what the host wrote for it; of an opening, the trade's own. */
  readonly recorded: readonly string[];
  readonly kind: 'opening' | 'order' | 'command';
}

/** Runs the replica of a session. @param latencyMs - added to every command, in milliseconds */
export function runReplica(session: CapturedSession, clock: HostClock, latencyMs: number): Replica {
  const setup = replicaSetup(session, latencyMs);
  const { scenario } = setup;
  const ids = new IDMap(session.transactions);
  const client = new RecordedClient(
    String(session.account['id']),
    sendings(session, setup, clock),
    ids,
  );
  const { market, accounts, execution: model, seed, from, to } = scenario;
  const engine = Engine.create({ market, accounts, model, seed, from, outputs: client });
  // The account begins as the host described it: how it was made is no part of the session.
  client.written.length = 0;
  const ticks = market.map(entry => entry.ticks?.windows);
  runEngine(engine, { ticks, drivers: [client], from, to });
  return { transactions: client.written, ids };
}

function sendings(
  session: CapturedSession,
  setup: ReplicaSetup,
  clock: HostClock,
): ReplicaRequest[] {
  const isHedged = session.account['hedgingEnabled'] === true;
  const opened = setup.openings.map(({ at, trade }): ReplicaRequest => {
    const { instrument, currentUnits: units, id, clientExtensions } = trade;
    const positionFill = isHedged ? 'OPEN_ONLY' : 'DEFAULT';
    const order = { type: 'MARKET', instrument, units, positionFill };
    const full = isObject(clientExtensions)
      ? { ...order, tradeClientExtensions: clientExtensions }
      : order;
    const command = { type: 'CreateOrder', order: full } as const;
    return { at, command, recorded: [String(id)], kind: 'opening' };
  });
  const resting = objectsIn(session.account['orders']).map((order): ReplicaRequest => {
    const command = { type: 'CreateOrder', order: requestOf(order) } as const;
    return { at: setup.ordersAt, command, recorded: [String(order['id'])], kind: 'order' };
  });
  const sent = session.commands.map((each): ReplicaRequest => {
    const { command, ids } = each;
    return { at: clock.sentAt(each), command, recorded: ids, kind: 'command' };
  });
  sent.sort((a, b) => a.at - b.at);
  return inOrder([...opened, ...resting, ...sent]);
}

/** None before the one before it: a command before the first quote waits for the opening. */
function inOrder(list: readonly ReplicaRequest[]): ReplicaRequest[] {
  let latest = list[0]?.at;
  return list.map(sending => {
    const at = latest !== undefined && latest > sending.at ? latest : sending.at;
    latest = at;
    return { ...sending, at };
  });
}

/** What makes an order again that rests: the fields that a request may have. */
function requestOf(order: Json): Json {
  const { id, createTime, state, partialFill, initialMarketPrice, trailingStopValue, ...rest } =
    order;
  const { triggerMode, guaranteedExecutionPremium, replacesOrderID, ...request } = rest;
  return request;
}

/**
 * Plays the recorded program: it sends requests, and notes which id takes the place of which. Owns
 * the place in the requests, and those without an outcome.
 */
class RecordedClient implements Driver {
  readonly written: Json[] = [];
  readonly #accountID: string;
  readonly #sendings: readonly ReplicaRequest[];
  readonly #ids: IDMap;
  readonly #sent = new Map<number, ReplicaRequest>();
  #next = 0;

  constructor(accountID: string, sendings: readonly ReplicaRequest[], ids: IDMap) {
    this.#accountID = accountID;
    this.#sendings = sendings;
    this.#ids = ids;
  }

  nextAt(): number {
    return this.#sendings[this.#next]?.at ?? Number.POSITIVE_INFINITY;
  }

  act(engine: Engine): void {
    const sending = this.#sendings[this.#next];
    if (sending === undefined) return;
    this.#next += 1;
    this.#sent.set(engine.accept(this.#accountID, this.#resolved(sending.command)), sending);
  }

  onTransaction(transaction: object): void {
    this.#ids.add(transaction as Json);
    this.written.push(transaction as Json);
  }

  onOutcome({ ticket, transactions }: Outcome): void {
    const sending = this.#sent.get(ticket);
    if (sending === undefined) return;
    const { kind, recorded } = sending;
    const written = transactions as readonly object[] as readonly Json[];
    if (kind === 'command') {
      this.#ids.pair(recorded, written);
      return;
    }
    // A trade has the id of its fill, an order that of its creation.
    const type = kind === 'opening' ? /^ORDER_FILL$/ : /_ORDER$/;
    const made = written.find(each => type.test(String(each['type'])));
    if (made !== undefined) this.#ids.set(String(recorded[0]), String(made['id']));
    this.written.splice(this.written.length - written.length, written.length);
  }

  /** The command with the ids of the replica. An unknown id stays, and finds nothing. */
  #resolved(command: Command): Command {
    const own = (text: unknown) => this.#ids.find(String(text)) ?? String(text);
    const specifier = (text: string) => (text.startsWith('@') ? text : own(text));
    return withReferences(command, {
      order: specifier,
      trade: specifier,
      request: order =>
        isObject(order) && 'tradeID' in order
          ? { ...order, tradeID: own(order['tradeID']) }
          : order,
    });
  }
}
