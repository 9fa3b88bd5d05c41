import { describe, expect, it } from 'vitest';
import { randomRun as oracleRun } from '../oracle/random/guided-run.js';
import { compare, inputOf, type Ledgers, runOf } from '../support/random/compare-oracle.js';
import { randomRun } from '../support/random/sparse-run.js';

const RUNS = Number(process.env['ORRERY_RUNS'] ?? 16);
const FIRST = Number(process.env['ORRERY_SEED'] ?? 1);

/** Rules that the runs have to reach, and lines that show it. */
const RARE: Readonly<Record<string, RegExp>> = {
  'a part of a MARKET_IF_TOUCHED order':
    /"units":"(-?\d+)","requestedUnits":"(?!\1").*"reason":"MARKET_IF_T/,
  'a reissue, which no client asked for':
    /"batchID":"\d+","time".*"type":"MARKET_IF_TOUCHED_ORDER"/,
  'a reissue that is refused': /"rejectReason":"INVALID_REISSUE_IMMEDIATE_PARTIAL_FILL"/,
  'a close of a position': /"reason":"MARKET_ORDER_POSITION_CLOSEOUT"/,
  'a close of a side that is not open': /"rejectReason":"CLOSEOUT_POSITION_REJECT"/,
  'a limit that another side triggers':
    /"type":"LIMIT_ORDER",.*"triggerCondition":"(BID|ASK|MID|INVERSE)"/,
  'a limit that reduces': /"type":"LIMIT_ORDER",.*"positionFill":"REDUCE_ONLY"/,
  'an order of a trade beyond the maximum':
    /"type":"(TAKE_PROFIT|STOP_LOSS)_ORDER_REJECT",.*"rejectReason":"PENDING_ORDERS_ALLOWED/,
  'a lack of margin': /"reason":"INSUFFICIENT_MARGIN"/,
  'a lack of depth': /"reason":"INSUFFICIENT_LIQUIDITY"/,
  financing: /"type":"DAILY_FINANCING"/,
  'a dividend': /"type":"DIVIDEND_ADJUSTMENT"/,
  'financing of a value': /"quoteFinancing":/,
};

/** What the runs over bars have to reach. */
const RARE_ON_LEGS: Readonly<Record<string, RegExp>> = {
  'a limit': /"reason":"LIMIT_ORDER"/,
  'a take profit': /"reason":"TAKE_PROFIT_ORDER"/,
  'a trailing stop': /"reason":"TRAILING_STOP_LOSS_ORDER"/,
  'an order that was touched': /"reason":"MARKET_IF_TOUCHED_ORDER"/,
  'a margin closeout': /"reason":"MARKET_ORDER_MARGIN_CLOSEOUT"/,
};

/** Compares the ledgers of the runs. @returns how often each rare rule came up. */
function compareAll(
  { runs, first = FIRST }: { readonly runs: number; readonly first?: number },
  ledgersOf: (seed: number) => Ledgers,
  rules: Readonly<Record<string, RegExp>> = RARE,
): ReadonlyMap<string, number> {
  const reached = new Map(Object.keys(rules).map(rule => [rule, 0]));
  for (let seed = first; seed < first + runs; seed++) {
    const { ours, theirs } = ledgersOf(seed);
    const at = ours.findIndex((line, index) => line !== theirs[index]);
    const end = at < 0 ? ours.length : at;
    expect(ours[end], `seed ${seed}, line ${end}`).toBe(theirs[end]);
    for (const [rule, pattern] of Object.entries(rules)) {
      const count = theirs.filter(line => pattern.test(line)).length;
      reached.set(rule, (reached.get(rule) ?? 0) + count);
    }
  }
  return reached;
}

function expectAllReached(reached: ReadonlyMap<string, number>): void {
  for (const [rule, count] of reached) expect(count, rule).toBeGreaterThan(0);
}

describe(`the engine against the oracle, ${RUNS} runs from seed ${FIRST}`, () => {
  it('every transaction is the same, to the last byte', () => {
    const reached = compareAll({ runs: RUNS }, seed => {
      const run = randomRun(seed);
      return compare(run, inputOf(run));
    });
    // Fewer runs prove the rest only; the guided runs below always reach every rule.
    if (RUNS >= 200) expectAllReached(reached);
  });

  it('so it is when commands name what is open and orders take all that the margin carries', () => {
    // These runs are longer, and the oracle goes through them twice. Ten from this seed reach every rule.
    const runs = { runs: Math.max(10, Math.ceil(RUNS / 3)), first: FIRST + 7 };
    const reached = compareAll(runs, seed => {
      const input = oracleRun(seed);
      return compare(runOf(input), input);
    });
    expectAllReached(reached);
  });

  it('so it is along the legs of bars, which the oracle walks point by point', () => {
    const ledgersOf = (seed: number) => {
      const input = oracleRun(seed, 'legs');
      return compare(runOf(input), input);
    };
    // Three runs from this seed reach every rule, which the first three do not.
    const runs = { runs: Math.max(3, Math.ceil(RUNS / 25)), first: FIRST + 7 };
    expectAllReached(compareAll(runs, ledgersOf, RARE_ON_LEGS));
  });
});
