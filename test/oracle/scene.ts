/** Small inputs for the oracle's own tests: one account, prices as text, times as seconds. */

import type { ReadCommand as Command } from '../../src/core/engine/state/command.js';
import type { AccountConfig } from '../../src/core/ledger/account-config.js';
import type { Instrument } from '../../src/core/market/instrument.js';
import type { OrderRequest } from '../../src/core/order/order.js';
import { parseInstant } from '../../src/core/time/instant.js';
import type { Halt, OracleCommand, OracleTick, Wire } from './numbers/state.js';
import { runOracle } from './oracle.js';
import { fixture } from './random/random-market.js';

const SECOND = 1_000_000;

/** Microseconds of an RFC 3339 text. */
export function micros(text: string): number {
  const parsed = parseInstant(text);
  if (parsed === undefined) throw new Error(`not a time: ${text}`);
  return parsed.at;
}

/** A netting USD account of 10000 with every option off. */
export function plainAccount(overrides: Partial<AccountConfig> = {}): AccountConfig {
  return {
    id: '101-004-1000001-001',
    currency: 'USD',
    balance: '10000',
    alias: 'Primary',
    hedging: false,
    financing: 'DAILY',
    guaranteedStopLossOrderMode: 'ALLOWED',
    fifo: false,
    conversionMarkup: '0',
    positionAggregation: 'MAXIMAL_SIDE',
    closeoutFactor: '0.5',
    marginCalls: false,
    maximumPendingOrders: 1000,
    maximumOpenTrades: 1000,
    trailingStops: true,
    locks: [],
    ...overrides,
  };
}

/** A pair that the fixtures lack, with the settings of EUR_USD. */
export function otherPair(name: string, overrides: Partial<Instrument> = {}): Instrument {
  return { ...fixture('EUR_USD'), name, displayName: name.replace('_', '/'), ...overrides };
}

export interface Play {
  readonly start?: string;
  readonly account?: Partial<AccountConfig>;
  readonly instruments?: readonly Instrument[];
  readonly halts?: readonly Halt[];
  /** Runs on for so many seconds after the last event; 1 when absent. */
  readonly tail?: number;
}

/**
 * An event `seconds` after the start: a tick `[seconds, instrument, bid, ask]`, which a fifth item `leg`
 * makes the end of a leg, or a command.
 */
export type Step =
  | readonly [number, string, string, string, leg?: 'leg']
  | readonly [number, Command];

/** Everything that the account's ledger holds after the steps. */
export function play(steps: readonly Step[], setting: Play = {}): Wire[] {
  const from = micros(setting.start ?? '2024-03-05T10:00:00Z');
  const account = plainAccount(setting.account);
  const instruments = setting.instruments ?? [fixture('EUR_USD')];
  const events = steps.map((step): OracleTick | OracleCommand => {
    const time = from + step[0] * SECOND;
    if (step.length === 2)
      return { kind: 'command', time, accountID: account.id, command: step[1] };
    const [, instrument, bid, ask, leg] = step;
    const points = (text: string) => Number(text.replace('.', ''));
    const quote = { kind: 'tick', time, instrument, bid: points(bid), ask: points(ask) } as const;
    return leg === undefined ? quote : { ...quote, leg: true };
  });
  const last = events.at(-1)?.time ?? from;
  const { transactions } = runOracle({
    from,
    to: last + (setting.tail ?? 1) * SECOND,
    instruments: instruments.map(instrument => ({ instrument, halts: setting.halts ?? [] })),
    accounts: [account],
    events,
  });
  return (transactions.get(account.id) ?? []) as Wire[];
}

/** A CreateOrder command. */
export function order(request: OrderRequest): Command {
  return { type: 'CreateOrder', order: request };
}

/** A market order; units are signed. */
export function market(
  instrument: string,
  units: string,
  rest: Partial<OrderRequest> = {},
): Command {
  return order({ type: 'MARKET', instrument, units, ...rest });
}

/** `type reason` of each transaction after the three that open the account. */
export function story(log: readonly Wire[]): string[] {
  return log.slice(3).map(({ type, reason, rejectReason }) => {
    return [type, rejectReason ?? reason].filter(part => part !== undefined).join(' ');
  });
}
