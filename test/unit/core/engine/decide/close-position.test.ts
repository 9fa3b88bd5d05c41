import { beforeEach, describe, expect, it } from 'vitest';
import type { Command } from '../../../../../src/core/engine/state/command.js';
import type { AccountConfig } from '../../../../../src/core/ledger/account-config.js';
import { account } from '../../../../support/market/fixtures.js';
import { Sim } from '../../../../support/market/sim.js';

/** What both rejects of a recorded position close say, beside their heads. */
const REJECT = {
  type: 'MARKET_ORDER_REJECT',
  instrument: 'EUR_USD',
  timeInForce: 'FOK',
  positionFill: 'REDUCE_ONLY',
  reason: 'POSITION_CLOSEOUT',
};
const closeout = (units: string) => ({ instrument: 'EUR_USD', units });

describe('a position close that is refused', () => {
  let sim: Sim;
  const start = (overrides: Partial<AccountConfig> = {}) => {
    sim = new Sim({ accounts: [account(overrides)] });
    sim.quote('EUR_USD', '1.08505', '1.08520');
  };
  const open = (units: string) =>
    sim.order({ type: 'MARKET', instrument: 'EUR_USD', units, positionFill: 'OPEN_ONLY' });
  const close = (fields: object = {}) => {
    const command = { type: 'ClosePosition', instrument: 'EUR_USD', ...fields } as Command;
    return sim.send(command).transactions.map(transaction => {
      const { id, accountID, userID, batchID, requestID, time, ...body } = transaction;
      return body;
    });
  };
  beforeEach(() => start());

  it('says of the side that could close how many units it would have, as recorded', () => {
    open('100');
    expect(close({ longUnits: 'ALL', shortUnits: 'ALL' })).toEqual([
      {
        ...REJECT,
        units: '-100',
        longPositionCloseout: closeout('ALL'),
        rejectReason: 'CLOSEOUT_POSITION_REJECT',
      },
      {
        ...REJECT,
        shortPositionCloseout: closeout('ALL'),
        rejectReason: 'CLOSEOUT_POSITION_DOESNT_EXIST',
      },
    ]);
  });

  it('signs the units as the order would, with the part that was asked for', () => {
    open('-100');
    const [, short] = close({ longUnits: 'ALL', shortUnits: '40.0' });
    expect(short).toEqual({
      ...REJECT,
      units: '40',
      shortPositionCloseout: closeout('40.0'),
      rejectReason: 'CLOSEOUT_POSITION_REJECT',
    });
  });

  it('writes the units after the instrument, as everywhere', () => {
    open('100');
    expect(Object.keys(close({ shortUnits: '1' })[0] ?? {}).slice(0, 4)).toEqual([
      'type',
      'instrument',
      'units',
      'timeInForce',
    ]);
  });

  it('says no units of a side that is itself at fault', () => {
    start({ hedging: true });
    open('100');
    open('-100');
    const [long, short] = close({ longUnits: '500' });
    expect(long).toMatchObject({ rejectReason: 'CLOSEOUT_POSITION_UNITS_EXCEED_POSITION_SIZE' });
    expect(long).not.toHaveProperty('units');
    expect(short).toMatchObject({ rejectReason: 'CLOSEOUT_POSITION_REJECT', units: '100' });
  });

  it('refuses a client id that is too long, or that a pending order has', () => {
    open('100');
    const id = 'x'.repeat(129);
    const clientExtensions = { id: 'mine' };
    sim.order({
      type: 'LIMIT',
      instrument: 'EUR_USD',
      units: '1',
      price: '1.08',
      clientExtensions,
    });
    expect(close({ longClientExtensions: { id } })).toMatchObject([
      { clientExtensions: { id }, rejectReason: 'CLIENT_ORDER_ID_INVALID' },
    ]);
    expect(close({ longClientExtensions: clientExtensions })).toMatchObject([
      { clientExtensions, rejectReason: 'CLIENT_ORDER_ID_ALREADY_EXISTS' },
    ]);
  });
});
