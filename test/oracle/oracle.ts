/**
 * The oracle: an independent, deliberately naive reference of the whole market. It scans every order on
 * every tick, keeps no index and rounds nothing but what is printed or paid, so that its
 * transactions can judge the engine's. Execution is ideal: no latency, no slippage. Faults change
 * the market and refuse orders.
 * Written from v20 semantics 3-6 and 10; its choices are the comments "Ambiguity: ...".
 */

import {
  type Account,
  marketOf,
  type OracleCommand,
  type OracleEvent,
  type OracleInput,
  quoteFromTick,
  type Wire,
  type World,
} from './numbers/state.js';
import { configure, openAccount, resetPL, setClosed, transferFunds } from './rules/admin.js';
import { cancelByClient, createOrder, replaceOrder, setOrderExtensions } from './rules/orders.js';
import { applyTick } from './rules/tick.js';
import { runTimers } from './rules/timers.js';
import { setTradeOrders } from './rules/trade-orders.js';
import { closePosition, closeTrade, setTradeExtensions } from './rules/trades.js';

export type { Halt, OracleCommand, OracleInput, OracleTick } from './numbers/state.js';

export interface OracleResult {
  /** Wire transactions by account id, ascending id, keys in wire order. */
  readonly transactions: Map<string, object[]>;
}

/** Id of the first client request minus one. */
const REQUEST_BASE = 42_500_000_000_000_000n;
/** The requestID of the first account's creation; each account has as many as it opens with. */
const OPENING_BASE = 42_000_000_000_000_001n;
/** Each account is created by one request and funded by another, before any client's. */
const OPENING_REQUESTS = 2;

/** Runs a market from `from` to `to`, both inclusive. @throws Error on inconsistent input. */
export function runOracle(input: OracleInput): OracleResult {
  const world = openWorld(input);
  for (const event of inOrder(input)) applyEvent(world, event);
  runTimers(world, input.to);
  const logs = world.accounts.map(({ config, log }): [string, Wire[]] => [config.id, log]);
  return { transactions: new Map(logs) };
}

/** The market at its first instant, accounts opened. */
export function openWorld(input: Omit<OracleInput, 'to' | 'events'>): World {
  const accounts: Account[] = [];
  const world: World = {
    now: input.from,
    markets: input.instruments.map(({ instrument, halts }) => ({ instrument, halts })),
    accounts,
    requests: 0,
    byServer: false,
  };
  for (const tick of input.before ?? []) {
    const market = marketOf(world, tick.instrument);
    market.quote = quoteFromTick(market, tick);
  }
  let request = OPENING_BASE;
  for (const config of input.accounts) {
    accounts.push(openAccount(world, config, request));
    request += BigInt(OPENING_REQUESTS);
  }
  return world;
}

/** Runs the timers up to the event, then the event. Events come in order. */
export function applyEvent(world: World, event: OracleEvent): void {
  runTimers(world, event.time);
  world.now = event.time;
  switch (event.kind) {
    case 'tick':
      applyTick(world, event);
      break;
    case 'fault':
      marketOf(world, event.instrument).changes = event.changes;
      break;
    case 'command':
      execute(world, event);
  }
}

/** Time, then ticks before all else, ticks by instrument; otherwise as given (the sort is stable). */
function inOrder(input: OracleInput): OracleEvent[] {
  const names = input.instruments.map(({ instrument }) => instrument.name);
  const rank = (event: OracleEvent) =>
    event.kind === 'tick' ? names.indexOf(event.instrument) : names.length;
  return [...input.events].sort((a, b) => a.time - b.time || rank(a) - rank(b));
}

function execute(world: World, { accountID, command, refuse }: OracleCommand): void {
  const account = world.accounts.find(({ config }) => config.id === accountID);
  if (account === undefined) throw new Error(`no account ${accountID}`);
  world.requests += 1;
  world.requestID = String(REQUEST_BASE + BigInt(world.requests));
  world.refusal = refuse;
  switch (command.type) {
    case 'CreateOrder':
      createOrder(world, account, command.order);
      break;
    case 'ReplaceOrder':
      replaceOrder(world, account, command.orderSpecifier, command.order);
      break;
    case 'CancelOrder':
      cancelByClient(world, account, command.orderSpecifier);
      break;
    case 'SetOrderClientExtensions':
      setOrderExtensions(world, account, command.orderSpecifier, command);
      break;
    case 'CloseTrade':
      closeTrade(world, account, command.tradeSpecifier, command.units);
      break;
    case 'SetTradeClientExtensions':
      setTradeExtensions(world, account, command.tradeSpecifier, command.clientExtensions);
      break;
    case 'SetTradeOrders':
      setTradeOrders(world, account, command);
      break;
    case 'ClosePosition':
      closePosition(world, account, command);
      break;
    case 'ConfigureAccount':
      configure(world, account, command);
      break;
    case 'TransferFunds':
      transferFunds(world, account, command);
      break;
    case 'ResetResettablePL':
      resetPL(world, account);
      break;
    case 'CloseAccount':
      setClosed(world, account, true);
      break;
    case 'ReopenAccount':
      setClosed(world, account, false);
      break;
  }
  world.requestID = undefined;
  world.refusal = undefined;
}
