import { describe, expect, it } from 'vitest';
import { futuresOf } from '../support/random/oracle-futures.js';

/** Markets; by day a few. Each has three futures. */
const MARKETS = Number(process.env['ORRERY_RUNS'] ?? 12);
const FIRST = Number(process.env['ORRERY_SEED'] ?? 1);

/** What faults have to cause somewhere, by lines of ledgers. */
const CAUSED: readonly RegExp[] = [
  /"rejectReason":"(INTERNAL_SERVER_ERROR|ACCOUNT_ORDER_CREATION_LOCKED)"/,
  /"reason":"(MARKET|INSTRUMENT_(BID|ASK))_HALTED"/,
  /"reason":"INSUFFICIENT_LIQUIDITY"/,
];

describe(`markets with faults, forks and rewinds, ${MARKETS} from seed ${FIRST}`, () => {
  const caused = new Set<RegExp>();
  let others = 0;

  it('have in each future the ledger of the oracle, to the last byte', () => {
    for (let seed = FIRST; seed < FIRST + MARKETS; seed++) {
      const ledgers = new Set<string>();
      for (const { name, ours, theirs } of futuresOf(seed)) {
        const at = ours.findIndex((line, index) => line !== theirs[index]);
        const end = at < 0 ? ours.length : at;
        expect(ours[end], `seed ${seed}, ${name}, line ${end}`).toBe(theirs[end]);
        const ledger = ours.join('\n');
        ledgers.add(ledger);
        for (const pattern of CAUSED) if (pattern.test(ledger)) caused.add(pattern);
      }
      others += ledgers.size - 1;
    }
  });

  it('differ from future to future, and show the faults', () => {
    expect(others).toBeGreaterThan(MARKETS);
    expect([...caused]).toHaveLength(CAUSED.length);
  });
});
