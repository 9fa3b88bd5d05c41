import { describe, expect, it } from 'vitest';
import { runOracle } from '../oracle/oracle.js';
import { randomRun } from '../support/random-run.js';
import { play, startRun } from '../support/run-engine.js';

const RUNS = Number(process.env['ORRERY_RUNS'] ?? 500);
const FIRST = Number(process.env['ORRERY_SEED'] ?? 1);

/** The engine's ledger and the oracle's, line by line, by account. */
function compare(seed: number): { readonly ours: string[]; readonly theirs: string[] } {
  const run = randomRun(seed);
  const engine = startRun(run);
  for (const event of run.events) play(engine, event);
  const to = Math.max(...run.events.map(event => event.time)) + 1;
  const oracle = runOracle({
    from: run.from,
    to,
    instruments: run.instruments.map((instrument, slot) => ({
      instrument,
      halts: run.halts[slot] ?? [],
    })),
    accounts: run.accounts,
    events: run.events.map(event =>
      event.kind === 'command'
        ? event
        : {
            kind: 'tick' as const,
            time: event.time,
            instrument: run.instruments[event.slot]?.name ?? '',
            bid: event.bid,
            ask: event.ask,
            ...(event.volume === undefined
              ? {}
              : { bidVolume: event.volume, askVolume: event.volume }),
          },
    ),
  });
  const ids = run.accounts.map(({ id }) => id);
  return {
    ours: ids.flatMap(id =>
      engine
        .account(id)
        .log.since(0)
        .map(each => JSON.stringify(each)),
    ),
    theirs: ids.flatMap(id =>
      (oracle.transactions.get(id) ?? []).map(each => JSON.stringify(each)),
    ),
  };
}

describe(`the engine against the oracle, ${RUNS} runs from seed ${FIRST}`, () => {
  it('every transaction is the same, to the last byte', () => {
    let transactions = 0;
    for (let seed = FIRST; seed < FIRST + RUNS; seed++) {
      const { ours, theirs } = compare(seed);
      const at = ours.findIndex((line, index) => line !== theirs[index]);
      const first = at < 0 ? theirs.length > ours.length : true;
      if (first)
        expect(ours[at < 0 ? ours.length : at], `seed ${seed}`).toBe(
          theirs[at < 0 ? ours.length : at],
        );
      transactions += ours.length;
    }
    expect(transactions).toBeGreaterThan(RUNS * 10);
  });
});
