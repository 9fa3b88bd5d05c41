import { describe, expect, it } from 'vitest';
import { decimal } from '../../../../src/core/base/decimal.js';
import type {
  AccountState,
  OrderRecord,
  TradeRecord,
} from '../../../../src/core/ledger/account.js';
import { audit } from '../../../../src/core/ledger/audit.js';
import type { Transaction } from '../../../../src/core/ledger/transaction.js';
import { account } from '../../../support/market/fixtures.js';
import { Sim } from '../../../support/market/sim.js';

/** The account of a market, and a copy of its ledger, for tests to break. */
interface Books {
  readonly state: AccountState;
  readonly ledger: Transaction[];
}

/** Trade 5, long, reduced by fill 8; its stop, order 6; a limit with a client id, order 9. */
function books(): Books & { readonly sim: Sim } {
  const sim = new Sim();
  const order = (fields: object) => sim.order({ instrument: 'EUR_USD', ...fields });
  sim.quote('EUR_USD', '1.08500', '1.08510');
  order({ type: 'MARKET', units: '100', stopLossOnFill: { price: '1.08000' } });
  order({ type: 'MARKET', units: '-40' });
  order({ type: 'LIMIT', units: '5', price: '1.07000', clientExtensions: { id: 'mine' } });
  const { state, log } = sim.engine.account(account().id);
  return { sim, state, ledger: log.since(0).map(each => ({ ...each })) };
}

/** Writes fields into the transaction of an id. */
function rewrite({ ledger }: Books, id: number, fields: object): void {
  ledger[id - 1] = { ...(ledger[id - 1] as Transaction), ...fields } as Transaction;
}

/** Has the fill that opened trade 5 say that it opened another. */
function openAs(books: Books, tradeID: string): void {
  const { tradeOpened } = books.ledger[4] as { readonly tradeOpened?: object };
  rewrite(books, 5, { tradeOpened: { ...tradeOpened, tradeID } });
}

const shortOf = ({ state }: Books) =>
  state.positions.get('EUR_USD')?.short.tradeIDs as unknown as number[];
const tradeOf = ({ state }: Books) => state.openTrades.get(5) as TradeRecord;
const stopOf = ({ state }: Books) => state.pendingOrders.get(6) as OrderRecord;

/** What the auditor says, by what is broken. */
const CASES: Readonly<Record<string, (books: Books) => unknown>> = {
  'I1: time goes back at 9': broken => rewrite(broken, 9, { time: '2024-03-05T09:00:00.0Z' }),
  'I3: batch of 9': broken => rewrite(broken, 9, { batchID: '3' }),
  'I4: balance 1': ({ state }) => Object.assign(state, { balance: decimal('1') }),
  'I10: trade 5 is empty': broken => Object.assign(tradeOf(broken), { currentUnits: decimal('0') }),
  'I10: EUR_USD long': broken => Object.assign(tradeOf(broken), { currentUnits: decimal('-60') }),
  'I10: EUR_USD short': broken => shortOf(broken).push(5),
  'I10: EUR_USD is hedged in an account that nets': broken => shortOf(broken).push(5),
  'I11: units of fill 8': broken => rewrite(broken, 8, { units: '-41' }),
  'I11: units of trade 5': broken => Object.assign(tradeOf(broken), { initialUnits: decimal('9') }),
  'I11: realizedPL of trade 5': broken =>
    Object.assign(tradeOf(broken), { realizedPL: decimal('7') }),
  'I12: state of trade 5': broken => Object.assign(tradeOf(broken), { state: 'CLOSED' }),
  'I12: open trades are not all in positions': ({ state }) => state.positions.clear(),
  'I13: trade of fill 5': broken => openAs(broken, '7'),
  'I13: trade 5 has no opening fill': broken => openAs(broken, '7'),
  'I14: order 9 ended 0 times': ({ state }) => state.pendingOrders.delete(9),
  'I14: state of order 6': broken => Object.assign(stopOf(broken), { state: 'FILLED' }),
  'I15: order 6 belongs to no open trade': ({ state }) => state.openTrades.delete(5),
  'I15: trade 5 does not know order 6': broken =>
    Object.assign(tradeOf(broken), { stopLossOrderID: undefined }),
  'I24: fold(ledger) is not the state': ({ state }) => Object.assign(state, { alias: 'Other' }),
  'I27: client order ids': ({ state }) => state.clientOrderIDs.clear(),
};

it('finds nothing in an account that is right', () => {
  const { sim } = books();
  expect(sim.faults()).toEqual([]);
});

it.each(Object.entries(CASES))('says what is broken: %s', (fault, breaks) => {
  const broken = books();
  breaks(broken);
  expect(audit(broken.state, broken.ledger)).toContain(fault);
});

it('refuses a ledger that does not fold', () => {
  const broken = books();
  rewrite(broken, 8, { accountBalance: '1.0000' });
  expect(() => audit(broken.state, broken.ledger)).toThrow('a stated balance is the sum');
  const skipping = books();
  rewrite(skipping, 9, { id: '10' });
  expect(() => audit(skipping.state, skipping.ledger)).toThrow('are applied in id order');
});

describe('the rest of an order that the depth filled in part', () => {
  /** A fill of 1,000 of 2,500 units, and the orders of what it left. */
  function reissued(order: object = {}): Books & { readonly fill: number } {
    const sim = new Sim();
    const touch = { type: 'MARKET_IF_TOUCHED', instrument: 'EUR_USD', price: '1.08490' };
    sim.quote('EUR_USD', '1.08500', '1.08510', { volume: 1000 });
    sim.order({ type: 'MARKET', instrument: 'EUR_USD', units: '-500' });
    sim.order({ ...touch, units: '2500', ...order });
    sim.quote('EUR_USD', '1.08480', '1.08490', { volume: 1000 });
    const { state, log } = sim.engine.account(account().id);
    const ledger = log.since(0).map(each => ({ ...each }));
    expect(audit(state, ledger)).toEqual([]);
    return { state, ledger, fill: ledger.findLastIndex(({ type }) => type === 'ORDER_FILL') };
  }
  const faultsOf = ({ state, ledger, fill }: ReturnType<typeof reissued>) =>
    audit(state, ledger).filter(fault => fault === `I28: the rest of fill ${fill + 1}`);

  it('is reissued once, for all that is left', () => {
    const wrong = reissued();
    rewrite(wrong, wrong.fill + 2, { units: '1400' });
    expect(faultsOf(wrong)).toHaveLength(1);
    const missing = reissued();
    rewrite(missing, missing.fill + 2, { type: 'LIMIT_ORDER' });
    expect(faultsOf(missing)).toHaveLength(1);
    const twice = reissued();
    const again = twice.ledger[twice.fill + 1] as Transaction;
    twice.ledger.push({ ...again, id: String(twice.fill + 3) } as Transaction);
    expect(faultsOf(twice)).toHaveLength(1);
  });

  it('may be dropped by REDUCE_ONLY alone', () => {
    const dropped = reissued({ units: '900', positionFill: 'REDUCE_ONLY' });
    expect(dropped.ledger).toHaveLength(dropped.fill + 1);
    const order = dropped.state.orders.get(Number(dropped.ledger[dropped.fill - 1]?.id));
    Object.assign(order as object, { creation: { ...order?.creation, positionFill: 'DEFAULT' } });
    expect(faultsOf(dropped)).toHaveLength(1);
  });
});
