/** Requests that are refused, by what they are made of. */

import type { Command } from '../../../../../src/core/engine/state/command.js';
import type { AccountConfig } from '../../../../../src/core/ledger/account-config.js';
import type { Instrument } from '../../../../../src/core/market/instrument.js';
import { guaranteedPair } from '../../../../support/market/fixtures.js';
import type { Sim, SimOptions } from '../../../../support/market/sim.js';

/** How one reason comes about. */
export interface Case {
  readonly account?: Partial<AccountConfig>;
  readonly instrument?: Partial<Instrument>;
  readonly options?: Partial<SimOptions>;
  /** Leaves the instrument without a price. */
  readonly unpriced?: true;
  /** What happens before the request under test. */
  readonly before?: (sim: Sim) => void;
  readonly send: Command | ((sim: Sim) => Command);
  /** Types of what the command does before it is refused; nothing unless said. */
  readonly follows?: readonly string[];
}

export const LONG = 'x'.repeat(129);
export const PAST = '2024-03-05T09:00:00Z';
export const market = (fields: object = {}) =>
  create({ type: 'MARKET', instrument: 'EUR_USD', units: '100', ...fields });
export const limit = (fields: object = {}) =>
  create({ type: 'LIMIT', instrument: 'EUR_USD', units: '100', price: '1.08000', ...fields });
export const create = (order: object) => ({ type: 'CreateOrder', order }) as unknown as Command;
export const open = (sim: Sim, fields: object = {}) => sim.send(market(fields));
/** The trade that `open` opens first is transaction 5. */
export const TRADE = '5';
export const dependent = (type: string, fields: object) =>
  create({ type, tradeID: TRADE, ...fields });
export const withTrade = (send: Command, extra: Partial<Case> = {}): Case => ({
  before: sim => open(sim),
  send,
  ...extra,
});
export const locked = (lock: AccountConfig['locks'][number], send: Command): Case => ({
  account: { locks: [lock] },
  send,
});
export const GUARANTEED = { guaranteedStopLossOrderMode: 'ALLOWED' } as const;
export const guaranteed = (fields: object, extra: Partial<Case> = {}): Case => ({
  account: GUARANTEED,
  instrument: guaranteedPair('EUR_USD'),
  before: sim => open(sim),
  send: dependent('GUARANTEED_STOP_LOSS', fields),
  ...extra,
});
export const onFill = (field: string, details: object): Case => ({
  account: GUARANTEED,
  instrument: guaranteedPair('EUR_USD'),
  send: limit({ [field]: details }),
});
export const take = (details: object) =>
  onFill('takeProfitOnFill', { price: '1.09000', ...details });
export const stop = (details: object) => onFill('stopLossOnFill', details);
export const gslo = (details: object) => onFill('guaranteedStopLossOnFill', details);
export const trail = (details: object) => onFill('trailingStopLossOnFill', details);
export const close = (fields: object) =>
  ({ type: 'CloseTrade', tradeSpecifier: TRADE, ...fields }) as Command;
export const closePosition = (fields: object) =>
  ({ type: 'ClosePosition', instrument: 'EUR_USD', ...fields }) as Command;
export const replace = (order: object) =>
  ({ type: 'ReplaceOrder', orderSpecifier: '4', order }) as unknown as Command;
export const withOrder = (send: Command): Case => ({ before: sim => sim.send(limit()), send });
export const configure = (fields: object) => ({ type: 'ConfigureAccount', ...fields }) as Command;
export const fund = (fields: object) => ({ type: 'TransferFunds', ...fields }) as Command;
export const setTrade = (clientExtensions?: object) =>
  ({ type: 'SetTradeClientExtensions', tradeSpecifier: TRADE, clientExtensions }) as Command;
export const rival = (type: string, fields: object): Case => ({
  account: { fifo: true, ...GUARANTEED },
  instrument: guaranteedPair('EUR_USD'),
  before: sim => {
    open(sim);
    open(sim);
  },
  send: dependent(type, fields),
});
