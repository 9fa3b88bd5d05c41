import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { present } from '../../../../../src/core/base/present.js';
import type { Command } from '../../../../../src/core/engine/state/command.js';
import type { Halt } from '../../../../../src/core/engine/state/market-entry.js';
import type { AccountConfig } from '../../../../../src/core/ledger/account-config.js';
import type { Instrument } from '../../../../../src/core/market/instrument.js';
import {
  DEPENDENT_ORDER_LIST,
  type DependentOrder,
  type DependentOrderType,
  type DependentTypesPriced,
} from '../../../../../src/core/order/dependent-orders.js';
import type { OrderCancelReason } from '../../../../../src/core/reason/cancel-reasons.js';
import { ROOT } from '../../../../support/files/paths.js';
import { explainedReason } from '../../../../support/market/explained.js';
import { account, at, guaranteedPair } from '../../../../support/market/fixtures.js';
import { Sim } from '../../../../support/market/sim.js';

interface Case {
  readonly account?: Partial<AccountConfig>;
  readonly instrument?: Partial<Instrument>;
  readonly halts?: readonly Halt[];
  readonly volume?: number;
  readonly spread?: readonly [string, string];
  readonly run: (sim: Sim) => void;
}

const market = (sim: Sim, fields: object = {}) =>
  sim.order({ type: 'MARKET', instrument: 'EUR_USD', units: '100', ...fields });
const limit = (sim: Sim, fields: object = {}) =>
  sim.order({ type: 'LIMIT', instrument: 'EUR_USD', units: '100', price: '1.08000', ...fields });
/** A limit that the next low tick fills. */
const fillLater = (sim: Sim, fields: object) => {
  limit(sim, fields);
  sim.quote('EUR_USD', '1.07980', '1.07995', { seconds: 3600 });
};
const locked = (lock: AccountConfig['locks'][number]): Case => ({
  account: { locks: [lock] },
  run: sim => market(sim),
});
const halt = (side: 'BID' | 'ASK', mode: 'HALTED' | 'REDUCE_ONLY'): readonly Halt[] => [
  { from: at('2024-03-05T10:00:00Z'), to: at('2024-03-06T10:00:00Z'), side, mode },
];
const sell = { units: '-100' };
const GUARANTEED = { guaranteedStopLossOrderMode: 'ALLOWED' } as const;
/** An on-fill order whose client id is taken between the order and its fill. */
const idTaken = (field: string, details: object): Case => ({
  account: GUARANTEED,
  run: sim => {
    limit(sim, { price: '1.07000', clientExtensions: { id: 'mine' } });
    fillLater(sim, { [field]: { ...details, clientExtensions: { id: 'mine' } } });
  },
});
/** An on-fill order that expires before its trade is opened. */
const expired = (field: string, details: object): Case => ({
  account: GUARANTEED,
  run: sim =>
    fillLater(sim, {
      [field]: { ...details, timeInForce: 'GTD', gtdTime: '2024-03-05T10:30:00Z' },
    }),
});

/** What an on-fill order of a row that may wait gives: a price on its side, or a distance. */
const waiting = ({ price, trigger }: DependentOrder) =>
  price === 'none' ? { distance: '0.01' } : { price: trigger === 'limit' ? '1.09' : '1.07' };

/** The reasons that each row of the table has when its order on fill is judged at the fill. */
type ReasonOfType =
  | `${DependentOrderType}_ON_FILL_${'CLIENT_ORDER_ID_ALREADY_EXISTS' | 'GTD_TIMESTAMP_IN_PAST'}`
  | `${DependentTypesPriced<'required' | 'orDistance'>}_ON_FILL_LOSS`
  | `${DependentTypesPriced<'orDistance'>}_ON_FILL_PRICE_DISTANCE_MAXIMUM_EXCEEDED`;

const CASES_OF_TYPES = Object.assign({}, ...DEPENDENT_ORDER_LIST.map(casesOfType)) as Readonly<
  Record<ReasonOfType, Case>
>;

function casesOfType(row: DependentOrder): Readonly<Record<string, Case>> {
  const { onFillField, onFillPrefix } = row;
  const given = (details: object, extra: Partial<Case> = {}): Case => ({
    account: GUARANTEED,
    run: sim => market(sim, { [onFillField]: details }),
    ...extra,
  });
  return present({
    [`${onFillPrefix}_CLIENT_ORDER_ID_ALREADY_EXISTS`]: idTaken(onFillField, waiting(row)),
    [`${onFillPrefix}_GTD_TIMESTAMP_IN_PAST`]: expired(onFillField, waiting(row)),
    [`${onFillPrefix}_LOSS`]:
      row.price === 'none'
        ? undefined
        : given({ price: '1.08500' }, { spread: ['1.08500', '1.08500'] }),
    [`${onFillPrefix}_PRICE_DISTANCE_MAXIMUM_EXCEEDED`]:
      row.price === 'orDistance' ? given({ distance: '2' }) : undefined,
  });
}

/** One case for every reason that the simulator can give: the compiler lists what is missing. */
const CASES: Readonly<Record<OrderCancelReason, Case>> = {
  ...CASES_OF_TYPES,
  CLIENT_REQUEST: {
    run: sim => {
      limit(sim);
      sim.send({ type: 'CancelOrder', orderSpecifier: '4' });
    },
  },
  CLIENT_REQUEST_REPLACED: {
    run: sim => {
      limit(sim);
      const order = { type: 'LIMIT', instrument: 'EUR_USD', units: '1', price: '1.07' } as const;
      sim.send({ type: 'ReplaceOrder', orderSpecifier: '4', order });
    },
  },
  LINKED_TRADE_CLOSED: {
    run: sim => {
      market(sim, { takeProfitOnFill: { price: '1.09' } });
      sim.send({ type: 'CloseTrade', tradeSpecifier: '5' });
    },
  },
  TIME_IN_FORCE_EXPIRED: { run: sim => limit(sim, { timeInForce: 'FOK' }) },
  MARKET_HALTED: {
    run: sim => {
      sim.waitUntil('2024-03-09T12:00:00Z');
      market(sim);
    },
  },
  INSUFFICIENT_MARGIN: { run: sim => market(sim, { units: '1000000' }) },
  INSUFFICIENT_LIQUIDITY: { volume: 50, run: sim => market(sim) },
  BOUNDS_VIOLATION: { run: sim => market(sim, { priceBound: '1.08519' }) },
  FIFO_VIOLATION: {
    run: sim => {
      market(sim);
      market(sim, { ...sell, positionFill: 'OPEN_ONLY' });
    },
  },
  FIFO_VIOLATION_SAFEGUARD_VIOLATION: {
    account: { fifo: true },
    run: sim => {
      market(sim);
      market(sim, { stopLossOnFill: { price: '1.08' } });
    },
  },
  FIFO_VIOLATION_SAFEGUARD_PARTIAL_CLOSE_VIOLATION: {
    account: { fifo: true },
    run: sim => {
      market(sim, { units: '300', stopLossOnFill: { price: '1.07' } });
      market(sim);
      sim.send({ type: 'CloseTrade', tradeSpecifier: '5', units: '200' });
    },
  },
  POSITION_SIZE_EXCEEDED: { instrument: { maximumPositionSize: '99' }, run: sim => market(sim) },
  ACCOUNT_POSITION_VALUE_LIMIT_EXCEEDED: {
    account: { maximumPositionValue: '100' },
    run: sim => market(sim),
  },
  OPEN_TRADES_ALLOWED_EXCEEDED: { account: { maximumOpenTrades: 0 }, run: sim => market(sim) },
  PENDING_ORDERS_ALLOWED_EXCEEDED: {
    account: { maximumPendingOrders: 0 },
    run: sim => market(sim, { takeProfitOnFill: { price: '1.09' } }),
  },
  POSITION_CLOSEOUT_FAILED: { run: sim => market(sim, { positionFill: 'REDUCE_ONLY' }) },
  CLIENT_TRADE_ID_ALREADY_EXISTS: {
    run: sim => {
      limit(sim, { tradeClientExtensions: { id: 'mine' } });
      market(sim, { tradeClientExtensions: { id: 'mine' } });
      sim.quote('EUR_USD', '1.07980', '1.07995');
    },
  },
  LOSING_TAKE_PROFIT: { run: sim => market(sim, { takeProfitOnFill: { price: '1.08519' } }) },
  GUARANTEED_STOP_LOSS_ON_FILL_REQUIRED: {
    account: { guaranteedStopLossOrderMode: 'REQUIRED' },
    run: sim => market(sim),
  },
  GUARANTEED_STOP_LOSS_ON_FILL_TIME_IN_FORCE_INVALID: {
    account: { guaranteedStopLossOrderMode: 'REQUIRED' },
    run: sim => market(sim, { guaranteedStopLossOnFill: { price: '1.07', timeInForce: 'GFD' } }),
  },
  GUARANTEED_STOP_LOSS_ON_FILL_NOT_ALLOWED: {
    run: sim => market(sim, { guaranteedStopLossOnFill: { price: '1.07' } }),
  },
  GUARANTEED_STOP_LOSS_ON_FILL_MINIMUM_DISTANCE_NOT_MET: {
    account: GUARANTEED,
    run: sim => market(sim, { guaranteedStopLossOnFill: { price: '1.08450' } }),
  },
  GUARANTEED_STOP_LOSS_ON_FILL_LEVEL_RESTRICTION_VOLUME_EXCEEDED: {
    account: GUARANTEED,
    instrument: {
      guaranteedStopLossOrderLevelRestriction: { volume: '99', priceRange: '0.0025' },
    },
    run: sim => market(sim, { guaranteedStopLossOnFill: { price: '1.07' } }),
  },
  GUARANTEED_STOP_LOSS_ON_FILL_HEDGING_NOT_ALLOWED: {
    account: { ...GUARANTEED, hedging: true },
    run: sim => {
      market(sim);
      market(sim, { ...sell, guaranteedStopLossOnFill: { price: '1.1' } });
    },
  },
  GUARANTEED_STOP_LOSS_ON_FILL_BID_HALTED: {
    account: GUARANTEED,
    halts: halt('BID', 'HALTED'),
    run: sim => market(sim, { guaranteedStopLossOnFill: { price: '1.07' } }),
  },
  GUARANTEED_STOP_LOSS_ON_FILL_ASK_HALTED: {
    account: GUARANTEED,
    halts: halt('ASK', 'HALTED'),
    run: sim => market(sim, { ...sell, guaranteedStopLossOnFill: { price: '1.1' } }),
  },
  HEDGING_GSLO_VIOLATION: {
    account: { ...GUARANTEED, hedging: true },
    run: sim => {
      market(sim, { guaranteedStopLossOnFill: { price: '1.07' } });
      market(sim, sell);
    },
  },
  INSTRUMENT_BID_REDUCE_ONLY: {
    halts: halt('BID', 'REDUCE_ONLY'),
    run: sim => market(sim, sell),
  },
  INSTRUMENT_ASK_REDUCE_ONLY: { halts: halt('ASK', 'REDUCE_ONLY'), run: sim => market(sim) },
  INSTRUMENT_BID_HALTED: { halts: halt('BID', 'HALTED'), run: sim => market(sim, sell) },
  INSTRUMENT_ASK_HALTED: { halts: halt('ASK', 'HALTED'), run: sim => market(sim) },
  ACCOUNT_LOCKED: {
    account: { locks: ['ACCOUNT_LOCKED'] },
    run: sim => {
      // A locked account takes no orders: only one that rested before the lock can meet it.
      restThenLock(sim);
    },
  },
  ACCOUNT_NEW_POSITIONS_LOCKED: locked('NEW_POSITIONS_LOCKED'),
  ACCOUNT_ORDER_FILL_LOCKED: locked('ORDER_FILL_LOCKED'),
};

/** Locks are part of an account's set-up; this one is turned on between an order and its fill. */
function restThenLock(sim: Sim): void {
  const { config } = sim.engine.account(account().id).state;
  const locks = config.locks as string[];
  locks.length = 0;
  limit(sim);
  locks.push('ACCOUNT_LOCKED');
  sim.quote('EUR_USD', '1.07980', '1.07995');
}

it('gives a halt that lets reduce only before a refusal of netting (decision 0007)', () => {
  const later = [{ ...halt('BID', 'REDUCE_ONLY')[0]!, from: at('2024-03-05T10:00:10Z') }];
  const sim = new Sim({ halts: later });
  sim.quote('EUR_USD', '1.08505', '1.08520');
  market(sim);
  sim.waitUntil('2024-03-05T10:00:20Z');
  expect(market(sim, { ...sell, positionFill: 'OPEN_ONLY' })[1]).toMatchObject({
    reason: 'INSTRUMENT_BID_REDUCE_ONLY',
  });
});

/** A number that an explanation names and does not have. */
const HOLE = /\bnone\b|[{}]/;

describe('cancel reasons', () => {
  it.each(Object.entries(CASES))('gives %s', (reason, test) => {
    const sim = new Sim({
      instruments: [guaranteedPair('EUR_USD', test.instrument)],
      accounts: [account(test.account)],
      ...(test.halts === undefined ? {} : { halts: test.halts }),
    });
    const [bid, ask] = test.spread ?? ['1.08505', '1.08520'];
    sim.quote('EUR_USD', bid, ask, {
      seconds: 0,
      ...(test.volume === undefined ? {} : { volume: test.volume }),
    });
    test.run(sim);
    const cancels = sim.engine.ledger.slice().filter(each => each.type === 'ORDER_CANCEL');
    expect(cancels.map(each => each.reason)).toContain(reason);
    expect(sim.faults()).toEqual([]);
    for (const said of explainedReason(sim, reason)) {
      expect([said.reason, said.rule]).toEqual([reason, expect.any(String)]);
      expect(`${said.sentence} ${said.needed?.sentence}`).not.toMatch(HOLE);
    }
  });

  it('are those that are documented as given, and none is documented twice', () => {
    const text = readFileSync(join(ROOT, 'docs', 'reference', 'reasons.md'), 'utf8');
    const [given = [], never = []] = text
      .split('\n## Cancel reasons ')
      .slice(1)
      .map(section => [...section.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name));
    expect(given.sort()).toEqual(Object.keys(CASES).sort());
    expect(text).toContain(`Cancel reasons given (${given.length})`);
    expect(new Set([...given, ...never]).size).toBe(given.length + never.length);
  });

  it('never come from a command that was malformed', () => {
    const sim = new Sim();
    sim.quote('EUR_USD', '1.08505', '1.08520', { seconds: 0 });
    const bad = { type: 'CreateOrder', order: { type: 'MARKET', instrument: 'QQQ_ZZZ' } };
    const outcome = sim.send(bad as unknown as Command);
    expect(outcome.badParameter).toBe('order.instrument');
    expect(outcome.transactions).toEqual([]);
  });
});
