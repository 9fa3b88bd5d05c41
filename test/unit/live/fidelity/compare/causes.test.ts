import { describe, expect, it } from 'vitest';
import { IDEAL_EXECUTION } from '../../../../../src/core/engine/state/execution-model.js';
import {
  type CaptureComparison,
  compareSession,
} from '../../../../../src/live/fidelity/compare/compare.js';
import { OWN, sandboxScenario } from '../../../../support/api/sandbox-scenario.js';
import {
  captured,
  hostScenario,
  type Program,
} from '../../../../support/fidelity/recorded-host.js';
import { account } from '../../../../support/market/fixtures.js';

/** The fields that differ, with their causes. */
function told({ differences }: CaptureComparison): string[] {
  return differences.map(({ type, field, cause }) => `${type} ${field}: ${cause}`);
}

/** A price that rises by a pip a second. */
const rising = { path: (second: number) => second * 10 };

describe('a session compared with its replica', () => {
  it('differs in nothing when the host is well', async () => {
    const capture = await captured(hostScenario({}, rising), async program => {
      const { ask, order, advance, stream, seen } = program;
      await advance({ by: '1s' });
      await stream();
      await advance({ by: '9s' });
      await seen('2024-03-05T10:00:10');
      await order('1000', { takeProfitOnFill: { price: '1.10300' } });
      await order('-300', { positionFill: 'REDUCE_ONLY' });
      await ask('POST', '/orders', {
        order: { type: 'LIMIT', instrument: 'EUR_USD', units: '-2000', price: '1.10150' },
      });
      await ask('POST', '/orders', {
        order: { type: 'STOP', instrument: 'EUR_USD', units: '700', price: '1.10600' },
      });
      await advance({ by: '40s' });
      await seen('2024-03-05T10:00:50');
      await ask('PUT', '/positions/EUR_USD/close', { shortUnits: 'ALL' });
      await order('0');
      await ask('PUT', '/orders/999/cancel');
    });
    const comparison = compareSession(capture);
    expect(comparison.differences).toEqual([]);
    expect(comparison.commands).toBe(7);
    expect(comparison.fills.matched).toBe(comparison.fills.recorded);
    expect(comparison.fills.recorded).toBeGreaterThan(3);
    expect(comparison.pl.replica).toBe(comparison.pl.recorded);
    expect(comparison.pips).toEqual({ mean: 0, worst: 0 });
  });

  it('begins with the trades and orders that were open before', async () => {
    let trade = '';
    let resting = '';
    const before = async ({ ask, order, advance }: Program) => {
      await advance({ by: '5s' });
      const bought = await order('1000', { stopLossOnFill: { price: '1.09000' } });
      const { tradeOpened } = bought['orderFillTransaction'] as {
        tradeOpened: { tradeID: string };
      };
      trade = tradeOpened.tradeID;
      const limit = { type: 'LIMIT', instrument: 'EUR_USD', units: '50', price: '1.05' };
      const waiting = await ask('POST', '/orders', { order: limit });
      resting = (waiting['orderCreateTransaction'] as { id: string }).id;
    };
    const session = async ({ ask, advance, look }: Program) => {
      await advance({ by: '5s' });
      await look();
      await ask('PUT', `/orders/${resting}/cancel`);
      await ask('PUT', `/trades/${trade}/close`, { units: '400' });
      await ask('PUT', `/trades/${trade}/close`);
    };
    const { differences, commands, fills, unseen } = compareSession(
      await captured(hostScenario({}, rising), session, before),
    );
    expect(differences).toEqual([]);
    expect({ commands, fills, unseen }).toEqual({
      commands: 3,
      fills: { recorded: 2, matched: 2 },
      unseen: 0,
    });
  });
});

describe('a session on an account of another currency', () => {
  it.each(['0', '0.005'])('converts as the fills show, with a mark-up of %s', async markup => {
    const yen = account({ id: OWN, currency: 'JPY', balance: '1000000', conversionMarkup: markup });
    const trading = async ({ ask, order, advance, look }: Program) => {
      await advance({ by: '5s' });
      await look();
      await order('1000');
      await advance({ by: '5s' });
      await look();
      await ask('PUT', '/positions/EUR_USD/close', { longUnits: 'ALL' });
    };
    const market = [...hostScenario({}, rising).market, ...sandboxScenario().market.slice(1, 2)];
    const comparison = compareSession(
      await captured(hostScenario({ accounts: [yen], market }), trading),
    );
    expect(told(comparison)).toEqual([]);
    expect(comparison.pl.recorded).not.toBe('0.0000');
  });
});

/** The causes of a session on a host that `prepare` has made unwell. */
async function causes(
  host: Parameters<typeof hostScenario>,
  program: (program: Program) => Promise<void>,
): Promise<CaptureComparison> {
  return compareSession(await captured(hostScenario(...host), program));
}

describe('the cause of a difference', () => {
  it('is latency when the host acts on a later quote that was seen', async () => {
    const latency = { minMicros: 5_000_000, maxMicros: 5_000_000 };
    const comparison = await causes(
      [{ execution: { ...IDEAL_EXECUTION, latency } }, rising],
      async ({ order, advance, stream, seen }) => {
        await advance({ by: '1s' });
        await stream();
        await advance({ by: '9s' });
        await seen('2024-03-05T10:00:10');
        const answer = order('1000');
        // The order waits at the host until its clock is turned: turn it until it is answered.
        const done = answer.then(() => true);
        for (let isDone = false; !isDone; ) {
          await advance({ by: '1s' });
          isDone = await Promise.race([done, new Promise<false>(r => setTimeout(r, 20, false))]);
        }
        await advance({ by: '1s' });
        await seen('2024-03-05T10:00:15');
      },
    );
    expect(told(comparison)).toEqual(['ORDER_FILL price: latency']);
    expect(comparison.pips.worst).toBeGreaterThanOrEqual(5);
  });

  it('is the spread when it widened at the same mid, unseen', async () => {
    const comparison = await causes([], async ({ order, advance, look, fault }) => {
      await advance({ by: '10s' });
      await look();
      await fault({ market: { instrument: 'EUR_USD', spread: 20 } });
      await advance({ by: '5s' });
      await order('1000');
    });
    expect(told(comparison)).toEqual(['ORDER_FILL price: spread']);
    expect(comparison.pips.worst).toBe(2);
    expect(comparison.differences[0]?.because).toBe('0.0005 at the host, 0.0001 seen');
  });

  it('is lost lines when quotes were lost', async () => {
    const lossy = async ({ order, advance, look, stream, fault }: Program) => {
      await advance({ by: '10s' });
      await look();
      await fault({ operation: 'streamPricing', stream: { silent: true, afterLines: 1 } });
      await stream();
      await advance({ by: '7s' });
      await order('1000');
    };
    const comparison = await causes([{}, rising], lossy);
    expect(told(comparison)).toEqual(['ORDER_FILL price: lost lines']);
    expect(comparison.differences[0]?.because).toBe('7000 ms after the last quote that was seen');
  });

  it('is slippage when the fill is off the book that it shows', async () => {
    const slippage = { minPoints: 3, maxPoints: 3 };
    const comparison = await causes(
      [{ execution: { ...IDEAL_EXECUTION, slippage } }],
      async ({ order, advance, look }) => {
        await advance({ by: '10s' });
        await look();
        await order('1000');
      },
    );
    expect(told(comparison)).toEqual(['ORDER_FILL price: slippage']);
    expect(comparison.pips).toEqual({ mean: 0.3, worst: 0.3 });
  });

  it('is depth when the book had become too thin for the order', async () => {
    const comparison = await causes([], async ({ order, advance, look, fault }) => {
      await advance({ by: '10s' });
      await look();
      await fault({ market: { instrument: 'EUR_USD', liquidity: 100 } });
      await advance({ by: '5s' });
      await order('1000');
    });
    expect(told(comparison)).toContain('ORDER_CANCEL missing: depth');
  });

  it('is a rule when the host cancels what this broker fills', async () => {
    const comparison = await causes(
      [{ accounts: [account({ id: OWN, maximumPositionValue: '500' })] }],
      async ({ order, advance, look }) => {
        await advance({ by: '10s' });
        await look();
        await order('1000');
      },
    );
    expect(told(comparison)).toEqual([
      'ORDER_CANCEL missing: rule',
      'ORDER_FILL extra: earlier difference',
    ]);
  });

  it('is a rule when the host refuses what this broker takes', async () => {
    const comparison = await causes([], async ({ order, advance, look, fault }) => {
      await advance({ by: '10s' });
      await look();
      await fault({ operation: 'createOrder', reject: 'INSTRUMENT_PRICE_UNKNOWN' });
      await order('1000');
    });
    expect(told(comparison)[0]).toBe('MARKET_ORDER_REJECT missing: rule');
  });

  it('is an earlier difference when a profit follows from another price', async () => {
    const comparison = await causes([], async ({ ask, order, advance, look, fault }) => {
      await advance({ by: '10s' });
      await look();
      await fault({ market: { instrument: 'EUR_USD', spread: 20 }, to: '2024-03-05T10:00:16Z' });
      await advance({ by: '5s' });
      await order('1000');
      await advance({ by: '10s' });
      await look();
      await ask('PUT', '/positions/EUR_USD/close', { longUnits: 'ALL' });
    });
    expect(told(comparison)).toEqual([
      'ORDER_FILL price: spread',
      'ORDER_FILL pl: earlier difference',
    ]);
    expect(comparison.pl).toEqual({ recorded: '-0.3000', replica: '-0.1000' });
  });
});
